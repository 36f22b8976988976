/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.workshop;

import java.time.LocalDate;
import java.util.Objects;

/**
 * One replacement of one day.
 *
 * @param writer name that the commit and the new rows carry, unique in the table's history
 * @param day the day to replace
 */
record DayWrite(String writer, LocalDate day) {
  DayWrite {
    Objects.requireNonNull(writer, "writer");
    Objects.requireNonNull(day, "day");
  }

  /** The first attempt of a round. */
  static DayWrite first(int round, LocalDate day) {
    return new DayWrite("round " + round + ", " + day, day);
  }

  /** The attempt after one that lost. */
  static DayWrite again(WriterEnd lost) {
    return new DayWrite(lost.writer() + ", again", lost.day());
  }
}
