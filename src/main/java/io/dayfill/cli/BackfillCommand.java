/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import io.dayfill.cli.Answer.Need;
import io.dayfill.definition.Definition;
import io.dayfill.definition.Outcome;
import io.dayfill.notify.Secrets;
import io.dayfill.plan.Action;
import io.dayfill.plan.BackfillPlanner;
import io.dayfill.plan.DayStates;
import io.dayfill.plan.PlannedRun;
import io.dayfill.run.BackfillReport;
import io.dayfill.run.BackfillRequest;
import io.dayfill.run.BackfillRequest.OnFailure;
import io.dayfill.run.BackfillRequest.Planned;
import io.dayfill.run.Planning;
import io.dayfill.run.PublishMode;
import io.dayfill.spark.HadoopSettings;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code backfill FIRST LAST}: load and check each run date of a range, both ends included. */
@Command(
    name = "backfill",
    mixinStandardHelpOptions = true,
    description = {
      "Plans, then loads and checks each run date from FIRST to LAST, both included, that is missing",
      "or stale (see --reprocess), in one Spark session. The same command goes on after any stop.",
      "Days are independent: one that fails keeps its rows and does not stop the others."
    },
    footer = {
      "",
      "Examples:",
      "  ./submit.sh backfill 2026-09-02 2026-10-01             fill September",
      "  ./submit.sh backfill 2026-09-02 2026-10-01 --dry-run   show what would be done",
      "  ./submit.sh backfill 2026-09-02 2026-10-01 --reprocess completed   fill all again",
      "  ./submit.sh backfill 2026-09-02 2026-10-01 --publish hold   compute, then diff and publish"
    })
final class BackfillCommand implements SparkCommand {
  @Mixin private ProjectOptions project = new ProjectOptions();
  @Mixin private RunOptions options = new RunOptions();

  @Mixin private RangeOptions range = new RangeOptions();

  @Option(
      names = "--concurrency",
      paramLabel = "N|auto",
      converter = ConcurrencyConverter.class,
      description =
          "How many days may be in work at once (default: auto: days whose SQL goes row by row are staged together).")
  private OptionalInt concurrency = OptionalInt.empty();

  @Option(
      names = "--publish",
      paramLabel = "each|together|hold",
      description =
          "When days become visible: each when it is ready (the default), all together in one commit or none, or on hold until publish ID.")
  private PublishMode publish = PublishMode.EACH;

  @Option(names = "--fail-fast", description = "Start no more days after one that failed.")
  private boolean failFast;

  @Option(
      names = "--dry-run",
      description = "Show the days and what would be done with each; write nothing.")
  private boolean dryRun;

  private Optional<DayStates> states = Optional.empty();

  @Override
  public Need prepare() {
    range.runDates();
    if (dryRun) {
      project.definition();
      return Need.NOTHING;
    }
    Secrets.requireAll(project.definition());
    PlanView view = view(states());
    return view.due() == 0 ? Need.NOTHING : RunOptions.need(view.bytes());
  }

  @Override
  public int execute(Terminal terminal) {
    DayStates states = states();
    states.past().ledger().problem().ifPresent(terminal::note);
    PlanView view = view(states);
    if (dryRun) {
      return show(terminal, view);
    }
    view.notes().forEach(terminal::note);
    terminal.note("plan: " + view.summary());
    return backfill(terminal, states, view.days());
  }

  /** The table as {@link #prepare} has seen it: what changes later is noticed at a day's turn. */
  private DayStates states() {
    DayStates seen =
        states.orElseGet(
            () ->
                new Planning(
                        project.project(), project.definition(), HadoopSettings.withoutSession())
                    .states());
    states = Optional.of(seen);
    return seen;
  }

  private PlanView view(DayStates states) {
    Definition definition = project.definition();
    List<PlannedRun> plan =
        new BackfillPlanner(definition, states, range.reprocess()).plan(range.runDates());
    return new PlanView("backfill", definition, plan);
  }

  private int backfill(Terminal terminal, DayStates states, List<PlannedRun> plan) {
    Definition definition = project.definition();
    List<LocalDate> due =
        plan.stream().filter(row -> row.action() != Action.SKIP).map(PlannedRun::runDate).toList();
    BackfillRequest request =
        options
            .request(project.project(), definition, due)
            .with(concurrency, publish, failFast ? OnFailure.STOP : OnFailure.GO_ON)
            .planned(new Planned(range.reprocess(), states.past().version()));
    BackfillReport report = run(terminal, definition, request);
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
    if (project.json()) {
      terminal.json(Runs.of("backfill", report, plan));
    } else {
      terminal.result(summary(report, definition, plan.size() - due.size()));
      held(report).ifPresent(terminal::result);
    }
    return report.exitCode();
  }

  /** What to do with days that are held. */
  private static Optional<String> held(BackfillReport report) {
    long held = report.runs().stream().filter(run -> run.outcome() == Outcome.HELD).count();
    return held == 0
        ? Optional.empty()
        : Optional.of(
            held
                + " held, no reader sees them: diff "
                + report.backfill()
                + ", then publish or discard it");
  }

  private BackfillReport run(Terminal terminal, Definition definition, BackfillRequest request) {
    if (!Terminal.isInteractive()) {
      return options.run(terminal, request, new DayLines(terminal, definition));
    }
    try (DayProgress progress = new DayProgress(definition.table(), request.runDates().size())) {
      return options.run(terminal, request, progress);
    }
  }

  private static String summary(BackfillReport report, Definition definition, int skipped) {
    String failed = report.failures().size() + " failed";
    String left = skipped > 0 ? ", " + skipped + " skipped" : "";
    String retried = report.retries() > 0 ? ", " + report.retries() + " commits retried" : "";
    String table =
        report
            .totals()
            .map(
                totals ->
                    "has " + totals.days() + " days, " + totals.rows() + " " + definition.rowNoun())
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
        + table
        + (report.runs().isEmpty()
            ? "; nothing was to be done"
            : " (backfill " + report.backfill() + ")");
  }

  private int show(Terminal terminal, PlanView view) {
    if (project.json()) {
      terminal.json(view.document(true));
      return 0;
    }
    terminal.result(view.rows());
    view.consumers().ifPresent(terminal::result);
    terminal.result(view.summary());
    terminal.result(
        range.runDates().size()
            + " runs, "
            + range.first()
            + " to "
            + range.last()
            + ", both included, to be published "
            + publish.name().toLowerCase(Locale.ROOT)
            + "; nothing was written");
    return 0;
  }

  /** Reads the number of days, or {@code auto}. */
  static final class ConcurrencyConverter implements ITypeConverter<OptionalInt> {
    @Override
    public OptionalInt convert(String text) {
      if (text.equals("auto")) {
        return OptionalInt.empty();
      }
      if (text.matches("[0-9]{1,6}") && Integer.parseInt(text) > 0) {
        return OptionalInt.of(Integer.parseInt(text));
      }
      throw new TypeConversionException(
          "'" + text + "' is not a number of days: write auto or a whole number from 1");
    }
  }
}
