/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Definition;
import io.dayfill.definition.Outcome;
import io.dayfill.delta.DayReplacement;
import io.dayfill.delta.DeltaFiles;
import io.dayfill.delta.FileEntry;
import io.dayfill.delta.LogCommit;
import io.dayfill.delta.TableFiles;
import io.dayfill.delta.TableState;
import io.dayfill.ledger.CommitFacts;
import io.dayfill.ledger.Facts;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * Publishes by commits that move no data: a day's files are written once into the table's folder,
 * checked where they lie, and listed by a commit that removes the day's present files. For tables
 * partitioned by the day. The commits after the base version are read before each commit, and
 * Delta's own conflict check guards the last moment.
 */
final class FilesPublisher implements DayPublisher {
  static final String NAME = "files";

  private final Definition definition;
  private final TargetTable table;
  private final String dayColumn;
  private final List<String> innerPartitions;
  private final DeltaFiles commits;
  private final Configuration hadoop;
  private final TableTimeline timeline;
  private final CommitFate fate;
  private Optional<StructType> columns = Optional.empty();
  private long columnsOf;

  /**
   * A publisher for the table in the state {@code now}.
   *
   * @param dayColumn the table's own name of the day column
   * @param commits the door to the table's transactions
   */
  FilesPublisher(
      Definition definition,
      TargetTable table,
      TableState now,
      String dayColumn,
      DeltaFiles commits,
      Configuration hadoop) {
    this.definition = definition;
    this.table = table;
    this.dayColumn = dayColumn;
    this.innerPartitions =
        now.partitionColumns().stream().filter(column -> !column.equals(dayColumn)).toList();
    this.commits = commits;
    this.hadoop = hadoop;
    this.timeline = new TableTimeline(table.log(), now.version(), now.files(), this::changesDay);
    this.fate = new CommitFate(timeline);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<String> innerPartitions() {
    return innerPartitions;
  }

  @Override
  public synchronized long baseVersion() {
    timeline.advance();
    return timeline.version();
  }

  /** Looked at again only when someone has changed the table since they were. */
  @Override
  public synchronized StructType columns(SparkSession session, long baseVersion) {
    if (columns.isEmpty() || timeline.changeOfTable(columnsOf).isPresent()) {
      columns = Optional.of(table.schema(session));
      columnsOf = baseVersion;
    }
    return columns.get();
  }

  @Override
  public Staging stage(
      SparkSession session, Dataset<Row> rows, List<LocalDate> days, long baseVersion) {
    DeltaFiles files = new DeltaFiles(session, table.path());
    List<FileEntry> staged = files.stageFrom(version(), rows);
    for (FileEntry file : staged) {
      if (!file.partitionValues().containsKey(dayColumn)) {
        throw Conflicts.notByDay(definition.table(), days);
      }
    }
    return new StagedFiles(files, staged, days, baseVersion);
  }

  private synchronized long version() {
    return timeline.version();
  }

  private boolean changesDay(LogCommit commit, LocalDate day) {
    return changes(commit.adds(), day) || changes(commit.removes(), day);
  }

  private boolean changes(List<FileEntry> files, LocalDate day) {
    return files.stream().anyMatch(file -> file.dataChange() && isOf(file, day));
  }

  private boolean isOf(FileEntry file, LocalDate day) {
    return file.partition(dayColumn).filter(day.toString()::equals).isPresent();
  }

  @Override
  public synchronized Published publish(List<StagedDay> days, CommitFacts facts) {
    timeline.reachBack(
        days.stream().mapToLong(StagedDay::baseVersion).min().orElseThrow(), facts.backfill());
    timeline.expect(facts);
    int[] attempts = {0};
    return CommitRetry.call(
        what(days),
        timeline::lastForeign,
        () -> {
          attempts[0]++;
          return attempt(days, facts, attempts[0]);
        });
  }

  private Published attempt(List<StagedDay> days, CommitFacts facts, int attempts) {
    // Only an attempt that lost a moment pays for listing the log again.
    DeltaFiles.HeadTransaction transaction =
        attempts == 1 ? commits.beginFrom(timeline.version()) : commits.begin();
    timeline.advance(transaction.readVersion());
    days.forEach(day -> requireUnchanged(day, attempts));
    days.forEach(this::requireFiles);
    Map<LocalDate, List<FileEntry>> present = new TreeMap<>();
    days.forEach(day -> present.put(day.day(), timeline.files(dayColumn, day.day())));
    DayReplacement replacement =
        new DayReplacement(
            DayPredicate.of(dayColumn, days.stream().map(StagedDay::day).toList()),
            read(days),
            present.values().stream().flatMap(List::stream).toList(),
            days.stream().map(StagedDay::files).flatMap(List::stream).toList(),
            facts.json());
    long version = commit(transaction, replacement, what(days), facts);
    verify(replacement, version, what(days), facts);
    takeBackIfGone(replacement, what(days), facts);
    return new Published(version, rows(present), attempts);
  }

  /** Days that were read and are not published by this commit; empty: there is none. */
  private Optional<DayReplacement.Read> read(List<StagedDay> days) {
    List<LocalDate> read =
        days.stream()
            .flatMap(day -> day.reads().stream())
            .distinct()
            .filter(each -> days.stream().noneMatch(day -> day.day().equals(each)))
            .toList();
    return read.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new DayReplacement.Read(
                DayPredicate.of(dayColumn, read),
                read.stream().flatMap(day -> timeline.files(dayColumn, day).stream()).toList()));
  }

  /** Neither the day's rows nor the table itself may be another than the day was computed from. */
  private void requireUnchanged(StagedDay day, int attempts) {
    timeline
        .changeOf(day.day(), day.baseVersion())
        .ifPresent(
            winner -> {
              throw Conflicts.lost(definition, day.day(), winner, day.baseVersion(), attempts);
            });
    for (LocalDate read : day.reads()) {
      timeline
          .changeOf(read, day.baseVersion())
          .ifPresent(
              winner -> {
                throw Conflicts.overtaken(definition.table(), day.day(), read, winner);
              });
    }
    timeline
        .changeOfTable(day.baseVersion())
        .ifPresent(
            change -> {
              throw Conflicts.tableChanged(what(List.of(day)), change);
            });
  }

  private long commit(
      DeltaFiles.HeadTransaction transaction,
      DayReplacement replacement,
      String what,
      CommitFacts facts) {
    try {
      return transaction.commit(replacement);
    } catch (Exception failure) {
      // Spark's Scala code throws checked exceptions too, without declaring them.
      return fate.settle(what, facts, transaction.readVersion(), failure);
    }
  }

  /** The version must hold what was committed: a store that let two writers win shows here. */
  private void verify(DayReplacement replacement, long version, String what, CommitFacts facts) {
    LogCommit stored = table.log().commit(version).orElseThrow();
    boolean same =
        Facts.of(stored).filter(found -> found.commit().equals(facts.commit())).isPresent()
            && paths(stored.adds()).equals(paths(replacement.added()))
            && paths(stored.removes()).equals(paths(replacement.removed()));
    if (!same) {
      commits.forget();
      throw new DayfillException(
          Outcome.CONFLICT,
          what
              + " not published: version "
              + version
              + " was written by someone else at the same time ("
              + Facts.described(stored)
              + "); this store lets two writers win, use one driver or a multi-writer log store, then run the day again");
    }
    timeline.advance(version);
  }

  private void requireFiles(StagedDay day) {
    for (FileEntry file : day.files()) {
      if (!isThere(file)) {
        throw new DayfillException(
            Outcome.FAILED,
            what(List.of(day))
                + " not published: a staged file is gone (VACUUM with a short retention?); run the day again");
      }
    }
  }

  /** A commit whose files VACUUM took in that very moment must not stay. */
  private void takeBackIfGone(DayReplacement replacement, String what, CommitFacts facts) {
    if (replacement.added().stream().allMatch(this::isThere)) {
      return;
    }
    DeltaFiles.HeadTransaction transaction = commits.begin();
    CommitFacts undone = facts.takenBack();
    timeline.expect(undone);
    timeline.advance(transaction.commit(replacement.reversed(undone.json())));
    throw new DayfillException(
        Outcome.FAILED,
        what
            + " not published: its files vanished during the commit (VACUUM?), which was taken back; run the day again");
  }

  private boolean isThere(FileEntry file) {
    return TableFiles.isThere(table.path(), file, hadoop);
  }

  private String what(List<StagedDay> days) {
    return definition.table()
        + " "
        + DayPredicate.shown(days.stream().map(StagedDay::day).toList());
  }

  private static Map<LocalDate, Long> rows(Map<LocalDate, List<FileEntry>> files) {
    Map<LocalDate, Long> rows = new TreeMap<>();
    files.forEach(
        (day, its) -> {
          if (its.stream().allMatch(file -> file.rows().isPresent())) {
            rows.put(day, its.stream().mapToLong(file -> file.rows().orElseThrow()).sum());
          }
        });
    return rows;
  }

  private static Set<String> paths(List<FileEntry> files) {
    Set<String> paths = new HashSet<>();
    files.forEach(file -> paths.add(file.path()));
    return paths;
  }

  /** Files that lie in the table's folder and that no version lists. */
  private final class StagedFiles implements Staging {
    private final DeltaFiles files;
    private final List<FileEntry> staged;
    private final List<LocalDate> days;
    private final long baseVersion;

    StagedFiles(DeltaFiles files, List<FileEntry> staged, List<LocalDate> days, long baseVersion) {
      this.files = files;
      this.staged = staged;
      this.days = days;
      this.baseVersion = baseVersion;
    }

    @Override
    public long baseVersion() {
      return baseVersion;
    }

    @Override
    public List<FileEntry> files(LocalDate day) {
      return staged.stream().filter(file -> isOf(file, day)).toList();
    }

    @Override
    public Dataset<Row> rows() {
      return files.read(staged);
    }

    @Override
    public Dataset<Row> rows(LocalDate day) {
      return files.read(files(day));
    }

    @Override
    public Set<LocalDate> strayDays() {
      Set<LocalDate> stray = new TreeSet<>();
      for (FileEntry file : staged) {
        stray.add(
            file.partition(dayColumn)
                .map(LocalDate::parse)
                .orElseThrow(() -> DayPredicate.noDay(definition, days.get(0), dayColumn)));
      }
      days.forEach(stray::remove);
      return stray;
    }

    @Override
    public void close() {
      // Files that were not published are no part of any version; VACUUM removes them.
    }
  }
}
