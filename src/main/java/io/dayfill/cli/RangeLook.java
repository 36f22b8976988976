/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Definition;
import io.dayfill.plan.Action;
import io.dayfill.plan.BackfillPlanner;
import io.dayfill.plan.DayStates;
import io.dayfill.plan.DimensionUse;
import io.dayfill.plan.PlannedRun;
import io.dayfill.run.DimensionLook;
import io.dayfill.run.Downstream;
import io.dayfill.run.Planning;
import io.dayfill.spark.HadoopSettings;
import io.dayfill.spark.Sessions;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The table as a command has first seen it, and the plan for a range: what changes later is noticed
 * at a day's turn. Spark is needed only where a dimension has changed.
 */
final class RangeLook {
  private final ProjectOptions project;
  private final RangeOptions range;
  private final HistoryOption history;
  private final DownstreamOption wanted;
  private Optional<DayStates> seen = Optional.empty();
  private Optional<DownstreamView> derived = Optional.empty();

  RangeLook(
      ProjectOptions project, RangeOptions range, HistoryOption history, DownstreamOption wanted) {
    this.project = project;
    this.range = range;
    this.history = history;
    this.wanted = wanted;
  }

  DayStates states() {
    Definition definition = project.definition();
    DayStates states =
        seen.orElseGet(
            () ->
                new Planning(project.project(), definition, HadoopSettings.withoutSession())
                    .states(history.of(definition), DimensionUse.unknown()));
    seen = Optional.of(states);
    return states;
  }

  /** Whether only a query can tell which days of the range are stale. */
  boolean needsSpark() {
    return !undecided().isEmpty();
  }

  /** Asks that query, if it is needed. */
  void decide() {
    if (needsSpark()) {
      try (Sessions sessions = open()) {
        decide(sessions);
      }
    }
  }

  /** As above in {@code sessions}. */
  void decide(Sessions sessions) {
    List<LocalDate> undecided = undecided();
    if (!undecided.isEmpty()) {
      seen = Optional.of(look().decided(undecided, sessions));
      derived = Optional.empty();
    }
  }

  /** A session for the query and, where days are run, for those. */
  Sessions open() {
    return Sessions.open(
        "dayfill " + project.definition().table(), project.project().scratch("spark"));
  }

  /** The plan of the table itself, from what is known so far; with its tail, if it is wanted. */
  PlanView view(String command) {
    List<PlannedRun> rows = new ArrayList<>(ranged());
    if (wanted.isWanted()) {
      rows.addAll(tail(rows));
    }
    return new PlanView(command, project.definition(), rows);
  }

  private List<PlannedRun> ranged() {
    return new BackfillPlanner(project.definition(), states(), range.reprocess())
        .plan(range.runDates());
  }

  private List<PlannedRun> tail(List<PlannedRun> rows) {
    return Downstream.tail(project.definition(), states(), rows, range.reprocess());
  }

  /** Days that are run only if what they are computed from comes out otherwise. */
  Set<LocalDate> onlyIfChanged() {
    return wanted.isWanted()
        ? tail(ranged()).stream().map(PlannedRun::day).collect(Collectors.toSet())
        : Set.of();
  }

  /** Whether a day of the table, or of a derived one that is wanted, is to be run. */
  boolean isAnyDue() {
    return view("").due() > 0 || (wanted.isWanted() && derived().due() > 0);
  }

  /** The derived tables. */
  Downstream downstream() {
    return new Downstream(
        project.project(),
        project.definition(),
        range.reprocess(),
        history.asked(),
        HadoopSettings.withoutSession());
  }

  private DownstreamView derived() {
    DownstreamView known = derived.orElseGet(this::foreseen);
    derived = Optional.of(known);
    return known;
  }

  private DownstreamView foreseen() {
    List<PlannedRun> rows = view("").days();
    Set<LocalDate> running =
        rows.stream()
            .filter(row -> row.action() == Action.RUN)
            .map(PlannedRun::day)
            .collect(Collectors.toSet());
    return new DownstreamView(
        downstream()
            .foreseen(rows.stream().map(PlannedRun::day).toList(), running, states().past()));
  }

  /** What the plan says of derived tables; empty where no definition reads another table. */
  Optional<List<DownstreamView.Table>> downstreamView() {
    try {
      List<DownstreamView.Table> tables = derived().tables();
      return tables.isEmpty() ? Optional.empty() : Optional.of(tables);
    } catch (DayfillException broken) {
      if (wanted.isWanted()) {
        throw broken;
      }
      return Optional.empty();
    }
  }

  /** Tells what the plan means for the days after the range and for derived tables. */
  void tell(Terminal terminal) {
    Reports.histories(project.definition(), states()).ifPresent(terminal::result);
    if (wanted.isWanted()) {
      for (PlanView plan : derived().plans()) {
        terminal.result(plan.rows());
        plan.consumers().ifPresent(terminal::result);
        terminal.result(plan.summary());
      }
      return;
    }
    List<PlannedRun> tail = tail(ranged());
    if (!tail.isEmpty()) {
      terminal.result(
          "note: backfill refuses this range, for "
              + tail.get(0).day()
              + " to "
              + tail.get(tail.size() - 1).day()
              + " are computed from it: say --downstream");
    }
    try {
      derived().touched().forEach(terminal::result);
    } catch (DayfillException broken) {
      terminal.note("derived tables cannot be told: " + broken.getMessage());
    }
  }

  private List<LocalDate> undecided() {
    Definition definition = project.definition();
    List<LocalDate> days = new ArrayList<>();
    if (!definition.dimensions().isEmpty()) {
      LocalDate first = definition.day(range.first()).minusDays(definition.lateDays());
      LocalDate last = definition.day(range.last());
      // The state of a day of a chain hangs on all days before it.
      boolean fromBegin = definition.previous().isPresent();
      states().days().stream()
          .filter(day -> !day.isAfter(last) && (fromBegin || !day.isBefore(first)))
          .forEach(days::add);
    }
    return look().undecided(days);
  }

  private DimensionLook look() {
    return new DimensionLook(project.project(), project.definition(), states());
  }
}
