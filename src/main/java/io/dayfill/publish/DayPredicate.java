/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import static io.dayfill.spark.Names.quoted;

import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Definition;
import io.dayfill.definition.Outcome;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** Days as an SQL condition and as words, and rows that are of none. */
final class DayPredicate {
  private DayPredicate() {}

  /**
   * The rows of exactly {@code days}, at least one; they are dates of ours, never text of the
   * operator's.
   */
  static String of(String dayColumn, List<LocalDate> days) {
    String column = quoted(dayColumn);
    List<LocalDate> sorted = days.stream().sorted().toList();
    LocalDate first = sorted.get(0);
    LocalDate last = sorted.get(sorted.size() - 1);
    if (sorted.size() == 1) {
      return column + " = " + literal(first);
    }
    if (ChronoUnit.DAYS.between(first, last) == sorted.size() - 1) {
      return column + " >= " + literal(first) + " AND " + column + " <= " + literal(last);
    }
    return sorted.stream()
        .map(DayPredicate::literal)
        .collect(Collectors.joining(", ", column + " IN (", ")"));
  }

  private static String literal(LocalDate day) {
    return "DATE'" + day + "'";
  }

  /** {@code days} in words: {@code 2026-09-01 to 2026-09-30 (30 days)}. */
  static String shown(List<LocalDate> days) {
    return days.size() == 1
        ? days.get(0).toString()
        : Collections.min(days) + " to " + Collections.max(days) + " (" + days.size() + " days)";
  }

  /** The refusal of rows whose day is null: no publication would ever replace them. */
  static DayfillException noDay(Definition definition, LocalDate day, String dayColumn) {
    return new DayfillException(
        Outcome.REFUSED,
        definition.table()
            + " "
            + day
            + " refused: the SQL gives rows whose "
            + dayColumn
            + " is null; give each row its day");
  }
}
