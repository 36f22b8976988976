/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.load;

import static io.dayfill.spark.Names.named;
import static org.apache.spark.sql.functions.input_file_name;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.substring;

import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Definition;
import io.dayfill.definition.FilesInput;
import io.dayfill.definition.History;
import io.dayfill.definition.Outcome;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;

/**
 * Computes the rows of days by the definition's SQL, in a session of its own whose views are
 * exactly what those days may see. Nothing is read until a job runs on the result.
 */
public final class DayQuery {
  private static final Pattern DAY_MARKER = Pattern.compile(":(?:day|run_date|history)\\b");
  private static final int DAY_LENGTH = 10;

  private final SparkSession session;
  private final Definition definition;
  private Optional<Boolean> rowwise = Optional.empty();

  /** A query of {@code definition} in {@code session}, a child session with pinned settings. */
  public DayQuery(SparkSession session, Definition definition) {
    this.session = session;
    this.definition = definition;
  }

  /**
   * Whether each row comes from one record, so that several days may be computed at once and a bad
   * record shows as a missing row.
   */
  public boolean isRowwise(DaySources day) {
    boolean known = rowwise.orElseGet(() -> looksRowwise(day));
    rowwise = Optional.of(known);
    return known;
  }

  private boolean looksRowwise(DaySources day) {
    return definition.files().size() == 1
        && !definition.isDerived()
        && !DAY_MARKER.matcher(definition.sql()).find()
        && RowwiseSql.isRowwise(sql(List.of(day), table -> table.good(session)));
  }

  /**
   * The rows of {@code days}, with the columns of the SQL. Row by row (see {@link #isRowwise}) bad
   * records and records of another day than their file's give no row; otherwise a bad record fails
   * the job, see {@link #isBadLine}.
   *
   * @param days one day unless the definition is row by row; all read alike
   */
  public Dataset<Row> rows(List<DaySources> days) {
    if (!isRowwise(days.get(0))) {
      return sql(days, table -> table.strict(session));
    }
    if (days.stream().allMatch(this::readsWhole)) {
      new FileSizes(session).readWhole(days);
    }
    Dataset<Row> rows = sql(days, table -> table.good(session));
    return rows.where(named(definition.dayColumn()).equalTo(fileDay(days)));
  }

  /** Whether one task reads all of {@code day} and gives its rows in the order of its records. */
  public boolean readsWhole(DaySources day) {
    return !FileSizes.isLarge(day) && isRowwise(day);
  }

  /**
   * The rows of {@code day} with those of other days, null where a field is bad: to find what is
   * wrong.
   */
  Dataset<Row> lenient(DaySources day) {
    return sql(List.of(day), table -> table.lenient(session));
  }

  /** The good records of {@code day} in the input {@code name}, which is files or a table. */
  public Dataset<Row> input(DaySources day, String name) {
    for (SourceTable table : day.tables()) {
      if (table.input().name().equals(name)) {
        return table.rows().apply(session);
      }
    }
    SourceFile file =
        day.files().stream()
            .filter(each -> each.input().name().equals(name))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no input " + name));
    LocalClock clock = clock(file.input(), List.of(day));
    return new CsvTable(file.input(), List.of(file), clock).good(session);
  }

  /** How many good records of {@code day} give a row of another day; only for row-by-row SQL. */
  long strays(DaySources day) {
    Column its = named(definition.dayColumn());
    return sql(List.of(day), table -> table.good(session))
        .where(its.eqNullSafe(lit(day.day())).equalTo(false))
        .count();
  }

  /** Whether {@code failure} means that a record could not be converted. */
  public static boolean isBadLine(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (String.valueOf(cause.getMessage()).contains(CsvTable.BAD_LINE)) {
        return true;
      }
    }
    return false;
  }

  LocalClock clock(FilesInput input, List<DaySources> days) {
    List<LocalDate> dates = days.stream().map(DaySources::day).sorted().toList();
    return new LocalClock(
        definition.timeZone(), input.localTimes(), dates.get(0), dates.get(dates.size() - 1));
  }

  private Dataset<Row> sql(List<DaySources> days, Function<CsvTable, Dataset<Row>> reading) {
    for (SourceTable table : days.get(0).tables()) {
      table.rows().apply(session).createOrReplaceTempView(table.input().name());
    }
    for (int i = 0; i < definition.files().size(); i++) {
      int position = i;
      FilesInput input = definition.files().get(i);
      List<SourceFile> files = days.stream().map(day -> day.files().get(position)).toList();
      reading
          .apply(new CsvTable(input, files, clock(input, days)))
          .createOrReplaceTempView(input.name());
    }
    LocalDate day = days.get(0).day();
    try {
      Dataset<Row> rows =
          session.sql(
              definition.sql(),
              Map.of(
                  "day",
                  day,
                  "run_date",
                  definition.runDate(day),
                  "history",
                  days.get(0).history().orElse(History.ORIGINAL).word()));
      requireDay(rows);
      return rows;
    } catch (Exception failure) {
      // Spark's Scala code throws this checked exception without declaring it.
      if (failure instanceof AnalysisException) {
        throw DayfillException.usage(
            "conf/" + definition.table() + ".yaml: the SQL cannot be run: " + firstLine(failure));
      }
      throw failure;
    }
  }

  private void requireDay(Dataset<Row> rows) {
    boolean there =
        List.of(rows.schema().fields()).stream()
            .anyMatch(
                field ->
                    field.name().equalsIgnoreCase(definition.dayColumn())
                        && field.dataType().equals(DataTypes.DateType));
    if (!there) {
      throw DayfillException.usage(
          "conf/"
              + definition.table()
              + ".yaml: the SQL gives no DATE column '"
              + definition.dayColumn()
              + "': add CAST(... AS DATE) AS "
              + definition.dayColumn());
    }
  }

  /** The day that the name of a row's file says; a constant when there is one file. */
  private Column fileDay(List<DaySources> days) {
    if (days.size() == 1) {
      return lit(days.get(0).day());
    }
    String uri = new Path(days.get(0).files().get(0).path()).toUri().getRawPath();
    String day = days.get(0).day().toString();
    int fromEnd = uri.length() - uri.lastIndexOf(day);
    return substring(input_file_name(), -fromEnd, DAY_LENGTH).cast("date");
  }

  private static String firstLine(Exception mistake) {
    return String.valueOf(mistake.getMessage()).lines().findFirst().orElse("");
  }

  /** A refusal of {@code day} for {@code reason}. */
  public static DayfillException refused(Definition definition, LocalDate day, String reason) {
    return new DayfillException(
        Outcome.REFUSED, definition.table() + " " + day + " refused: " + reason);
  }
}
