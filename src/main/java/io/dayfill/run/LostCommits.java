/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import io.dayfill.definition.Adjustments;
import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Definition;
import io.dayfill.definition.Outcome;
import io.dayfill.definition.Project;
import io.dayfill.delta.LogCommit;
import io.dayfill.delta.OneDriverStore;
import io.dayfill.delta.TableLog;
import io.dayfill.ledger.Facts;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;

/**
 * Looks a second time whether what a command has published is in the table. A store that lets two
 * writers win may take a commit away after its publisher has read it back: by another driver's
 * write of the same version that was on its way already. Such a day ends as a conflict. A write
 * that takes longer than the wait before this look is not noticed.
 */
final class LostCommits {
  private static final long SETTLED_MS = 2_000;

  private final Definition definition;
  private final String backfill;
  private final TableLog log;
  private final TableLog adjustments;

  /** For the table of {@code definition} and the command {@code backfill}. */
  LostCommits(Project project, Definition definition, String backfill, Configuration hadoop) {
    this.definition = definition;
    this.backfill = backfill;
    this.log = new TableLog(project.resolve(definition.location()), hadoop);
    this.adjustments = new TableLog(project.resolve(Adjustments.location(definition)), hadoop);
  }

  /**
   * Waits until a write that was on its way has probably ended, where another driver's can matter.
   *
   * @return those of {@code runs} whose commit is not there any more, as conflicts
   */
  static List<DayRun> among(
      Collection<DayRun> runs,
      Project project,
      Definition definition,
      String backfill,
      SparkSession session,
      Configuration hadoop) {
    String path = project.resolve(definition.location());
    boolean published = runs.stream().anyMatch(run -> run.outcome() == Outcome.PUBLISHED);
    if (!published || OneDriverStore.scheme(path, session, hadoop).isEmpty()) {
      return List.of();
    }
    try {
      TimeUnit.MILLISECONDS.sleep(SETTLED_MS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt(); // what can be seen now is better than nothing
    }
    return new LostCommits(project, definition, backfill, hadoop).among(runs);
  }

  /** Those of {@code runs} whose commit is not there any more, as conflicts. */
  List<DayRun> among(Collection<DayRun> runs) {
    return runs.stream()
        .filter(run -> run.outcome() == Outcome.PUBLISHED)
        .flatMap(run -> lost(run).stream())
        .toList();
  }

  /** Fails with the first of {@code lost}. */
  static void requireNone(List<DayRun> lost) {
    for (DayRun run : lost) {
      throw new DayfillException(Outcome.CONFLICT, run.reason().orElseThrow());
    }
  }

  private Optional<DayRun> lost(DayRun run) {
    boolean isCorrection = run.adjusted().isPresent();
    long version =
        isCorrection
            ? run.adjusted().get().version()
            : run.version().orElseThrow(() -> new IllegalStateException("no version: " + run));
    Optional<LogCommit> stored = (isCorrection ? adjustments : log).commit(version);
    return stored.filter(commit -> isOurs(commit, run)).isPresent()
        ? Optional.empty()
        : Optional.of(
            DayRun.unpublished(
                run.runDate(), run.day(), Outcome.CONFLICT, why(run, version, stored), 0));
  }

  private boolean isOurs(LogCommit commit, DayRun run) {
    return Facts.of(commit).filter(facts -> facts.backfill().equals(backfill)).isPresent()
        && Facts.days(commit).contains(run.day());
  }

  private String why(DayRun run, long version, Optional<LogCommit> stored) {
    return definition.table()
        + " "
        + run.day()
        + " not published: version "
        + version
        + " was ours and is someone else's now ("
        + stored.map(Facts::described).orElse("its file is gone")
        + "); this store lets two writers win, use one driver or a multi-writer log store, then run the day again";
  }
}
