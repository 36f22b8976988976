/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.plan;

import io.dayfill.definition.Definition;
import io.dayfill.definition.TableInput;
import java.time.LocalDate;
import java.util.Collection;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/** Which days are computed from days that a command runs. */
public final class Touched {
  private Touched() {}

  /**
   * The days of {@code reader}'s table that are computed from {@code days} of other tables; in a
   * chain, with the published days after them.
   *
   * @param days by table
   * @param past what is known of the reader's table
   */
  public static NavigableSet<LocalDate> by(
      Definition reader, Map<String, ? extends Collection<LocalDate>> days, TablePast past) {
    NavigableSet<LocalDate> touched = new TreeSet<>();
    for (TableInput input : reader.tables()) {
      Collection<LocalDate> read = days.get(input.table());
      if (read != null) {
        read.forEach(day -> touched.addAll(input.readers(day)));
      }
    }
    reader.previous().ifPresent(chain -> touched.removeIf(day -> day.isBefore(chain.firstDay())));
    if (!touched.isEmpty()) {
      LocalDate first = touched.first();
      tail(reader, past, first).forEach(touched::add);
    }
    return touched;
  }

  /** The published days after {@code day} of a chain, which are computed from it; else none. */
  public static NavigableSet<LocalDate> tail(Definition chain, TablePast past, LocalDate day) {
    NavigableSet<LocalDate> tail = new TreeSet<>();
    if (chain.previous().isPresent()) {
      past.days().tailSet(day.plusDays(1)).stream()
          .filter(each -> past.publication(each).isPresent())
          .forEach(tail::add);
    }
    return tail;
  }

  /** Whether {@code day} of {@code reader} is computed from one of the days that will run. */
  public static boolean reads(
      Definition reader, LocalDate day, Map<String, ? extends Set<LocalDate>> running) {
    boolean other =
        reader.tables().stream()
            .anyMatch(
                input -> input.days(day).stream().anyMatch(in(running, input.table())::contains));
    return other
        || (reader.previous().isPresent()
            && in(running, reader.table()).contains(day.minusDays(1)));
  }

  private static Set<LocalDate> in(Map<String, ? extends Set<LocalDate>> running, String table) {
    Set<LocalDate> days = running.get(table);
    return days == null ? Set.of() : days;
  }
}
