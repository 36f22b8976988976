/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import io.dayfill.definition.Outcome;
import io.dayfill.plan.Action;
import io.dayfill.plan.PlannedRun;
import io.dayfill.publish.Adjusted;
import io.dayfill.run.BackfillReport;
import io.dayfill.run.DayRun;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The JSON document of commands that run days. */
record Runs(
    String command,
    String table,
    String backfill,
    int exitCode,
    Totals totals,
    List<Run> runs,
    List<String> warnings,
    Optional<List<Runs>> downstream) {
  /** Sums over the runs, and what the table holds. */
  record Totals(
      int runs,
      int failed,
      int skipped,
      int notStarted,
      Optional<Long> days,
      Optional<Long> rows,
      int retries) {}

  /** One run. */
  record Run(
      LocalDate runDate,
      LocalDate day,
      String outcome,
      OptionalLong rows,
      OptionalLong rowsBefore,
      OptionalLong version,
      Optional<Adjusted> adjusted,
      Optional<String> reason,
      List<String> warnings,
      long elapsedMs) {}

  static Runs of(String command, BackfillReport report) {
    return of(command, report, List.of());
  }

  /** As above, with the days of {@code plan} that were skipped. */
  static Runs of(String command, BackfillReport report, List<PlannedRun> plan) {
    List<Run> runs = new ArrayList<>(report.runs().stream().map(Runs::run).toList());
    plan.stream().filter(row -> row.action() == Action.SKIP).forEach(row -> runs.add(skipped(row)));
    Totals totals =
        new Totals(
            report.runs().size(),
            report.failures().size(),
            runs.size() - report.runs().size(),
            report.notStarted().size(),
            report.totals().map(table -> table.days()),
            report.totals().map(table -> table.rows()),
            report.retries());
    return new Runs(
        command,
        report.table(),
        report.backfill(),
        report.exitCode(),
        totals,
        runs,
        report.warnings(),
        Optional.empty());
  }

  /** The same document with those of derived tables, which may have ended more gravely. */
  Runs with(List<Runs> derived, int gravest) {
    return new Runs(
        command, table, backfill, gravest, totals, runs, warnings, Optional.of(derived));
  }

  private static Run skipped(PlannedRun row) {
    return new Run(
        row.runDate(),
        row.day(),
        Outcome.SKIPPED.name(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        Optional.empty(),
        Optional.of(row.reason()),
        List.of(),
        0);
  }

  private static Run run(DayRun run) {
    return new Run(
        run.runDate(),
        run.day(),
        run.outcome().name(),
        run.rows(),
        run.rowsBefore(),
        run.version(),
        run.adjusted(),
        run.reason(),
        run.warnings(),
        run.elapsedMs());
  }
}
