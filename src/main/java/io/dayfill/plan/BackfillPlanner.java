/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.plan;

import io.dayfill.definition.Definition;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Says what a backfill would do with each day of a range, and why; nothing is written. */
public final class BackfillPlanner {
  private static final double MS_A_SECOND = 1000.0;

  private final Definition definition;
  private final DayStates states;
  private final Reprocess reprocess;
  private final Optional<Double> usualSeconds;

  /** A planner of {@code definition}'s table, whose days stand as {@code states} says. */
  public BackfillPlanner(Definition definition, DayStates states, Reprocess reprocess) {
    this.definition = definition;
    this.states = states;
    this.reprocess = reprocess;
    OptionalLong usualMs = states.past().ledger().usualMs();
    this.usualSeconds =
        usualMs.isPresent() ? Optional.of(usualMs.getAsLong() / MS_A_SECOND) : Optional.empty();
  }

  /** A row a run date, in the given order; days before them whose sources came late stand first. */
  public List<PlannedRun> plan(List<LocalDate> runDates) {
    List<PlannedRun> plan = new ArrayList<>(late(Collections.min(runDates)));
    runDates.forEach(runDate -> plan.add(plan(runDate)));
    return plan;
  }

  /** The row of one run date. */
  public PlannedRun plan(LocalDate runDate) {
    return row(runDate, states.of(definition.day(runDate)), "");
  }

  private List<PlannedRun> late(LocalDate first) {
    List<PlannedRun> late = new ArrayList<>();
    for (int before = definition.lateDays(); before > 0; before--) {
      LocalDate runDate = first.minusDays(before);
      DayStatus status = states.of(definition.day(runDate));
      boolean cameLate =
          status.has(Cause.Code.SOURCE_CHANGED)
              || status.has(Cause.Code.NEW_SOURCE)
              || (status.state() == DayState.MISSING
                  && states.sources().missing(status.day()).isEmpty());
      PlannedRun row = row(runDate, status, "late: ");
      if (cameLate && row.action() == Action.RUN) {
        late.add(row);
      }
    }
    return late;
  }

  private PlannedRun row(LocalDate runDate, DayStatus status, String prefix) {
    boolean wanted = reprocess.runs(status);
    Optional<String> missing = wanted ? states.sources().missing(status.day()) : Optional.empty();
    Action action = wanted ? (missing.isPresent() ? Action.WAIT : Action.RUN) : Action.SKIP;
    boolean runs = action == Action.RUN;
    return new PlannedRun(
        status.day(),
        runDate,
        status.state(),
        status.causes(),
        action,
        prefix + reason(status, action, missing),
        runs ? rows(status) : OptionalLong.empty(),
        runs ? OptionalLong.of(states.sources().sizeBytes(status.day())) : OptionalLong.empty(),
        runs ? usualSeconds : Optional.empty());
  }

  private static OptionalLong rows(DayStatus status) {
    boolean sourceIsKnown =
        status.publication().isPresent()
            && !status.has(Cause.Code.SOURCE_CHANGED)
            && !status.has(Cause.Code.NEW_SOURCE);
    return sourceIsKnown
        ? OptionalLong.of(status.publication().get().rows())
        : OptionalLong.empty();
  }

  private String reason(DayStatus status, Action action, Optional<String> missing) {
    if (action == Action.WAIT) {
      String notOver =
          status.causes().stream()
              .filter(cause -> cause.code() == Cause.Code.DAY_NOT_OVER)
              .map(cause -> cause.text() + "; ")
              .findFirst()
              .orElse("");
      return notOver + missing.orElse("") + " is not there yet";
    }
    String causes = status.allCauses();
    if (action == Action.SKIP) {
      return switch (status.state()) {
        case CORRUPT -> "left alone, say --reprocess corrupt to fill it again: " + causes;
        case STALE -> "stale, but --reprocess is " + reprocess.word() + ": " + causes;
        case MISSING -> "not run, --reprocess is " + reprocess.word() + ": " + causes;
        case HELD -> causes;
        case COMPLETE -> complete(status) + (causes.isEmpty() ? "" : ": " + causes);
      };
    }
    return causes.isEmpty() ? complete(status) + ", filled again as asked" : causes;
  }

  private static String complete(DayStatus status) {
    return status
        .publication()
        .map(
            publication ->
                "complete, " + publication.described() + " of backfill " + publication.backfill())
        .orElse("complete");
  }
}
