/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Definition;
import io.dayfill.definition.Outcome;
import io.dayfill.plan.PlannedRun;
import io.dayfill.plan.Reprocess;
import io.dayfill.run.BackfillReport;
import io.dayfill.run.BackfillRequest;
import io.dayfill.run.BackfillRequest.OnFailure;
import io.dayfill.run.BackfillRequest.Planned;
import io.dayfill.run.DayRun;
import io.dayfill.run.Downstream;
import io.dayfill.run.PublishMode;
import io.dayfill.run.StopSwitch;
import io.dayfill.spark.Sessions;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Runs the days of one backfill, table after table, and tells of them as they end. */
final class BackfillRuns {
  private final Terminal terminal;
  private final RunOptions options;
  private final StopSwitch stop = new StopSwitch();
  private final List<Table> tables = new ArrayList<>();
  private Optional<DayfillException> stopped = Optional.empty();

  BackfillRuns(Terminal terminal, RunOptions options) {
    this.terminal = terminal;
    this.options = options;
  }

  /** What became of one table: its runs, and its plan. */
  private record Table(Definition definition, BackfillReport report, List<PlannedRun> plan) {
    long skipped() {
      return plan.size() - (long) report.runs().size() - report.notStarted().size();
    }
  }

  /** Runs {@code request}, which {@code plan} has chosen. */
  BackfillReport run(BackfillRequest request, List<PlannedRun> plan) {
    Definition definition = request.definition();
    BackfillReport report = run(request);
    tables.add(new Table(definition, report, plan));
    Reports.warnings(report).forEach(terminal::note);
    report.failures().stream()
        .map(run -> run.reason().orElse(""))
        .distinct() // days that failed together have one reason
        .forEach(terminal::failure);
    if (!report.notStarted().isEmpty()) {
      terminal.failure(
          "stopped before "
              + report.notStarted().size()
              + " runs: "
              + report.notStarted()
              + "; the same command goes on");
    }
    return report;
  }

  private BackfillReport run(BackfillRequest request) {
    Definition definition = request.definition();
    if (!Terminal.isInteractive()) {
      return options.run(terminal, request, new DayLines(terminal, definition), stop);
    }
    try (DayProgress progress = new DayProgress(definition.table(), request.runDates().size())) {
      return options.run(terminal, request, progress, stop);
    }
  }

  /**
   * Runs the days of derived tables that have become stale or can be computed now, upstream first.
   * Each table's days are published before the next table is looked at.
   *
   * @param own the request of the first table, whose days {@code touching} names
   */
  void derived(
      Downstream downstream,
      BackfillRequest own,
      Collection<LocalDate> touching,
      Optional<Sessions> sessions) {
    String id = tables.get(0).report().backfill();
    Optional<String> held = own.publish() == PublishMode.HOLD ? Optional.of(id) : Optional.empty();
    Map<String, NavigableSet<LocalDate>> touched = new HashMap<>();
    touched.put(own.definition().table(), new TreeSet<>(touching));
    for (Definition derived : downstream.tables()) {
      if (stopped.isPresent() || stop.isStopped() || isFailed(own)) {
        terminal.failure(derived.table() + " was not begun; the same command goes on");
        continue;
      }
      try {
        Downstream.Step step = downstream.step(derived, touched, held, sessions);
        Planned planned = new Planned(Reprocess.STALE, step.states().past().version(), Set.of());
        run(
            own.derived(derived, step.due(), downstream.history(derived), id).planned(planned),
            step.rows());
      } catch (DayfillException general) {
        terminal.failure(String.valueOf(general.getMessage()));
        stopped = Optional.of(general);
      }
    }
    if (exitCode() != 0) {
      terminal.failure(unfinished(id));
    }
  }

  private boolean isFailed(BackfillRequest own) {
    return own.onFailure() == OnFailure.STOP
        && tables.stream().anyMatch(table -> !table.report().failures().isEmpty());
  }

  /** What is published and what is not, where a table after the first did not come through. */
  private String unfinished(String id) {
    List<String> published = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (Table table : tables) {
      long days =
          table.report().runs().stream().filter(run -> run.outcome() == Outcome.PUBLISHED).count();
      if (days > 0) {
        published.add(table.definition().table() + " (" + days + (days == 1 ? " day)" : " days)"));
      }
      String failed =
          table.report().failures().stream()
              .map(DayRun::day)
              .map(LocalDate::toString)
              .collect(Collectors.joining(", "));
      if (!failed.isEmpty()) {
        missing.add(table.definition().table() + " " + failed);
      }
    }
    stopped.ifPresent(general -> missing.add("the table named before"));
    return "backfill "
        + id
        + ": published is "
        + (published.isEmpty() ? "nothing" : String.join(", ", published))
        + "; not published is "
        + String.join(", ", missing)
        + "; mend that and run the same command again, it does what is left";
  }

  /** The gravest end of all tables. */
  int exitCode() {
    List<Integer> codes = new ArrayList<>();
    tables.forEach(table -> codes.add(table.report().exitCode()));
    stopped.ifPresent(general -> codes.add(general.exitCode()));
    return BackfillReport.gravest(codes);
  }

  /** The end in words, a line a table. */
  void tell() {
    for (Table table : tables) {
      terminal.result(summary(table));
    }
    held().ifPresent(terminal::result);
  }

  /** The end as JSON: the first table's, and below it those of derived tables. */
  Runs document() {
    List<Runs> documents =
        tables.stream()
            .map(table -> Runs.of("backfill", table.report(), table.plan()))
            .collect(Collectors.toList());
    Runs first = documents.remove(0);
    return documents.isEmpty() ? first : first.with(documents, exitCode());
  }

  /** What to do with days that are held. */
  private Optional<String> held() {
    long held =
        tables.stream()
            .flatMap(table -> table.report().runs().stream())
            .filter(run -> run.outcome() == Outcome.HELD)
            .count();
    return held == 0
        ? Optional.empty()
        : Optional.of(
            held
                + " held, no reader sees them: diff "
                + tables.get(0).report().backfill()
                + ", then publish or discard it");
  }

  private static String summary(Table table) {
    BackfillReport report = table.report();
    long skipped = table.skipped();
    String failed = report.failures().size() + " failed";
    String left = skipped > 0 ? ", " + skipped + " skipped" : "";
    String retried = report.retries() > 0 ? ", " + report.retries() + " commits retried" : "";
    String now =
        report
            .totals()
            .map(
                totals ->
                    "has "
                        + totals.days()
                        + " days, "
                        + totals.rows()
                        + " "
                        + table.definition().rowNoun())
            .orElse(skipped > 0 ? "is as it was" : "does not exist yet");
    return "ran "
        + report.runs().size()
        + " runs, "
        + failed
        + left
        + retried
        + "; "
        + report.table()
        + " "
        + now
        + (report.runs().isEmpty()
            ? "; nothing was to be done"
            : " (backfill " + report.backfill() + ")");
  }
}
