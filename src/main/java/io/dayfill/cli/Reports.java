/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import io.dayfill.definition.Definition;
import io.dayfill.plan.DayStates;
import io.dayfill.plan.Publication;
import io.dayfill.run.BackfillReport;
import io.dayfill.run.DayRun;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Lines that sum up what a command did to a table. */
final class Reports {
  private Reports() {}

  /** {@code what: 30 days, 130 rows, version 31; orders_daily has 30 days, 130 orders}. */
  static String published(String what, BackfillReport report, Definition definition) {
    List<DayRun> runs = report.runs().stream().filter(run -> run.outcome().isSuccess()).toList();
    long rows = runs.stream().mapToLong(run -> run.rows().orElse(0)).sum();
    String version =
        runs.stream()
            .flatMap(run -> run.version().stream().boxed())
            .findFirst()
            .map(number -> ", version " + number)
            .orElse("");
    return what
        + ": "
        + count(runs.size(), "day")
        + ", "
        + count(rows, "row")
        + version
        + report
            .totals()
            .map(
                totals ->
                    "; "
                        + report.table()
                        + " has "
                        + count(totals.days(), "day")
                        + ", "
                        + totals.rows()
                        + " "
                        + definition.rowNoun())
            .orElse("");
  }

  /** Points out that days of one table show different pasts; empty: they do not. */
  static Optional<String> histories(Definition definition, DayStates states) {
    Set<String> histories = states.histories();
    return histories.size() < 2
        ? Optional.empty()
        : Optional.of(
            "note: days of "
                + definition.table()
                + " show different histories: "
                + histories.stream()
                    .map(
                        word ->
                            word
                                + " on "
                                + count(
                                    states.past().days().stream()
                                        .filter(day -> shows(states, day, word))
                                        .count(),
                                    "day"))
                    .collect(Collectors.joining(", ")));
  }

  private static boolean shows(DayStates states, LocalDate day, String history) {
    return states
        .past()
        .publication(day)
        .flatMap(Publication::history)
        .filter(history::equals)
        .isPresent();
  }

  /** What checks that only warn have found, and consumers that were not told, a line each. */
  static List<String> warnings(BackfillReport report) {
    Stream<String> untold = report.warnings().stream().map(text -> "warning: " + text);
    return Stream.concat(checks(report), untold).toList();
  }

  private static Stream<String> checks(BackfillReport report) {
    return report.runs().stream()
        .flatMap(
            run ->
                run.warnings().stream()
                    .map(text -> "warning: " + report.table() + " " + run.day() + " " + text));
  }

  private static String count(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
