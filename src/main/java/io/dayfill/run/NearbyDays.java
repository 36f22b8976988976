/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import io.dayfill.check.Comparisons.NearbyRows;
import io.dayfill.definition.Check;
import io.dayfill.plan.TablePast;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * The rows of a table's days as they were when the first check asked, so that the days of one
 * command are measured by the same past whatever their order. Thread-safe.
 */
final class NearbyDays implements NearbyRows {
  private final Supplier<TablePast> read;
  private Optional<TablePast> past = Optional.empty();

  NearbyDays(Supplier<TablePast> read) {
    this.read = read;
  }

  @Override
  public List<Long> of(LocalDate day, Check.Basis basis) {
    TablePast known = past();
    return known.days().stream()
        .filter(each -> !each.equals(day))
        .filter(each -> !basis.sameWeekday() || each.getDayOfWeek() == day.getDayOfWeek())
        .sorted(
            Comparator.comparingLong(
                    (LocalDate each) -> Math.abs(ChronoUnit.DAYS.between(each, day)))
                .thenComparing(Comparator.naturalOrder()))
        .map(known::rows)
        .filter(rows -> rows.orElse(0) > 0)
        .limit(basis.days())
        .map(OptionalLong::getAsLong)
        .toList();
  }

  private synchronized TablePast past() {
    TablePast known = past.orElseGet(read);
    past = Optional.of(known);
    return known;
  }
}
