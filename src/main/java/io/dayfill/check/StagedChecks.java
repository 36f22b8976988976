/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.check;

import static io.dayfill.spark.Names.named;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.collect_set;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.count_if;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.size;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.unix_micros;

import io.dayfill.check.CheckedDay.Duplicates;
import io.dayfill.definition.Check;
import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Definition;
import io.dayfill.load.DaySources;
import io.dayfill.spark.Names;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.RelationalGroupedDataset;
import org.apache.spark.sql.Row;

/**
 * Decides from staged rows whether days are right. One aggregate query answers every check of all
 * days at once and gives their sums; the keys of much data, and those of days that hold some twice,
 * are looked at in a second one.
 */
public final class StagedChecks {
  private static final int FINGERPRINT_COLUMNS = 4;
  private static final int NAMED_KEYS = 10;

  /** Up to here the keys of all days fit into a task's memory. */
  private static final long SMALL_BYTES = 8L << 20;

  private final Definition definition;
  private final String dayColumn;
  private final boolean allowEmpty;

  /**
   * The checks of {@code definition}.
   *
   * @param dayColumn the table's own name of the day column
   * @param allowance whether a day may be empty although the definition refuses it
   */
  public StagedChecks(Definition definition, String dayColumn, EmptyDays allowance) {
    this.definition = definition;
    this.dayColumn = dayColumn;
    this.allowEmpty = allowance == EmptyDays.ALLOWED;
  }

  /** Whether days without rows pass although {@code not_empty} holds. */
  public enum EmptyDays {
    ALLOWED,
    AS_DEFINED
  }

  /**
   * The findings of each day of {@code sources}.
   *
   * @param rows the rows of those days, with the table's columns
   * @param other what the days are compared with
   */
  public Map<LocalDate, CheckedDay> check(
      Dataset<Row> rows, List<DaySources> sources, Comparisons other) {
    boolean countKeys = !definition.key().isEmpty() && isSmall(sources);
    DaySums sums = new DaySums(definition, rows.schema());
    Map<LocalDate, Row> answers = answers(rows, sums, countKeys);
    boolean lookAtKeys =
        !countKeys || answers.values().stream().anyMatch(StagedChecks::hasFewerKeysThanRows);
    Map<LocalDate, Duplicates> duplicates = lookAtKeys ? duplicates(rows) : Map.of();
    OrphanRows orphans = new OrphanRows(rows, dayColumn, other.keys());
    Map<LocalDate, CheckedDay> checked = new HashMap<>();
    for (DaySources day : sources) {
      Optional<Row> answer = Optional.ofNullable(answers.get(day.day()));
      long count = answer.map(row -> row.getLong(1)).orElse(0L);
      String fingerprint = answer.map(row -> Fingerprint.text(row, 1)).orElse(Fingerprint.empty());
      Dataset<Row> its = rows.where(named(dayColumn).equalTo(lit(day.day())));
      List<Finding> findings =
          new DayFindings(definition, allowEmpty, day, answer, its, other, orphans)
              .all(1 + FINGERPRINT_COLUMNS + sums.aggregates().size());
      checked.put(
          day.day(),
          new CheckedDay(
              count,
              fingerprint,
              answer.map(row -> sums.of(row, 1 + FINGERPRINT_COLUMNS)).orElseGet(sums::none),
              findings,
              duplicates.getOrDefault(day.day(), Duplicates.NONE)));
    }
    return checked;
  }

  private static boolean isSmall(List<DaySources> sources) {
    return sources.stream().mapToLong(DaySources::sizeBytes).sum() <= SMALL_BYTES;
  }

  /** The number of different keys is the last of the answers. */
  private static boolean hasFewerKeysThanRows(Row answer) {
    return answer.getInt(answer.size() - 1) < answer.getLong(1);
  }

  private Map<LocalDate, Row> answers(Dataset<Row> rows, DaySums totals, boolean countKeys) {
    List<Column> aggregates = new ArrayList<>(Fingerprint.aggregates(rows.schema()));
    aggregates.addAll(totals.aggregates());
    definition.key().forEach(column -> aggregates.add(count_if(named(column).isNull())));
    for (Check each : definition.checks()) {
      Check check = each.subject();
      if (each.isOfRange()) {
        continue;
      }
      if (check instanceof Check.Expression expression) {
        aggregates.add(count_if(coalesce(expr(expression.sql()), lit(false)).equalTo(false)));
      } else if (check instanceof Check.SumMatches sums) {
        aggregates.add(sum(named(sums.column())).cast("decimal(38,9)"));
      } else if (check instanceof Check.Fresh fresh) {
        aggregates.add(unix_micros(max(named(fresh.column()).cast("timestamp"))));
      }
    }
    if (countKeys) {
      Column[] key = definition.key().stream().map(Names::named).toArray(Column[]::new);
      aggregates.add(size(collect_set(struct(key))));
    }
    RelationalGroupedDataset byDay = rows.groupBy(named(dayColumn).cast("string"));
    Map<LocalDate, Row> answers = new HashMap<>();
    for (Row row :
        byDay
            .agg(aggregates.get(0), aggregates.subList(1, aggregates.size()).toArray(Column[]::new))
            .collectAsList()) {
      answers.put(LocalDate.parse(row.getString(0)), row);
    }
    return answers;
  }

  private Map<LocalDate, Duplicates> duplicates(Dataset<Row> rows) {
    if (definition.key().isEmpty()) {
      return Map.of();
    }
    List<Column> group = new ArrayList<>();
    group.add(named(dayColumn));
    definition.key().forEach(column -> group.add(named(column)));
    Dataset<Row> repeated =
        rows.groupBy(group.toArray(Column[]::new))
            .agg(count(lit(1)).as("_rows"))
            .where("_rows > 1");
    Map<LocalDate, Duplicates> duplicates = new HashMap<>();
    for (Row row :
        repeated.groupBy(group.get(0).cast("string")).agg(count(lit(1))).collectAsList()) {
      LocalDate day = LocalDate.parse(row.getString(0));
      duplicates.put(day, new Duplicates(row.getLong(1), firstKeys(repeated, group, day)));
    }
    return duplicates;
  }

  /** The first repeated keys of {@code day}, as text; only a day that is refused is asked. */
  private static List<List<String>> firstKeys(
      Dataset<Row> repeated, List<Column> group, LocalDate day) {
    Column[] key = group.subList(1, group.size()).toArray(Column[]::new);
    Column[] texts = Arrays.stream(key).map(column -> column.cast("string")).toArray(Column[]::new);
    return repeated
        .where(group.get(0).equalTo(lit(day)))
        .orderBy(key)
        .limit(NAMED_KEYS)
        .select(texts)
        .collectAsList()
        .stream()
        .map(StagedChecks::key)
        .toList();
  }

  private static List<String> key(Row row) {
    List<String> key = new ArrayList<>();
    for (int i = 0; i < row.size(); i++) {
      key.add(String.valueOf(row.get(i)));
    }
    return key;
  }

  /**
   * Whether {@code failure} is a mistake in an expression of the definition, in the operator's
   * words.
   */
  public static DayfillException explained(Definition definition, Exception failure) {
    return DayfillException.usage(
        "conf/"
            + definition.table()
            + ".yaml: a check cannot be run: "
            + String.valueOf(failure.getMessage()).lines().findFirst().orElse(""));
  }

  /** Whether {@code failure} comes from SQL that names what is not there. */
  public static boolean isMistake(Exception failure) {
    return failure instanceof AnalysisException;
  }
}
