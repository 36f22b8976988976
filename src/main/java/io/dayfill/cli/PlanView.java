/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import io.dayfill.definition.Consumer;
import io.dayfill.definition.Definition;
import io.dayfill.plan.Action;
import io.dayfill.plan.DayState;
import io.dayfill.plan.PlannedRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** A plan as text and as JSON; the same for {@code plan} and {@code backfill}. */
final class PlanView {
  private final String command;
  private final String table;
  private final List<String> consumers;
  private final List<PlannedRun> days;

  PlanView(String command, Definition definition, List<PlannedRun> days) {
    this.command = command;
    this.table = definition.table();
    this.consumers = definition.consumers().stream().map(Consumer::shown).toList();
    this.days = days;
  }

  /** The plan's rows. */
  String rows() {
    boolean withHistory = days.stream().anyMatch(row -> row.history().isPresent());
    List<String> names =
        new ArrayList<>(
            List.of("run date", "day", "state", "action", "rows", "bytes", "seconds", "reason"));
    if (withHistory) {
      names.add(names.size() - 1, "history");
    }
    TextTable text = new TextTable(names.toArray(String[]::new));
    for (PlannedRun row : days) {
      List<Object> values =
          new ArrayList<>(
              List.of(
                  row.runDate(),
                  row.day(),
                  row.state(),
                  row.action(),
                  shown(row.rows()),
                  shown(row.bytes()),
                  row.expectedSeconds().map(PlanView::seconds).orElse(""),
                  row.reason()));
      if (withHistory) {
        values.add(values.size() - 1, row.history().orElse(""));
      }
      text.row(values.toArray());
    }
    return text.text();
  }

  /** Who will be told of what the plan publishes, in one line; empty if nobody will. */
  Optional<String> consumers() {
    return consumers.isEmpty() || due() == 0
        ? Optional.empty()
        : Optional.of("to be told: " + String.join(", ", consumers));
  }

  /** Lines for stored days that are filled again, and for those that are left alone unwell. */
  List<String> notes() {
    return days.stream()
        .filter(row -> row.state() == DayState.STALE || row.state() == DayState.CORRUPT)
        .map(row -> row.day() + " " + row.state() + " " + row.action() + ": " + row.reason())
        .toList();
  }

  /** One line: how many days of each action and state, and what they will take. */
  String summary() {
    Totals totals = totals();
    String states =
        Arrays.stream(DayState.values())
            .filter(state -> count(state) > 0)
            .map(state -> count(state) + " " + state.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining(", "));
    String takes =
        totals.run() == 0
            ? ""
            : "; "
                + totals.bytes()
                + " bytes to read"
                + totals
                    .expectedSeconds()
                    .map(seconds -> ", about " + seconds(seconds) + " s and the start of Spark")
                    .orElse("");
    return table
        + ": "
        + totals.days()
        + " days ("
        + states
        + "), "
        + totals.run()
        + " to run, "
        + totals.skip()
        + " to skip, "
        + totals.waiting()
        + " waiting"
        + takes;
  }

  /**
   * The plan as JSON.
   *
   * @param downstream what it means for derived tables
   */
  Document document(boolean dryRun, Optional<List<DownstreamView.Table>> downstream) {
    return new Document(
        command,
        table,
        0,
        dryRun ? Optional.of(true) : Optional.empty(),
        totals(),
        days,
        due() == 0 ? List.of() : consumers,
        downstream);
  }

  /** The plan itself. */
  List<PlannedRun> days() {
    return days;
  }

  /** The bytes that the due runs read. */
  long bytes() {
    return days.stream().mapToLong(row -> row.bytes().orElse(0)).sum();
  }

  /** How many runs are due. */
  long due() {
    return count(Action.RUN);
  }

  private Totals totals() {
    List<Double> seconds =
        days.stream().map(PlannedRun::expectedSeconds).flatMap(Optional::stream).toList();
    boolean known = count(Action.RUN) > 0 && seconds.size() == count(Action.RUN);
    return new Totals(
        days.size(),
        count(Action.RUN),
        count(Action.SKIP),
        count(Action.WAIT),
        bytes(),
        known
            ? Optional.of(seconds.stream().mapToDouble(Double::doubleValue).sum())
            : Optional.empty());
  }

  private long count(Action action) {
    return days.stream().filter(row -> row.action() == action).count();
  }

  private long count(DayState state) {
    return days.stream().filter(row -> row.state() == state).count();
  }

  private static String shown(OptionalLong number) {
    return number.isPresent() ? String.valueOf(number.getAsLong()) : "";
  }

  private static String seconds(double seconds) {
    return String.format(Locale.ROOT, "%.1f", seconds);
  }

  /** The JSON of a plan. */
  record Document(
      String command,
      String table,
      int exitCode,
      Optional<Boolean> dryRun,
      Totals totals,
      List<PlannedRun> days,
      List<String> consumers,
      Optional<List<DownstreamView.Table>> downstream) {}

  /** Sums over the plan. */
  record Totals(
      int days, long run, long skip, long waiting, long bytes, Optional<Double> expectedSeconds) {}
}
