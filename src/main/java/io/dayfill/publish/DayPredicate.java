/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Definition;
import io.dayfill.definition.Outcome;
import java.time.LocalDate;

/** One day as an SQL condition, and rows that are of none. */
final class DayPredicate {
  private DayPredicate() {}

  /** The rows of {@code day}; the day is a date of ours, never text of the operator's. */
  static String of(String dayColumn, LocalDate day) {
    return TargetTable.quoted(dayColumn) + " = DATE'" + day + "'";
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
