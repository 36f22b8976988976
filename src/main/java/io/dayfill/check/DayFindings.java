/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.check;

import static io.dayfill.spark.Names.named;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;

import io.dayfill.definition.Check;
import io.dayfill.definition.Definition;
import io.dayfill.load.DaySources;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Reads from the answers of one day what each of its checks has found. */
final class DayFindings {
  private static final int NAMED_KEYS = 10;
  private static final int FEW_DAYS = 3;
  private static final long PERCENT = 100;

  private final Definition definition;
  private final boolean allowEmpty;
  private final DaySources day;
  private final Optional<Row> answer;
  private final Dataset<Row> rows;
  private final Comparisons other;
  private final OrphanRows orphans;
  private final long count;

  /**
   * The findings of {@code day}.
   *
   * @param answer the day's aggregates; empty if it has no rows
   * @param rows the day's rows, read only where a check needs more than its aggregates
   */
  DayFindings(
      Definition definition,
      boolean allowEmpty,
      DaySources day,
      Optional<Row> answer,
      Dataset<Row> rows,
      Comparisons other,
      OrphanRows orphans) {
    this.definition = definition;
    this.allowEmpty = allowEmpty;
    this.day = day;
    this.answer = answer;
    this.rows = rows;
    this.other = other;
    this.orphans = orphans;
    this.count = answer.map(row -> row.getLong(1)).orElse(0L);
  }

  /** A finding for each key column that is null somewhere, and one for each check. */
  List<Finding> all(int firstPosition) {
    List<Finding> findings = new ArrayList<>();
    int position = firstPosition;
    for (String column : definition.key()) {
      long nulls = number(position++);
      if (nulls > 0) {
        String found = "key column " + column + " is null in " + nulls + " of " + count + " rows";
        findings.add(new Finding("key: " + column, true, Optional.of(found)));
      }
    }
    List<Check> checks = definition.checks().stream().filter(check -> !check.isOfRange()).toList();
    for (Check check : checks) {
      Check subject = check.subject();
      boolean isAnswered =
          subject instanceof Check.Expression
              || subject instanceof Check.SumMatches
              || subject instanceof Check.Fresh;
      Optional<String> failure =
          failure(subject, isAnswered ? position++ : 0)
              .map(found -> "check '" + subject.text() + "' failed: " + found);
      findings.add(new Finding(check.text(), !(check instanceof Check.Warning), failure));
    }
    return findings;
  }

  private Optional<String> failure(Check check, int position) {
    if (check instanceof Check.RowsMatch match) {
      long expected = day.records(match.input());
      return when(
          count != expected,
          "the day has " + count + " rows, " + match.input() + " has " + expected);
    } else if (check instanceof Check.Expression expression) {
      long failed = number(position);
      return when(failed > 0, "not true for " + failed + " of " + count + " rows")
          .map(found -> found + keys(expression));
    } else if (check instanceof Check.SumMatches sums) {
      return sum(sums, position);
    } else if (check instanceof Check.RowsBetween bounds) {
      return bounds(bounds);
    } else if (check instanceof Check.Fresh fresh) {
      return fresh(fresh, position);
    } else if (check instanceof Check.ForeignKey key) {
      long failed = orphans.number(key, day.day());
      return when(
              failed > 0,
              failed + " of " + count + " rows have one that " + key.table() + " does not have")
          .map(found -> found + keys(orphans.of(key, rows)));
    } else if (check instanceof Check.Continues edge) {
      return new ChainEdge(definition, edge).broken(rows, day);
    } else if (check instanceof Check.NoRows query) {
      return noRows(query);
    }
    return when(
        count == 0 && !allowEmpty, "the day has no rows; if that is right, say --allow-empty");
  }

  private Optional<String> sum(Check.SumMatches sums, int position) {
    BigDecimal stored =
        answer
            .filter(row -> !row.isNullAt(position))
            .map(row -> row.getDecimal(position))
            .orElse(BigDecimal.ZERO);
    BigDecimal expected = other.sums().sum(day.day(), sums);
    return when(
        stored.compareTo(expected) != 0,
        "the day has " + plain(stored) + ", the source " + plain(expected));
  }

  /** Where fewer than three days (or all that are asked for) are known, nothing is compared. */
  private Optional<String> bounds(Check.RowsBetween bounds) {
    if (bounds.basis().isEmpty()) {
      return when(
          count < bounds.low() || count > bounds.high(),
          "the day has " + count + " rows, not " + bounds.low() + " to " + bounds.high());
    }
    Check.Basis basis = bounds.basis().get();
    List<Long> nearby = other.nearby().of(day.day(), basis).stream().sorted().toList();
    if (nearby.size() < Math.min(FEW_DAYS, basis.days())) {
      return Optional.empty();
    }
    long median = nearby.get(nearby.size() / 2);
    boolean within =
        count * PERCENT >= bounds.low() * median && count * PERCENT <= bounds.high() * median;
    return when(
        !within,
        "the day has "
            + count
            + " rows, the median of "
            + nearby.size()
            + (basis.sameWeekday() ? " near days of its weekday is " : " near days is ")
            + median);
  }

  private Optional<String> fresh(Check.Fresh fresh, int position) {
    Instant end = day.day().plusDays(1).atStartOfDay(definition.timeZone()).toInstant();
    Optional<Instant> newest =
        answer
            .filter(row -> !row.isNullAt(position))
            .map(row -> Instant.EPOCH.plus(row.getLong(position), ChronoUnit.MICROS));
    boolean old =
        newest.isEmpty() || Duration.between(newest.get(), end).compareTo(fresh.age()) > 0;
    return when(
        old && count > 0,
        "the newest "
            + fresh.column()
            + newest.map(time -> " is " + time.atZone(definition.timeZone())).orElse(" is null"));
  }

  private Optional<String> noRows(Check.NoRows query) {
    rows.createOrReplaceTempView(definition.table());
    Dataset<Row> found = rows.sparkSession().sql(query.sql());
    long number = found.count();
    return when(number > 0, "the query gives " + number + (number == 1 ? " row" : " rows"))
        .map(text -> text + keys(found));
  }

  private String keys(Check.Expression expression) {
    return keys(rows.where(not(coalesce(expr(expression.sql()), lit(false)))));
  }

  /** The first keys of {@code failing}, where it has the key's columns. */
  private String keys(Dataset<Row> failing) {
    if (definition.key().isEmpty()
        || !Arrays.asList(failing.columns()).containsAll(definition.key())) {
      return "";
    }
    Column[] key = definition.key().stream().map(column -> named(column)).toArray(Column[]::new);
    Column[] texts =
        Arrays.stream(key)
            .map(column -> coalesce(column.cast("string"), lit("null")))
            .toArray(Column[]::new);
    return failing.orderBy(key).limit(NAMED_KEYS).select(texts).collectAsList().stream()
        .map(row -> row.mkString(" "))
        .collect(Collectors.joining(", ", " (" + String.join(", ", definition.key()) + " ", ")"));
  }

  private static Optional<String> when(boolean failed, String found) {
    return failed ? Optional.of(found) : Optional.empty();
  }

  private long number(int position) {
    return answer.map(row -> row.getLong(position)).orElse(0L);
  }

  private static String plain(BigDecimal number) {
    return number.stripTrailingZeros().toPlainString();
  }
}
