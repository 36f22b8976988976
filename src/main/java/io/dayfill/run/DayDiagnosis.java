/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;

import io.dayfill.check.CheckedDay;
import io.dayfill.check.SourceSums;
import io.dayfill.check.StagedChecks.EmptyDays;
import io.dayfill.definition.Check;
import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Definition;
import io.dayfill.load.DayQuery;
import io.dayfill.load.DaySources;
import io.dayfill.load.LineFinder;
import io.dayfill.load.SourceReader;
import io.dayfill.spark.FewRows;
import io.dayfill.spark.Sessions;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.SparkSession;

/** Says why a day is refused: names the lines of the files that are to blame. */
final class DayDiagnosis {
  /** The digits after the point in which sums are compared. */
  private static final int SUM_SCALE = 9;

  private final Definition definition;
  private final Sessions sessions;

  DayDiagnosis(Definition definition, Sessions sessions) {
    this.definition = definition;
    this.sessions = sessions;
  }

  /** The refusal of {@code day}, whose checks {@code found} something. */
  DayfillException refused(DaySources day, CheckedDay found) {
    List<String> lines = isShort(day, found) ? finder().badLines(day) : List.of();
    if (!lines.isEmpty()) {
      return badLines(day, lines);
    }
    List<String> reasons = new ArrayList<>(found.failures());
    if (found.duplicates().keys() > 0) {
      reasons.add(duplicates(day, found));
    }
    return refused(day, String.join("; ", reasons) + "; correct the source and run the day again");
  }

  DayfillException refused(DaySources day, String reason) {
    return DayQuery.refused(definition, day.day(), reason);
  }

  /**
   * Refuses a day that lost records, whatever the definition checks.
   *
   * @throws DayfillException when the rows go record by record and some are missing, or when all
   *     rows of the day would vanish unasked
   */
  void requireRows(DaySources day, CheckedDay found, EmptyDays emptyDays) {
    requireAllRecords(day, found);
    if (found.rows() == 0 && emptyDays != EmptyDays.ALLOWED && day.hasRecords()) {
      throw refused(
          day,
          "the SQL gives no rows although its sources have some; if that is right, say --allow-empty");
    }
  }

  /** Refuses a day whose rows go record by record and that has fewer rows than records. */
  void requireAllRecords(DaySources day, CheckedDay found) {
    if (isShort(day, found)) {
      throw refused(day, found);
    }
  }

  /** What stopped {@code day}, in the operator's words if it is the operator's matter. */
  RuntimeException explain(SourceReader reader, DaySources day, Exception failure) {
    if (failure instanceof DayfillException known) {
      return known;
    }
    try {
      reader.requireUnchanged(day.files());
    } catch (DayfillException changed) {
      return changed;
    }
    if (DayQuery.isBadLine(failure)) {
      List<String> lines = finder().badLines(day);
      if (!lines.isEmpty()) {
        return badLines(day, lines);
      }
    }
    return failure instanceof RuntimeException known ? known : new IllegalStateException(failure);
  }

  /** The sums of sources: known of other tables' days, and read when a check asks otherwise. */
  SourceSums sums(List<DaySources> days) {
    return (date, check) -> {
      DaySources day =
          days.stream().filter(candidate -> candidate.day().equals(date)).findFirst().orElseThrow();
      return day.sum(check.input(), check.column())
          .map(known -> known.setScale(SUM_SCALE, RoundingMode.HALF_UP))
          .orElseGet(() -> readSum(day, check));
    };
  }

  private BigDecimal readSum(DaySources day, Check.SumMatches check) {
    Column none = lit(BigDecimal.ZERO).cast("decimal(38,9)");
    SparkSession session = child();
    FewRows.tune(session, day.sizeBytes());
    return new DayQuery(session, definition)
        .input(day, check.input())
        .agg(coalesce(sum(col(check.column())).cast("decimal(38,9)"), none))
        .head()
        .getDecimal(0);
  }

  /** Whether rows are missing that each record of the one file would have given. */
  private boolean isShort(DaySources day, CheckedDay found) {
    return day.files().size() == 1
        && !definition.isDerived()
        && found.rows() < day.files().get(0).records()
        && new DayQuery(child(), definition).isRowwise(day);
  }

  private DayfillException badLines(DaySources day, List<String> lines) {
    String details =
        lines.stream().skip(1).map(line -> "\n  " + line).collect(Collectors.joining());
    return refused(day, lines.get(0) + "; correct the file and run the day again" + details);
  }

  private String duplicates(DaySources day, CheckedDay found) {
    Map<List<String>, List<Long>> lines =
        new DayQuery(child(), definition).isRowwise(day)
            ? finder().linesOf(day, found.duplicates().named())
            : Map.of();
    String keys =
        found.duplicates().named().stream()
            .map(
                key ->
                    String.join(" ", key)
                        + (lines.containsKey(key) ? " (lines " + join(lines.get(key)) + ")" : ""))
            .collect(Collectors.joining(", "));
    long more = found.duplicates().keys() - found.duplicates().named().size();
    return "key "
        + String.join(", ", definition.key())
        + " is not unique: "
        + keys
        + (more > 0 ? " and more, " + found.duplicates().keys() + " keys in all" : "");
  }

  private static String join(@org.jspecify.annotations.Nullable List<Long> lines) {
    return lines == null
        ? ""
        : lines.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  private LineFinder finder() {
    return new LineFinder(child(), definition, sessions.hadoop());
  }

  private SparkSession child() {
    return sessions.child(definition.timeZone());
  }
}
