/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import io.dayfill.cli.Answer.Need;
import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Definition;
import io.dayfill.definition.Outcome;
import io.dayfill.plan.Cause;
import io.dayfill.plan.DayState;
import io.dayfill.plan.DayStates;
import io.dayfill.plan.DayStatus;
import io.dayfill.plan.Publication;
import io.dayfill.plan.RunRange;
import io.dayfill.run.Planning;
import io.dayfill.run.StoredFingerprints;
import io.dayfill.spark.HadoopSettings;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code status [FIRST LAST]}: the state of each day with its causes. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description = {
      "Shows the state of each day and why; needs no Spark unless --verify is said.",
      "Without dates: from the first to the last day that the table knows."
    },
    footer = {
      "",
      "Examples:",
      "  ./submit.sh status 2026-09-02 2026-10-01",
      "  ./submit.sh status --state stale,corrupt",
      "  ./submit.sh status --fail-on stale,corrupt,missing   exit code 4 if there are any"
    })
final class StatusCommand implements SparkCommand {
  private static final int CALENDAR_DAYS = 92;

  @Mixin private ProjectOptions project = new ProjectOptions();

  @Parameters(
      arity = "0..2",
      paramLabel = "FIRST LAST",
      converter = RunDateConverter.class,
      description = "First and last run date, both included.")
  private List<LocalDate> range = List.of();

  @Option(
      names = "--state",
      paramLabel = "STATE",
      split = ",",
      description = "Only days in one of these states: missing, complete, stale, corrupt, held.")
  private List<DayState> wanted = List.of();

  @Option(
      names = "--fail-on",
      paramLabel = "STATE",
      split = ",",
      description = "End with exit code 4 if a day is in one of these states.")
  private List<DayState> failOn = List.of();

  @Option(
      names = "--verify",
      description = "Read the stored rows again and compare them with their fingerprints.")
  private boolean verify;

  @Override
  public Need prepare() {
    if (range.size() == 1) {
      throw DayfillException.usage(
          "status takes no date or two: write status " + range.get(0) + " LAST");
    }
    if (range.size() == 2) {
      new RunRange(range.get(0), range.get(1));
    }
    project.definition();
    return verify ? Need.SPARK_SHORT : Need.NOTHING;
  }

  @Override
  public int execute(Terminal terminal) {
    Definition definition = project.definition();
    DayStates states =
        new Planning(project.project(), definition, HadoopSettings.withoutSession()).states();
    states.past().ledger().problem().ifPresent(terminal::note);
    List<DayStatus> all = days(definition, states).stream().map(states::of).toList();
    if (verify) {
      all =
          new StoredFingerprints(project.project(), definition)
              .verify(all, states.past().comparableSince());
    }
    int exitCode =
        all.stream().anyMatch(day -> failOn.contains(day.state())) ? Outcome.REFUSED.exitCode() : 0;
    show(terminal, definition, states, all, exitCode);
    return exitCode;
  }

  private void show(
      Terminal terminal,
      Definition definition,
      DayStates states,
      List<DayStatus> all,
      int exitCode) {
    List<DayStatus> shown =
        all.stream().filter(day -> wanted.isEmpty() || wanted.contains(day.state())).toList();
    if (project.json()) {
      List<Day> days = shown.stream().map(day -> Day.of(day, definition)).toList();
      terminal.json(
          new Document("status", definition.table(), exitCode, days, HeldView.of(states)));
      return;
    }
    HeldView.of(states).forEach(held -> terminal.result(held.line()));
    if (all.isEmpty()) {
      terminal.result(definition.table() + " has no days: nothing was published yet");
      return;
    }
    boolean asCalendar = wanted.isEmpty() && all.size() > CALENDAR_DAYS;
    boolean withHistory = definition.history().isPresent();
    terminal.result(asCalendar ? new Calendar(all).text() : lines(shown, withHistory));
    terminal.result(summary(definition, all));
    Reports.histories(definition, states).ifPresent(terminal::result);
    if (exitCode != 0) {
      terminal.failure(
          definition.table()
              + ": days are "
              + failOn.stream()
                  .filter(state -> count(all, state) > 0)
                  .map(state -> state.name().toLowerCase(Locale.ROOT))
                  .collect(Collectors.joining(" and "))
              + "; ./submit.sh plan says what a backfill would do");
    }
  }

  private static String lines(List<DayStatus> days, boolean withHistory) {
    TextTable text =
        withHistory
            ? new TextTable("day", "state", "rows", "version", "history", "causes")
            : new TextTable("day", "state", "rows", "version", "causes");
    for (DayStatus day : days) {
      List<Object> values = new ArrayList<>();
      values.add(day.day());
      values.add(day.state());
      values.add(day.rows().isPresent() ? day.rows().getAsLong() : "");
      values.add(day.publication().map(StatusCommand::version).orElse(""));
      if (withHistory) {
        values.add(day.publication().flatMap(Publication::history).orElse(""));
      }
      values.add(day.allCauses());
      text.row(values.toArray());
    }
    return text.text();
  }

  /** {@code 3}, and {@code 3 +1} for a day that version 1 of the adjustments has corrected. */
  private static String version(Publication publication) {
    return publication.version()
        + publication.adjustments().map(correction -> " +" + correction).orElse("");
  }

  private static String summary(Definition definition, List<DayStatus> all) {
    StringBuilder text = new StringBuilder(definition.table() + ": " + all.size() + " days");
    for (DayState state : DayState.values()) {
      if (state == DayState.HELD && count(all, state) == 0) {
        continue;
      }
      text.append(", ").append(count(all, state)).append(' ');
      text.append(state.name().toLowerCase(Locale.ROOT));
    }
    return text.toString();
  }

  private static long count(List<DayStatus> all, DayState state) {
    return all.stream().filter(day -> day.state() == state).count();
  }

  private List<LocalDate> days(Definition definition, DayStates states) {
    if (!range.isEmpty()) {
      return new RunRange(range.get(0), range.get(1))
          .runDates().stream().map(definition::day).toList();
    }
    SortedSet<LocalDate> known = states.days();
    return known.isEmpty() ? List.of() : new RunRange(known.first(), known.last()).runDates();
  }

  /** The JSON of the command. */
  record Document(
      String command, String table, int exitCode, List<Day> days, List<HeldView> held) {}

  /** One day. */
  record Day(
      LocalDate day,
      LocalDate runDate,
      DayState state,
      List<Cause> causes,
      OptionalLong rows,
      Optional<Long> version,
      Optional<Long> adjustments,
      Optional<String> backfill,
      Optional<String> history) {
    static Day of(DayStatus status, Definition definition) {
      return new Day(
          status.day(),
          definition.runDate(status.day()),
          status.state(),
          status.causes(),
          status.rows(),
          status.publication().map(known -> known.version()),
          status.publication().flatMap(Publication::adjustments),
          status.publication().map(known -> known.backfill()),
          status.publication().flatMap(Publication::history));
    }
  }
}
