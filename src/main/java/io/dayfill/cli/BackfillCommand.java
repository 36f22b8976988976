/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import io.dayfill.cli.Answer.Need;
import io.dayfill.definition.Definition;
import io.dayfill.notify.Secrets;
import io.dayfill.plan.Action;
import io.dayfill.plan.PlannedRun;
import io.dayfill.run.BackfillRequest;
import io.dayfill.run.BackfillRequest.OnFailure;
import io.dayfill.run.BackfillRequest.Planned;
import io.dayfill.run.PublishMode;
import io.dayfill.spark.Sessions;
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
      "  ./submit.sh backfill 2026-09-02 2026-10-01 --publish hold   compute, then diff and publish",
      "  ./submit.sh backfill 2026-09-16 2026-09-16 --downstream   and all that is computed from it"
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

  @Mixin private HistoryOption history = new HistoryOption();
  @Mixin private DownstreamOption downstream = new DownstreamOption();

  private Optional<RangeLook> look = Optional.empty();

  @Override
  public Need prepare() {
    range.runDates();
    Definition definition = project.definition();
    history.of(definition);
    range.requireOrder(definition);
    if (!dryRun) {
      Secrets.requireAll(definition);
      if (downstream.isWanted()) {
        look().downstream().tables().forEach(Secrets::requireAll);
      }
    }
    if (look().needsSpark()) {
      return Need.SPARK_SHORT;
    }
    if (dryRun || !look().isAnyDue()) {
      return Need.NOTHING;
    }
    long bytes = look().view("backfill").bytes();
    return definition.isDerived() ? RunOptions.needOfTables(bytes) : RunOptions.need(bytes);
  }

  @Override
  public int execute(Terminal terminal) {
    look().states().past().ledger().problem().ifPresent(terminal::note);
    boolean shares = look().needsSpark() || (downstream.isWanted() && !dryRun && look().isAnyDue());
    if (!shares) {
      return execute(terminal, Optional.empty());
    }
    // One session finds out what is stale and runs the days of all tables.
    try (Sessions sessions = look().open()) {
      look().decide(sessions);
      return execute(terminal, Optional.of(sessions));
    }
  }

  private int execute(Terminal terminal, Optional<Sessions> sessions) {
    PlanView view = look().view("backfill");
    if (dryRun) {
      return show(terminal, view);
    }
    view.notes().forEach(terminal::note);
    terminal.note("plan: " + view.summary());
    BackfillRuns runs = new BackfillRuns(terminal, options);
    BackfillRequest request = request(view);
    runs.run(request, view.days());
    if (downstream.isWanted()) {
      List<LocalDate> touching = view.days().stream().map(PlannedRun::day).toList();
      runs.derived(look().downstream(), request, touching, sessions);
    }
    if (project.json()) {
      terminal.json(runs.document());
    } else {
      runs.tell();
    }
    return runs.exitCode();
  }

  private BackfillRequest request(PlanView view) {
    Definition definition = project.definition();
    List<LocalDate> due =
        view.days().stream()
            .filter(row -> row.action() != Action.SKIP)
            .map(PlannedRun::runDate)
            .toList();
    long version = look().states().past().version();
    return options
        .request(project.project(), definition, due, history.of(definition))
        .with(concurrency, publish, failFast ? OnFailure.STOP : OnFailure.GO_ON)
        .planned(new Planned(range.reprocess(), version, look().onlyIfChanged()));
  }

  /** The table as {@link #prepare} has seen it: what changes later is noticed at a day's turn. */
  private RangeLook look() {
    RangeLook known = look.orElseGet(() -> new RangeLook(project, range, history, downstream));
    look = Optional.of(known);
    return known;
  }

  private int show(Terminal terminal, PlanView view) {
    if (project.json()) {
      terminal.json(view.document(true, look().downstreamView()));
      return 0;
    }
    terminal.result(view.rows());
    view.consumers().ifPresent(terminal::result);
    terminal.result(view.summary());
    look().tell(terminal);
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
