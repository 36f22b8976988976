/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import io.dayfill.definition.History;
import io.dayfill.delta.LogCommit;
import io.dayfill.delta.TableLog;
import io.dayfill.ledger.Facts;
import io.dayfill.plan.Action;
import io.dayfill.plan.BackfillPlanner;
import io.dayfill.plan.Reprocess;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Notices at a day's turn what has changed since the plan: a day that another command has published
 * meanwhile is not published twice. Thread-safe.
 */
final class DayTurn {
  private final Planning planning;
  private final Optional<Reprocess> reprocess;
  private final Optional<History> history;
  private final TableLog log;
  private final String backfill;
  private final Map<LocalDate, LogCommit> published = new HashMap<>();
  private Optional<BackfillPlanner> planner = Optional.empty();
  private long seen;

  /**
   * A guard for the runs of {@code backfill}.
   *
   * @param reprocess what the plan was made with; empty: every day is run whatever has happened
   * @param history what the plan asked for
   * @param plannedVersion the table's version that the plan was made from; -1 if there was none
   */
  DayTurn(
      Planning planning,
      Optional<Reprocess> reprocess,
      Optional<History> history,
      TableLog log,
      String backfill,
      long plannedVersion) {
    this.planning = planning;
    this.reprocess = reprocess;
    this.history = history;
    this.log = log;
    this.backfill = backfill;
    this.seen = plannedVersion;
  }

  /**
   * Why {@code day} needs no run any more; empty if it still does.
   *
   * @param version the version that the run has read
   */
  synchronized Optional<String> doneMeanwhile(LocalDate day, LocalDate runDate, long version) {
    if (reprocess.isEmpty()) {
      return Optional.empty();
    }
    advance(version);
    return Optional.ofNullable(published.get(day))
        .filter(commit -> planner().plan(runDate).action() == Action.SKIP)
        .map(commit -> Facts.described(commit) + " published the day since the plan");
  }

  private void advance(long version) {
    for (; seen < version; seen++) {
      log.commit(seen + 1).filter(this::isOfAnother).ifPresent(this::noticed);
    }
  }

  private void noticed(LogCommit commit) {
    Facts.days(commit).forEach(day -> published.put(day, commit));
    planner = Optional.empty();
  }

  /** On the table as it was when the last change was noticed. */
  private BackfillPlanner planner() {
    BackfillPlanner now =
        planner.orElseGet(() -> planning.planner(reprocess.orElseThrow(), history));
    planner = Optional.of(now);
    return now;
  }

  private boolean isOfAnother(LogCommit commit) {
    return Facts.of(commit).filter(facts -> !facts.backfill().equals(backfill)).isPresent();
  }
}
