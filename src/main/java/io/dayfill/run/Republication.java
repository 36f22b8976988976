/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import io.dayfill.definition.Definition;
import io.dayfill.definition.Outcome;
import io.dayfill.definition.Project;
import io.dayfill.delta.DeltaFiles;
import io.dayfill.delta.FileEntry;
import io.dayfill.delta.KernelReader;
import io.dayfill.delta.TableState;
import io.dayfill.ledger.CommitFacts;
import io.dayfill.ledger.DayFacts;
import io.dayfill.publish.DayPublisher;
import io.dayfill.publish.HeldFiles;
import io.dayfill.publish.Published;
import io.dayfill.publish.Publishers;
import io.dayfill.publish.StagedDay;
import io.dayfill.publish.TargetTable;
import io.dayfill.spark.Pool;
import io.dayfill.spark.Sessions;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import org.apache.spark.sql.SparkSession;

/**
 * Publishes days whose files lie in the table's folder already, in one commit that moves no data:
 * held days, or what days were before.
 */
final class Republication {
  private final Project project;
  private final Definition definition;

  Republication(Project project, Definition definition) {
    this.project = project;
    this.definition = definition;
  }

  /**
   * The files that a day is to have, and the versions of the table and of its adjustments after
   * which nobody may have changed it or what it reads of the table.
   */
  record Files(List<FileEntry> files, long baseVersion, long adjustments, List<LocalDate> reads) {}

  /**
   * Commits {@code days} and writes the ledger's rows.
   *
   * @param facts the commit's facts, which tell of the same days
   * @throws io.dayfill.definition.DayfillException as {@link DayPublisher#publish} does
   */
  BackfillReport run(String command, SortedMap<LocalDate, Files> days, CommitFacts facts) {
    try (Sessions sessions =
        Sessions.open("dayfill " + command + " " + definition.table(), project.scratch("spark"))
            .inPool(Pool.DAILY)) {
      long startNs = System.nanoTime();
      SparkSession session = sessions.child(definition.timeZone());
      String path = project.resolve(definition.location());
      TargetTable table = new TargetTable(definition, path, sessions.hadoop());
      Publishers.Span span =
          new Publishers.Span(
              first(days), days.lastKey(), project.scratch("staging", definition.location()), true);
      // Delta's look at the table and the kernel's take as long and need each other not.
      CompletableFuture<DeltaFiles> delta =
          CompletableFuture.supplyAsync(() -> delta(session, path));
      DayPublisher publisher =
          Publishers.choose(
              Publishers.Choice.FILES, definition, table, session, span, sessions.hadoop());
      DeltaFiles files = delta.join();
      List<StagedDay> staged = new ArrayList<>();
      days.forEach(
          (day, its) ->
              staged.add(
                  new HeldFiles(files, day, its.files(), its.baseVersion(), its.adjustments())
                      .staged(its.reads())));
      Published published = publisher.publish(staged, facts);
      long shareMs = (System.nanoTime() - startNs) / 1_000_000 / days.size();
      List<DayRun> runs = facts.days().stream().map(day -> ended(day, published, shareMs)).toList();
      LostCommits.requireNone(
          LostCommits.among(
              runs, project, definition, facts.backfill(), session, sessions.hadoop()));
      TableState now = new KernelReader(path, sessions.hadoop()).latest().orElseThrow();
      List<String> warnings =
          new CommandEnd(
                  project, definition, sessions.hadoop(), Optional.of(sessions), facts.backfill())
              .record(Optional.of(now), look -> List.of());
      return new BackfillReport(
          facts.backfill(),
          definition.table(),
          runs,
          List.of(),
          TotalsReader.now(project, definition, sessions.hadoop(), now),
          warnings);
    }
  }

  private static DeltaFiles delta(SparkSession session, String path) {
    SparkSession.setActiveSession(session);
    return new DeltaFiles(session, path);
  }

  /** In a chain the day before the first one was read. */
  private LocalDate first(SortedMap<LocalDate, Files> days) {
    LocalDate first = days.firstKey();
    return definition.previous().isPresent() ? first.minusDays(1) : first;
  }

  private static DayRun ended(DayFacts day, Published published, long shareMs) {
    return new DayRun(
        day.runDate(),
        day.day(),
        published.isNothing() ? Outcome.SKIPPED : Outcome.PUBLISHED,
        OptionalLong.of(day.rows()),
        published.rowsBefore(day.day()),
        published.tableVersion(),
        published.adjusted(day.day()),
        published.isNothing() ? Optional.of(DayRun.SAME_ROWS) : Optional.empty(),
        day.inputs(),
        day.history(),
        day.reads(),
        List.of(),
        published.attempts(),
        shareMs);
  }
}
