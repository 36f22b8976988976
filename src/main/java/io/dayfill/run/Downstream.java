/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import io.dayfill.definition.Definition;
import io.dayfill.definition.DefinitionGraph;
import io.dayfill.definition.History;
import io.dayfill.definition.Project;
import io.dayfill.plan.Action;
import io.dayfill.plan.BackfillPlanner;
import io.dayfill.plan.DayStates;
import io.dayfill.plan.DimensionUse;
import io.dayfill.plan.PlannedRun;
import io.dayfill.plan.Reprocess;
import io.dayfill.plan.TablePast;
import io.dayfill.plan.Touched;
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
import org.apache.hadoop.conf.Configuration;

/**
 * The tables that are computed from one table, in the graph's order, and what a command over days
 * of that table means for them. Derived days are run only where something has changed, whatever the
 * command says of its own days.
 */
public final class Downstream {
  private final Project project;
  private final Definition source;
  private final DefinitionGraph graph;
  private final Reprocess reprocess;
  private final Optional<History> history;
  private final Configuration hadoop;

  /**
   * For a command over days of {@code source}'s table.
   *
   * @param reprocess what the command asks for
   * @param history the history that it asks for
   * @throws io.dayfill.definition.DayfillException usage when the definitions do not fit together
   */
  public Downstream(
      Project project,
      Definition source,
      Reprocess reprocess,
      Optional<History> history,
      Configuration hadoop) {
    this.project = project;
    this.source = source;
    this.graph = DefinitionGraph.of(project);
    this.reprocess = reprocess.includes(Reprocess.STALE) ? Reprocess.STALE : reprocess;
    this.history = history;
    this.hadoop = hadoop;
  }

  /**
   * What is to be done with one derived table.
   *
   * @param touched the days that the command touches
   * @param rows what becomes of each
   */
  public record Step(
      Definition definition,
      DayStates states,
      NavigableSet<LocalDate> touched,
      List<PlannedRun> rows) {
    public Step {
      rows = List.copyOf(rows);
    }

    /** The run dates that are to be run, oldest first. */
    public List<LocalDate> due() {
      return rows.stream()
          .filter(row -> row.action() == Action.RUN)
          .map(PlannedRun::runDate)
          .toList();
    }
  }

  /** The derived tables in the graph's order. */
  public List<Definition> tables() {
    return graph.downstream(source.table());
  }

  /** The history for runs of {@code derived}: what is asked for, where there is a choice. */
  public Optional<History> history(Definition derived) {
    return derived.dimensions().isEmpty() ? Optional.empty() : history;
  }

  /**
   * What the command will do with derived tables, as far as can be told before its own days have
   * run; starts no Spark.
   *
   * @param own the days of the command
   * @param running those that it will run
   * @param past what is known of the command's table
   */
  public List<Step> foreseen(Collection<LocalDate> own, Set<LocalDate> running, TablePast past) {
    Pasts pasts = new Pasts(project, hadoop);
    pasts.put(source.table(), past);
    Map<String, NavigableSet<LocalDate>> touched = new HashMap<>();
    Map<String, Set<LocalDate>> coming = new HashMap<>();
    touched.put(source.table(), new TreeSet<>(own));
    coming.put(source.table(), running);
    List<Step> steps = new ArrayList<>();
    for (Definition derived : tables()) {
      Planning planning = new Planning(project, derived, hadoop);
      DayStates states = planning.states(history(derived), DimensionUse.unknown(), pasts);
      Step step = step(derived, states, touched, Optional.empty());
      Set<LocalDate> its = new TreeSet<>();
      coming.put(derived.table(), its);
      List<PlannedRun> rows = new ArrayList<>();
      for (PlannedRun row : step.rows()) {
        PlannedRun foreseen = foreseen(derived, row, coming);
        if (foreseen.action() == Action.RUN) {
          its.add(row.day());
        }
        rows.add(foreseen);
      }
      touched.put(derived.table(), step.touched());
      steps.add(new Step(derived, step.states(), step.touched(), rows));
    }
    return steps;
  }

  /** A day that is computed from one that will run is run too, if that comes out otherwise. */
  public static PlannedRun foreseen(
      Definition derived, PlannedRun row, Map<String, Set<LocalDate>> coming) {
    boolean already = row.action() == Action.RUN;
    return already || !Touched.reads(derived, row.day(), coming)
        ? row
        : row.as(
            Action.RUN, "what it is computed from runs: computed again if that has other rows");
  }

  /**
   * What is to be done with {@code derived} now that the tables before it have their new days.
   *
   * @param touched the days that the command touches, by table; those of {@code derived} are added
   * @param held the backfill whose held days count as published; empty: none
   * @param sessions for asking which days used changed rows of a dimension; empty: it is not asked
   */
  public Step step(
      Definition derived,
      Map<String, NavigableSet<LocalDate>> touched,
      Optional<String> held,
      Optional<Sessions> sessions) {
    DayStates states =
        new Planning(project, derived, hadoop, held)
            .states(history(derived), DimensionUse.unknown());
    return step(derived, states, touched, sessions);
  }

  private Step step(
      Definition derived,
      DayStates states,
      Map<String, NavigableSet<LocalDate>> touched,
      Optional<Sessions> sessions) {
    NavigableSet<LocalDate> days = Touched.by(derived, touched, states.past());
    touched.put(derived.table(), days);
    DimensionLook look = new DimensionLook(project, derived, states);
    List<LocalDate> undecided = look.undecided(days);
    DayStates decided =
        sessions.isPresent() && !undecided.isEmpty()
            ? look.decided(undecided, sessions.get())
            : states;
    List<LocalDate> runDates = days.stream().map(derived::runDate).toList();
    BackfillPlanner planner = new BackfillPlanner(derived, decided, reprocess);
    List<PlannedRun> rows = runDates.stream().map(planner::plan).toList();
    return new Step(derived, decided, days, rows);
  }

  /**
   * The rows of the tail of {@code rows}, which are of a chain: the published days after them.
   * Empty where nothing of the rows is run.
   */
  public static List<PlannedRun> tail(
      Definition chain, DayStates states, List<PlannedRun> rows, Reprocess reprocess) {
    Set<LocalDate> running =
        rows.stream()
            .filter(row -> row.action() == Action.RUN)
            .map(PlannedRun::day)
            .collect(Collectors.toCollection(TreeSet::new));
    if (running.isEmpty() || chain.previous().isEmpty()) {
      return List.of();
    }
    LocalDate last = rows.stream().map(PlannedRun::day).max(LocalDate::compareTo).orElseThrow();
    Map<String, Set<LocalDate>> coming = Map.of(chain.table(), running);
    BackfillPlanner planner = new BackfillPlanner(chain, states, reprocess);
    List<PlannedRun> tail = new ArrayList<>();
    for (LocalDate day : Touched.tail(chain, states.past(), last)) {
      PlannedRun row = foreseen(chain, planner.plan(chain.runDate(day)), coming);
      if (row.action() == Action.RUN) {
        running.add(day);
      }
      tail.add(row);
    }
    return tail;
  }
}
