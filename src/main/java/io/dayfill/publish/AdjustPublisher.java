/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Definition;
import io.dayfill.definition.Outcome;
import io.dayfill.delta.DayReplacement;
import io.dayfill.delta.DeltaCache;
import io.dayfill.delta.DeltaFiles;
import io.dayfill.delta.FileEntry;
import io.dayfill.delta.LogCommit;
import io.dayfill.delta.TableFiles;
import io.dayfill.delta.TableState;
import io.dayfill.ledger.CommitFacts;
import io.dayfill.ledger.Facts;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * Publishes without ever taking a row from the table: a day that has none gets its files, as ever;
 * a day that has rows is corrected by signed rows in the table of adjustments, in one commit of
 * that table. What someone else changed in either table since the run read them is a conflict, as
 * far as the two logs can tell: the table is looked at before the commit and once more after it.
 */
final class AdjustPublisher implements DayPublisher {
  private final Definition definition;
  private final TargetTable table;
  private final String tableId;
  private final String dayColumn;
  private final FilesPublisher first;
  private final AdjustmentsTable adjustments;
  private final SparkSession session;
  private final Configuration hadoop;
  private final TableTimeline ofTable;
  private final TableTimeline ofAdjustments;

  /**
   * A publisher for the table in the state {@code now}.
   *
   * @param first publishes days that have no rows yet
   * @param span the days that will be published
   * @param session a session for computing and committing corrections
   */
  AdjustPublisher(
      Definition definition,
      TargetTable table,
      TableState now,
      String dayColumn,
      FilesPublisher first,
      Publishers.Span span,
      SparkSession session,
      Configuration hadoop) {
    this.definition = definition;
    this.table = table;
    this.tableId = now.id();
    this.dayColumn = dayColumn;
    this.first = first;
    this.session = session;
    this.hadoop = hadoop;
    this.adjustments = new AdjustmentsTable(definition, table.path(), hadoop);
    this.ofTable = new TableTimeline(table.log(), now.version(), now.files(), this::changesDay);
    Optional<TableState> signed = adjustments.state(tableId, dayColumn, span.first(), span.last());
    this.ofAdjustments =
        new TableTimeline(
            adjustments.log(),
            signed.map(TableState::version).orElse(-1L),
            signed.map(TableState::files).orElse(List.of()),
            this::changesDay);
  }

  @Override
  public String name() {
    return first.name();
  }

  @Override
  public List<String> innerPartitions() {
    return first.innerPartitions();
  }

  @Override
  public long baseVersion() {
    return first.baseVersion();
  }

  @Override
  public StructType columns(SparkSession child, long baseVersion) {
    return first.columns(child, baseVersion);
  }

  @Override
  public Staging stage(
      SparkSession child, Dataset<Row> rows, List<LocalDate> days, long baseVersion) {
    long base = adjustments.log().latestVersion().orElse(-1);
    return new AdjustedStaging(first.stage(child, rows, days, baseVersion), base);
  }

  @Override
  public synchronized void requireOneCommit(List<LocalDate> days) {
    advance();
    List<LocalDate> known = days.stream().filter(this::hasRows).toList();
    if (!known.isEmpty() && known.size() < days.size()) {
      throw new DayfillException(
          Outcome.REFUSED,
          definition.table()
              + " "
              + DayPredicate.shown(days)
              + " not published: "
              + known.size()
              + " of the days have rows and would be corrected in "
              + adjustments.name()
              + ", "
              + (days.size() - known.size())
              + " are new to the table, and no commit is of two tables; run the new days first (--reprocess none), then the others, or say --publish each");
    }
  }

  @Override
  public synchronized Published publish(List<StagedDay> days, CommitFacts facts) {
    List<LocalDate> dates = dates(days);
    requireOneCommit(dates);
    if (!hasRows(dates.get(0))) {
      ofTable.expect(facts);
      return first.publish(days, facts);
    }
    ofTable.reachBack(
        days.stream().mapToLong(StagedDay::baseVersion).min().orElseThrow(), facts.backfill());
    ofAdjustments.reachBack(
        days.stream().mapToLong(StagedDay::adjustmentsVersion).min().orElseThrow(),
        facts.backfill());
    days.forEach(day -> requireUnchanged(day, 1));
    CommitFacts correcting = facts.correcting(ofTable.version());
    Correction correction = correction(days);
    if (!correction.isNothing(facts)) {
      return commit(days, correction.stage(facts), correcting);
    }
    Correction.Staged nothing = Correction.Staged.nothing();
    if (new ToldDays(adjustments.log(), table.log()).areTold(facts)) {
      return Published.nothing(nothing.rowsBefore(facts));
    }
    // The rows are the same, but made of something else: that is worth a commit without rows.
    adjustments.prepare(session, table.schema(session), tableId);
    return commit(days, nothing, correcting);
  }

  private Correction correction(List<StagedDay> days) {
    DeltaFiles files = new DeltaFiles(session, table.path());
    Optional<Dataset<Row>> former =
        ofAdjustments.version() < 0
            ? Optional.empty()
            : Optional.of(
                new DeltaFiles(session, adjustments.path()).read(present(ofAdjustments, days)));
    return new Correction(
        session,
        adjustments,
        tableId,
        dayColumn,
        files.read(present(ofTable, days)),
        former,
        files.read(days.stream().flatMap(day -> day.files().stream()).toList()));
  }

  private List<FileEntry> present(TableTimeline timeline, List<StagedDay> days) {
    return days.stream().flatMap(day -> timeline.files(dayColumn, day.day()).stream()).toList();
  }

  private Published commit(List<StagedDay> days, Correction.Staged staged, CommitFacts facts) {
    ofAdjustments.expect(facts);
    DeltaFiles files = new DeltaFiles(session, adjustments.path());
    DayReplacement appended =
        new DayReplacement(
            DayPredicate.of(dayColumn, dates(days)),
            Optional.empty(),
            List.of(),
            staged.files(),
            facts.json());
    int[] attempts = {0};
    long version =
        CommitRetry.call(
            what(days),
            ofAdjustments::lastForeign,
            () -> {
              attempts[0]++;
              return attempt(files, days, appended, facts, attempts[0]);
            });
    verify(appended, version, days, facts);
    takeBackIfOvertaken(files, staged, days, facts);
    Map<LocalDate, Adjusted> adjusted =
        dates(days).stream().collect(Collectors.toMap(day -> day, day -> staged.of(day, version)));
    return new Published(version, staged.rowsBefore(facts), attempts[0], adjusted);
  }

  private long attempt(
      DeltaFiles files,
      List<StagedDay> days,
      DayReplacement appended,
      CommitFacts facts,
      int attempts) {
    DeltaFiles.HeadTransaction transaction = files.begin();
    ofTable.advance();
    ofAdjustments.advance(transaction.readVersion());
    days.forEach(day -> requireUnchanged(day, attempts));
    requireFiles(appended, days);
    try {
      return transaction.commit(appended);
    } catch (Exception failure) {
      // Spark's Scala code throws checked exceptions too, without declaring them.
      return new CommitFate(ofAdjustments)
          .settle(what(days), facts, transaction.readVersion(), failure);
    }
  }

  private void requireUnchanged(StagedDay day, int attempts) {
    ofTable
        .changeOf(day.day(), day.baseVersion())
        .ifPresent(
            winner -> {
              throw Conflicts.lost(definition, day.day(), winner, day.baseVersion(), attempts);
            });
    ofTable
        .changeOfTable(day.baseVersion())
        .ifPresent(
            change -> {
              throw Conflicts.tableChanged(what(List.of(day)), change);
            });
    ofAdjustments
        .changeOf(day.day(), day.adjustmentsVersion())
        .ifPresent(
            winner -> {
              throw new DayfillException(
                  Outcome.CONFLICT,
                  what(List.of(day))
                      + " not corrected: "
                      + Facts.described(winner)
                      + " of "
                      + adjustments.name()
                      + " changed the day after this run had read it; look at it, then run the day again");
            });
  }

  private void requireFiles(DayReplacement appended, List<StagedDay> days) {
    boolean allThere =
        appended.added().stream()
            .allMatch(file -> TableFiles.isThere(adjustments.path(), file, hadoop));
    if (!allThere) {
      throw new DayfillException(
          Outcome.FAILED,
          what(days)
              + " not corrected: a staged file is gone (VACUUM with a short retention?); run the day again");
    }
  }

  /** The version must hold what was committed: a store that let two writers win shows here. */
  private void verify(
      DayReplacement appended, long version, List<StagedDay> days, CommitFacts facts) {
    LogCommit stored = adjustments.log().commit(version).orElseThrow();
    boolean same =
        Facts.of(stored).filter(found -> found.commit().equals(facts.commit())).isPresent()
            && paths(stored.adds()).equals(paths(appended.added()))
            && stored.removes().isEmpty();
    if (!same) {
      DeltaCache.forget(session, adjustments.path());
      throw new DayfillException(
          Outcome.CONFLICT,
          what(days)
              + " not corrected: version "
              + version
              + " of "
              + adjustments.name()
              + " was written by someone else at the same time ("
              + Facts.described(stored)
              + "); this store lets two writers win, use one driver or a multi-writer log store, then run the day again");
    }
    ofAdjustments.advance(version);
  }

  /**
   * No commit is of two tables: whoever changed a day in the table in the moment of the correction
   * shows here, and the correction must not stay.
   */
  private void takeBackIfOvertaken(
      DeltaFiles files, Correction.Staged staged, List<StagedDay> days, CommitFacts facts) {
    ofTable.advance();
    for (StagedDay day : days) {
      Optional<LogCommit> winner = ofTable.changeOf(day.day(), day.baseVersion());
      if (winner.isPresent()) {
        takeBack(files, staged, days, facts);
        throw Conflicts.lost(definition, day.day(), winner.get(), day.baseVersion(), 1);
      }
    }
  }

  /** Appends the same rows with the other sign. */
  private void takeBack(
      DeltaFiles files, Correction.Staged staged, List<StagedDay> days, CommitFacts facts) {
    CommitFacts undone = facts.takenBack();
    ofAdjustments.expect(undone);
    List<FileEntry> negated =
        staged.files().isEmpty()
            ? List.of()
            : files.stage(
                adjustments.conform(SignedRows.negated(files.read(staged.files())), session));
    DayReplacement appended =
        new DayReplacement(
            DayPredicate.of(dayColumn, dates(days)),
            Optional.empty(),
            List.of(),
            negated,
            undone.json());
    long version =
        CommitRetry.call(
            what(days), ofAdjustments::lastForeign, () -> files.begin().commit(appended));
    ofAdjustments.advance(version);
  }

  private void advance() {
    ofTable.advance();
    ofAdjustments.advance();
  }

  private boolean hasRows(LocalDate day) {
    return !ofTable.files(dayColumn, day).isEmpty()
        || !ofAdjustments.files(dayColumn, day).isEmpty();
  }

  private boolean changesDay(LogCommit commit, LocalDate day) {
    return changes(commit.adds(), day) || changes(commit.removes(), day);
  }

  private boolean changes(List<FileEntry> files, LocalDate day) {
    return files.stream()
        .anyMatch(
            file ->
                file.dataChange()
                    && file.partition(dayColumn).filter(day.toString()::equals).isPresent());
  }

  private static List<String> paths(List<FileEntry> files) {
    return files.stream().map(FileEntry::path).sorted().toList();
  }

  private String what(List<StagedDay> days) {
    return definition.table() + " " + DayPredicate.shown(dates(days));
  }

  private static List<LocalDate> dates(List<StagedDay> days) {
    return days.stream().map(StagedDay::day).toList();
  }
}
