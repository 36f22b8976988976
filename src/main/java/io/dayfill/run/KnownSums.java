/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import io.dayfill.check.DayDifference.ColumnSum;
import io.dayfill.ledger.DayFacts;
import io.dayfill.ledger.Hold;
import io.dayfill.ledger.SumFacts;
import io.dayfill.plan.Cause;
import io.dayfill.plan.DayState;
import io.dayfill.plan.DayStates;
import io.dayfill.plan.DayStatus;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The sums of held days and of those that they replace, as facts tell them, without reading a row.
 */
final class KnownSums {
  private final Hold hold;
  private final DayStates states;

  KnownSums(Hold hold, DayStates states) {
    this.hold = hold;
    this.states = states;
  }

  /**
   * The sums of {@code columns} that differ, a list a day; empty if facts do not tell all of them.
   */
  Optional<Map<LocalDate, List<ColumnSum>>> of(List<String> columns, Collection<LocalDate> days) {
    Map<LocalDate, List<ColumnSum>> sums = new HashMap<>();
    for (DayFacts held : hold.facts().days()) {
      if (days.contains(held.day())) {
        Optional<List<ColumnSum>> its =
            before(held.day(), columns)
                .flatMap(
                    old -> sums(held, columns).map(now -> ColumnSum.differing(columns, old, now)));
        if (its.isEmpty()) {
          return Optional.empty();
        }
        sums.put(held.day(), its.get());
      }
    }
    return Optional.of(sums);
  }

  /** Rows that dayfill did not publish have sums that no facts tell. */
  private Optional<Map<String, BigDecimal>> before(LocalDate day, List<String> columns) {
    DayStatus status = states.of(day);
    boolean isUnknown =
        status.has(Cause.Code.NOT_RECORDED)
            || status.causes().stream().anyMatch(each -> each.code().state() == DayState.CORRUPT);
    if (isUnknown) {
      return Optional.empty();
    }
    return status.publication().isEmpty()
        ? Optional.of(Map.of())
        : sums(status.publication().get().facts(), columns);
  }

  private static Optional<Map<String, BigDecimal>> sums(DayFacts day, List<String> columns) {
    if (day.rows() == 0) {
      return Optional.of(Map.of());
    }
    Map<String, BigDecimal> sums =
        day.sums().stream()
            .collect(Collectors.toMap(SumFacts::column, each -> new BigDecimal(each.sum())));
    return Optional.of(sums).filter(known -> known.keySet().containsAll(columns));
  }
}
