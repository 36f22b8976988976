/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import io.dayfill.definition.Outcome;
import java.time.LocalDate;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * How a command over a range of days ended.
 *
 * @param backfill the command's id, as commits carry it
 * @param table the table's name
 * @param runs the days that were run, in the order that was asked for
 * @param notStarted run dates that were not begun because the command was told to stop
 * @param totals what the table holds now; empty if there is no table
 * @param warnings what went wrong without failing a run, a line each
 */
public record BackfillReport(
    String backfill,
    String table,
    List<DayRun> runs,
    List<LocalDate> notStarted,
    Optional<TableTotals> totals,
    List<String> warnings) {
  private static final List<Integer> GRAVEST_FIRST =
      List.of(
          Outcome.FAILED.exitCode(),
          Outcome.CONFLICT.exitCode(),
          Outcome.REFUSED.exitCode(),
          Outcome.NOT_READY.exitCode());

  public BackfillReport {
    runs = List.copyOf(runs);
    notStarted = List.copyOf(notStarted);
    warnings = List.copyOf(warnings);
  }

  /** A report without warnings. */
  public BackfillReport(
      String backfill,
      String table,
      List<DayRun> runs,
      List<LocalDate> notStarted,
      Optional<TableTotals> totals) {
    this(backfill, table, runs, notStarted, totals, List.of());
  }

  /** The runs that did not end well. */
  public List<DayRun> failures() {
    return runs.stream().filter(run -> !run.outcome().isSuccess()).toList();
  }

  /** The exit code of the gravest end; a command that was stopped before its end has failed. */
  public int exitCode() {
    int gravest = gravest(runs.stream().map(run -> run.outcome().exitCode()).toList());
    return gravest != 0 || notStarted.isEmpty() ? gravest : Outcome.FAILED.exitCode();
  }

  /** The gravest of the exit codes of parts of a command; a mistake in a call after all others. */
  public static int gravest(Collection<Integer> codes) {
    return GRAVEST_FIRST.stream()
        .filter(codes::contains)
        .findFirst()
        .orElse(codes.stream().max(Comparator.naturalOrder()).orElse(0));
  }

  /** How many commits had to be tried again because another writer was there first. */
  public int retries() {
    return runs.stream().mapToInt(run -> Math.max(0, run.attempts() - 1)).sum();
  }
}
