/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import java.time.LocalDate;

/** One day as an SQL condition. */
final class DayPredicate {
  private DayPredicate() {}

  /** The rows of {@code day}; the day is a date of ours, never text of the operator's. */
  static String of(String dayColumn, LocalDate day) {
    return TargetTable.quoted(dayColumn) + " = DATE'" + day + "'";
  }
}
