/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import io.dayfill.cli.Answer.Need;
import io.dayfill.definition.Definition;
import io.dayfill.plan.PlannedRun;
import io.dayfill.plan.RunOrder;
import io.dayfill.plan.RunRange;
import io.dayfill.run.BackfillReport;
import io.dayfill.run.BackfillRequest;
import io.dayfill.run.BackfillRequest.OnFailure;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code backfill FIRST LAST}: load and check each run date of a range, both ends included. */
@Command(
    name = "backfill",
    mixinStandardHelpOptions = true,
    description = {
      "Loads and checks each run date from FIRST to LAST, both included, in one Spark session.",
      "Days are independent: one that fails keeps its rows and does not stop the others."
    },
    footer = {
      "",
      "Examples:",
      "  ./submit.sh backfill 2026-09-02 2026-10-01             fill September",
      "  ./submit.sh backfill 2026-09-02 2026-10-01 --dry-run   show what would be done"
    })
final class BackfillCommand implements SparkCommand {
  @Mixin private ProjectOptions project = new ProjectOptions();
  @Mixin private RunOptions options = new RunOptions();

  @Parameters(
      index = "0",
      paramLabel = "FIRST",
      converter = RunDateConverter.class,
      description = "First run date, included.")
  private LocalDate first = LocalDate.EPOCH;

  @Parameters(
      index = "1",
      paramLabel = "LAST",
      converter = RunDateConverter.class,
      description = "Last run date, included.")
  private LocalDate last = LocalDate.EPOCH;

  @Option(
      names = "--concurrency",
      paramLabel = "N|auto",
      converter = ConcurrencyConverter.class,
      description =
          "How many days may be in work at once (default: auto: days whose SQL goes row by row are staged together).")
  private OptionalInt concurrency = OptionalInt.empty();

  @Option(
      names = "--order",
      paramLabel = "oldest|newest",
      description = "Which day comes first (default: oldest).")
  private RunOrder order = RunOrder.OLDEST;

  @Option(
      names = "--publish",
      paramLabel = "each",
      description = "When days become visible: each when it is ready (default: each).")
  private PublishMode publish = PublishMode.EACH;

  @Option(names = "--fail-fast", description = "Start no more days after one that failed.")
  private boolean failFast;

  @Option(
      names = "--dry-run",
      description = "Show the days and what would be done with each; write nothing.")
  private boolean dryRun;

  @Option(
      names = "--max-runs",
      paramLabel = "N",
      description = "Refuse a range with more runs (default: " + RunRange.DEFAULT_MAX_RUNS + ").")
  private int maxRuns = RunRange.DEFAULT_MAX_RUNS;

  /** The words of {@code --publish}. */
  enum PublishMode {
    EACH
  }

  @Override
  public Need prepare() {
    List<LocalDate> dates = runDates();
    return dryRun ? checked(Need.NOTHING) : options.need(project, dates);
  }

  @Override
  public int execute(Terminal terminal) {
    Definition definition = project.definition();
    return dryRun ? plan(terminal, definition) : backfill(terminal, definition);
  }

  private int backfill(Terminal terminal, Definition definition) {
    BackfillRequest plain = options.request(project.project(), definition, runDates());
    BackfillRequest request = plain.with(concurrency, failFast ? OnFailure.STOP : OnFailure.GO_ON);
    BackfillReport report = run(terminal, definition, request);
    report.failures().forEach(run -> terminal.failure(run.reason().orElse("")));
    if (!report.notStarted().isEmpty()) {
      terminal.failure(
          "stopped before "
              + report.notStarted().size()
              + " runs: "
              + report.notStarted()
              + "; the same command goes on");
    }
    if (project.json()) {
      terminal.json(Runs.of("backfill", report));
    } else {
      terminal.result(summary(report, definition));
    }
    return report.exitCode();
  }

  private BackfillReport run(Terminal terminal, Definition definition, BackfillRequest request) {
    if (!Terminal.isInteractive()) {
      return options.run(request, new DayLines(terminal, definition));
    }
    try (DayProgress progress = new DayProgress(definition.table(), request.runDates().size())) {
      return options.run(request, progress);
    }
  }

  private static String summary(BackfillReport report, Definition definition) {
    String failed = report.failures().size() + " failed";
    String retried = report.retries() > 0 ? ", " + report.retries() + " commits retried" : "";
    String table =
        report
            .totals()
            .map(
                totals ->
                    "has " + totals.days() + " days, " + totals.rows() + " " + definition.rowNoun())
            .orElse("does not exist yet");
    return "ran "
        + report.runs().size()
        + " runs, "
        + failed
        + retried
        + "; "
        + report.table()
        + " "
        + table
        + " (backfill "
        + report.backfill()
        + ")";
  }

  private int plan(Terminal terminal, Definition definition) {
    List<PlannedRun> runs = RunOptions.planner(project.project(), definition).plan(runDates());
    if (project.json()) {
      terminal.json(
          new PlanDocument(
              "backfill", definition.table(), 0, true, new PlanDocument.Totals(runs.size()), runs));
      return 0;
    }
    TextTable table = new TextTable("run date", "day", "action", "reason");
    runs.forEach(run -> table.row(run.runDate(), run.day(), run.action(), run.reason()));
    terminal.result(table.text());
    terminal.result(
        runs.size()
            + " runs, "
            + first
            + " to "
            + last
            + ", both included, to be published "
            + publish.name().toLowerCase(Locale.ROOT)
            + "; nothing was written");
    return 0;
  }

  private List<LocalDate> runDates() {
    return order.arrange(new RunRange(first, last).atMost(maxRuns));
  }

  private Need checked(Need need) {
    project.definition();
    return need;
  }

  /** The JSON of a dry run. */
  record PlanDocument(
      String command,
      String table,
      int exitCode,
      boolean dryRun,
      Totals totals,
      List<PlannedRun> runs) {
    /** How many runs the range makes. */
    record Totals(int runs) {}
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
