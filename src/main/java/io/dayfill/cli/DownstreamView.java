/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import io.dayfill.definition.Consumer;
import io.dayfill.plan.Action;
import io.dayfill.plan.PlannedRun;
import io.dayfill.run.Downstream;
import java.time.LocalDate;
import java.util.List;
import java.util.NavigableSet;

/** What a plan says of derived tables. */
final class DownstreamView {
  private final List<Downstream.Step> steps;

  DownstreamView(List<Downstream.Step> steps) {
    this.steps = steps;
  }

  /** The days of a derived table that a command touches, and who is told if they are run. */
  record Table(
      String table, NavigableSet<LocalDate> days, List<PlannedRun> runs, List<String> consumers) {}

  /** A line a derived table: which of its days are computed from the days that will run. */
  List<String> touched() {
    return steps.stream()
        .filter(step -> !step.due().isEmpty())
        .map(
            step -> {
              List<LocalDate> days =
                  step.rows().stream()
                      .filter(row -> row.action() == Action.RUN)
                      .map(PlannedRun::day)
                      .toList();
              return "touches "
                  + step.definition().table()
                  + " "
                  + days.get(0)
                  + (days.size() == 1
                      ? ""
                      : " to " + days.get(days.size() - 1) + " (" + days.size() + " days)")
                  + ": say --downstream to compute them too";
            })
        .toList();
  }

  /** The plan of each derived table. */
  List<PlanView> plans() {
    return steps.stream()
        .filter(step -> !step.rows().isEmpty())
        .map(step -> new PlanView("plan", step.definition(), step.rows()))
        .toList();
  }

  List<Table> tables() {
    return steps.stream().map(step -> table(step)).toList();
  }

  private static Table table(Downstream.Step step) {
    List<String> consumers =
        step.due().isEmpty()
            ? List.of()
            : step.definition().consumers().stream().map(Consumer::shown).toList();
    return new Table(step.definition().table(), step.touched(), step.rows(), consumers);
  }

  /** How many days of derived tables may be run. */
  long due() {
    return steps.stream().mapToLong(step -> step.due().size()).sum();
  }
}
