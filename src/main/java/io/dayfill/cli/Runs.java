/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import io.dayfill.run.BackfillReport;
import io.dayfill.run.DayRun;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The JSON document of commands that run days. */
record Runs(
    String command, String table, String backfill, int exitCode, Totals totals, List<Run> runs) {
  /** Sums over the runs, and what the table holds. */
  record Totals(
      int runs,
      int failed,
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
      Optional<String> reason,
      long elapsedMs) {}

  static Runs of(String command, BackfillReport report) {
    Totals totals =
        new Totals(
            report.runs().size(),
            report.failures().size(),
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
        report.runs().stream().map(Runs::run).toList());
  }

  private static Run run(DayRun run) {
    return new Run(
        run.runDate(),
        run.day(),
        run.outcome().name(),
        run.rows(),
        run.rowsBefore(),
        run.version(),
        run.reason(),
        run.elapsedMs());
  }
}
