/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import io.dayfill.check.Finding;
import io.dayfill.check.RangeChecks;
import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Definition;
import io.dayfill.definition.Outcome;
import io.dayfill.load.DaySources;
import io.dayfill.spark.Sessions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Puts the days of one commit to the checks of all of them together. */
final class RangeGuard {
  private final Definition definition;
  private final Sessions sessions;

  RangeGuard(Definition definition, Sessions sessions) {
    this.definition = definition;
    this.sessions = sessions;
  }

  /**
   * The days, the first of which carries what was found.
   *
   * @param days at least one, oldest first
   * @throws DayfillException REFUSED when a check that refuses has failed
   */
  List<ReadyDay> passed(List<ReadyDay> days) {
    if (!RangeChecks.isAny(definition)) {
      return days;
    }
    List<RangeChecks.Day> range =
        days.stream()
            .map(
                day ->
                    new RangeChecks.Day(day.sources(), day.found(), day.staging().rows(day.day())))
            .toList();
    List<DaySources> sources = days.stream().map(ReadyDay::sources).toList();
    List<Finding> findings =
        new RangeChecks(definition, definition.dayColumn())
            .check(range, new DayDiagnosis(definition, sessions).sums(sources));
    String refusals =
        findings.stream()
            .filter(Finding::isRefusal)
            .flatMap(finding -> finding.failure().stream())
            .collect(Collectors.joining("; "));
    if (!refusals.isEmpty()) {
      throw new DayfillException(
          Outcome.REFUSED,
          definition.table()
              + " "
              + days.get(0).day()
              + (days.size() > 1 ? " to " + days.get(days.size() - 1).day() : "")
              + " refused: "
              + refusals
              + "; correct the sources and run the days again");
    }
    List<ReadyDay> passed = new ArrayList<>(days);
    passed.set(0, days.get(0).with(findings));
    return passed;
  }
}
