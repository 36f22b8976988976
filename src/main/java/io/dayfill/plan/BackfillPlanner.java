/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.plan;

import io.dayfill.definition.Definition;
import io.dayfill.definition.History;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Says what a backfill would do with each day of a range, and why; nothing is written. */
public final class BackfillPlanner {
  private static final double MS_A_SECOND = 1000.0;

  private final Definition definition;
  private final DayStates states;
  private final Reprocess reprocess;
  private final Optional<Double> usualSeconds;

  /** Days that will be there when later ones run. */
  private final Set<LocalDate> running = new HashSet<>();

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
              || (status.state() == DayState.MISSING && states.missing(status.day()).isEmpty());
      PlannedRun row = row(runDate, status, "late: ");
      if (cameLate && row.action() == Action.RUN) {
        late.add(row);
      }
    }
    return late;
  }

  private PlannedRun row(LocalDate runDate, DayStatus status, String prefix) {
    boolean wanted = reprocess.runs(status) && !isBeforeChain(status.day());
    Optional<String> missing = wanted ? missing(status.day()) : Optional.empty();
    Action action = wanted ? (missing.isPresent() ? Action.WAIT : Action.RUN) : Action.SKIP;
    boolean runs = action == Action.RUN;
    if (runs) {
      running.add(status.day());
    }
    return new PlannedRun(
        status.day(),
        runDate,
        status.state(),
        status.causes(),
        action,
        prefix + reason(status, action, missing),
        runs ? rows(status) : OptionalLong.empty(),
        runs ? OptionalLong.of(states.sizeBytes(status.day())) : OptionalLong.empty(),
        runs ? usualSeconds : Optional.empty(),
        runs
            ? states.history().map(History::word)
            : status.publication().flatMap(Publication::history));
  }

  private boolean isBeforeChain(LocalDate day) {
    return definition.previous().filter(chain -> day.isBefore(chain.firstDay())).isPresent();
  }

  /** What a run of {@code day} needs and will not have when its turn comes, in words. */
  private Optional<String> missing(LocalDate day) {
    LocalDate before = day.minusDays(1);
    Optional<String> hole =
        definition
            .previous()
            .filter(chain -> day.isAfter(chain.firstDay()))
            .filter(chain -> !running.contains(before))
            .filter(chain -> states.past().content(before).isEmpty())
            .map(
                chain ->
                    "the day before, "
                        + before
                        + ", is not published yet and the chain goes on from it: run "
                        + definition.runDate(before)
                        + " first");
    return states.missing(day).or(() -> hole);
  }

  private static OptionalLong rows(DayStatus status) {
    boolean sourceIsKnown =
        status.publication().isPresent()
            && !DerivedCauses.isChanging(status)
            && !status.has(Cause.Code.HISTORY_DIFFERS);
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
      return notOver + missing.orElse("");
    }
    String causes = status.allCauses();
    if (isBeforeChain(status.day())) {
      return "before the chain's first day, "
          + definition.previous().orElseThrow().firstDay()
          + (causes.isEmpty() ? "" : ": " + causes);
    }
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
