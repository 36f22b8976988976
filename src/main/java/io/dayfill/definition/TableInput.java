/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import java.time.LocalDate;
import java.util.List;
import java.util.Objects;

/**
 * An input that is days of another dayfill table of the project: the same day, or a window of days
 * up to it.
 *
 * @param name the view's name in the definition's SQL
 * @param table the other table, which has a definition of its own
 * @param first the window's first day, counted from the day that is filled: 0 or less
 * @param last the window's last day, from {@code first} to 0
 * @param where file and line that name it, for messages
 */
public record TableInput(String name, String table, int first, int last, String where)
    implements Input {
  public TableInput {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(table, "table");
    if (first > last || last > 0) {
      throw new IllegalArgumentException("not a window of days: " + first + ".." + last);
    }
    Objects.requireNonNull(where, "where");
  }

  /** The other table's days that the run of {@code day} reads, oldest first. */
  public List<LocalDate> days(LocalDate day) {
    return day.plusDays(first).datesUntil(day.plusDays(last + 1L)).toList();
  }

  /** The days of this table that are computed from the other table's {@code day}, oldest first. */
  public List<LocalDate> readers(LocalDate day) {
    return day.minusDays(last).datesUntil(day.minusDays(first).plusDays(1)).toList();
  }

  @Override
  public String described(LocalDate day) {
    return first == last
        ? table + " " + day.plusDays(first)
        : table + " " + day.plusDays(first) + " to " + day.plusDays(last);
  }
}
