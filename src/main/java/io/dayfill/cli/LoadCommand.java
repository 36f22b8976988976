/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import io.dayfill.cli.Answer.Need;
import io.dayfill.definition.Definition;
import io.dayfill.definition.Outcome;
import io.dayfill.notify.Secrets;
import io.dayfill.run.BackfillReport;
import io.dayfill.run.DayRun;
import java.time.LocalDate;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code load RUN_DATE}: stage, check and publish one day. */
@Command(
    name = "load",
    mixinStandardHelpOptions = true,
    description = "Fills one day: stages it, checks it and publishes it in one commit.",
    footer = {"", "Example:", "  ./submit.sh load 2026-09-16"})
final class LoadCommand implements SparkCommand {
  @Mixin private ProjectOptions project = new ProjectOptions();
  @Mixin private RunDateOption runDate = new RunDateOption();
  @Mixin private RunOptions options = new RunOptions();
  @Mixin private HistoryOption history = new HistoryOption();

  @Override
  public Need prepare() {
    history.of(project.definition());
    Secrets.requireAll(project.definition());
    return options.need(project, List.of(runDate.value()));
  }

  @Override
  public int execute(Terminal terminal) {
    Definition definition = project.definition();
    List<LocalDate> dates = List.of(runDate.value());
    DayLines lines = new DayLines(terminal, definition);
    BackfillReport report =
        options.run(
            terminal,
            options.request(project.project(), definition, dates, history.of(definition)),
            lines);
    if (project.json()) {
      terminal.json(Runs.of("load", report));
    } else {
      report.runs().stream()
          .filter(run -> run.outcome().isSuccess())
          .forEach(run -> terminal.result(loaded(run, report)));
    }
    Reports.warnings(report).forEach(terminal::note);
    report.failures().forEach(run -> terminal.failure(run.reason().orElse("")));
    return report.exitCode();
  }

  private static String loaded(DayRun run, BackfillReport report) {
    return "run "
        + run.runDate()
        + (run.outcome() == Outcome.SKIPPED ? " left " : " loaded ")
        + run.day()
        + ": "
        + DayLines.rows(run)
        + ", "
        + report.table()
        + report.totals().map(totals -> " has " + totals.rows()).orElse("")
        + by(run);
  }

  /** Which version published, or why none did. */
  private static String by(DayRun run) {
    if (run.outcome() == Outcome.SKIPPED) {
      return "; " + run.reason().orElse("");
    }
    return run.adjusted()
        .map(correction -> ", version " + correction.version() + " of its adjustments")
        .orElseGet(() -> ", version " + run.version().orElseThrow());
  }
}
