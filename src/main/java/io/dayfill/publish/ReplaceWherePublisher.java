/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import static io.dayfill.spark.Names.named;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import io.dayfill.check.ContentFingerprint;
import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Definition;
import io.dayfill.definition.Outcome;
import io.dayfill.delta.DeltaCache;
import io.dayfill.delta.FileEntry;
import io.dayfill.delta.LogCommit;
import io.dayfill.ledger.CommitFacts;
import java.io.IOException;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes through Delta's public {@code replaceWhere}: the day is staged as Parquet beside the
 * table and copied in by the commit. For tables whose files hold several days, and wherever Delta's
 * transaction cannot be used. One day is published at a time. The rows are read back after the
 * commit, since they were written anew.
 */
final class ReplaceWherePublisher implements DayPublisher {
  static final String NAME = "replace-where";

  private static final Logger LOG = LoggerFactory.getLogger(ReplaceWherePublisher.class);
  private static final String DAY_FOLDER = "_dayfill_day";

  private final Definition definition;
  private final TargetTable table;
  private final SparkSession session;
  private final String dayColumn;
  private final String scratch;
  private final Configuration hadoop;
  private final ForeignChanges changes;
  private final TableTimeline timeline;
  private final CommitFate fate;

  /**
   * A publisher for {@code table}.
   *
   * @param session a session for reading the table back
   * @param dayColumn the table's own name of the day column
   * @param scratch the folder in which staging folders are made
   */
  ReplaceWherePublisher(
      Definition definition,
      TargetTable table,
      SparkSession session,
      String dayColumn,
      String scratch,
      Configuration hadoop) {
    this.definition = definition;
    this.table = table;
    this.session = session;
    this.dayColumn = dayColumn;
    this.scratch = scratch;
    this.hadoop = hadoop;
    this.changes = new ForeignChanges(dayColumn);
    long version = table.log().latestVersion().orElseThrow();
    this.timeline = new TableTimeline(table.log(), version, List.of(), changes::touches);
    this.fate = new CommitFate(timeline);
  }

  @Override
  public String name() {
    return NAME;
  }

  /** None: what is staged is written anew. */
  @Override
  public List<String> innerPartitions() {
    return List.of();
  }

  @Override
  public synchronized long baseVersion() {
    timeline.advance();
    return timeline.version();
  }

  @Override
  public StructType columns(SparkSession child, long baseVersion) {
    return table.schema(child);
  }

  @Override
  public Staging stage(
      SparkSession session, Dataset<Row> rows, List<LocalDate> days, long baseVersion) {
    String folder = scratch + "/" + definition.table() + "-" + UUID.randomUUID();
    rows.withColumn(DAY_FOLDER, named(dayColumn)).write().partitionBy(DAY_FOLDER).parquet(folder);
    StructType schema = rows.schema().add(DAY_FOLDER, "date");
    return new StagedFolder(session, folder, schema, days, baseVersion);
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
    timeline.advance();
    days.forEach(day -> requireUnchanged(day, attempts));
    long version = commit(days, facts);
    timeline.advance(version);
    LogCommit stored = table.log().commit(version).orElseThrow();
    giveBackIfOvertaken(days, facts, stored, attempts);
    verify(days, facts, version);
    return new Published(version, rowsBefore(days, stored), attempts);
  }

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

  private long commit(List<StagedDay> days, CommitFacts facts) {
    long head = timeline.version();
    try {
      Dataset<Row> rows =
          days.stream()
              .map(day -> day.staging().rows(day.day()))
              .reduce(Dataset::unionAll)
              .orElseThrow();
      replace(rows, days, facts);
    } catch (Exception failure) {
      // Spark's Scala code throws checked exceptions too, without declaring them.
      return fate.settle(what(days), facts, head, failure);
    }
    return timeline.find(facts.commit(), head).orElseThrow(() -> vanished(days));
  }

  private DayfillException vanished(List<StagedDay> days) {
    DeltaCache.forget(session, table.path());
    return new DayfillException(
        Outcome.CONFLICT,
        what(days)
            + " not published: its commit is not in the table's log, another writer's is; this store lets two writers win, use one driver or a multi-writer log store, then run the day again");
  }

  private void replace(Dataset<Row> rows, List<StagedDay> days, CommitFacts facts) {
    rows.write()
        .format("delta")
        .mode("overwrite")
        .option("replaceWhere", of(days))
        .option("userMetadata", facts.json())
        .save(table.path());
  }

  /**
   * Between the look at the log and Delta's own reading lies a moment in which another writer may
   * have changed a day: then that change was overwritten, and is given back.
   */
  private void giveBackIfOvertaken(
      List<StagedDay> days, CommitFacts facts, LogCommit stored, int attempts) {
    for (StagedDay day : days) {
      overtaking(day.day(), day, stored)
          .ifPresent(
              winner -> {
                giveBack(days, facts, stored.version());
                throw Conflicts.lost(definition, day.day(), winner, day.baseVersion(), attempts);
              });
      for (LocalDate read : day.reads()) {
        // Delta does not know that this commit hangs on that day.
        timeline
            .changeOf(read, day.baseVersion())
            .filter(winner -> winner.version() < stored.version())
            .ifPresent(
                winner -> {
                  giveBack(days, facts, stored.version());
                  throw Conflicts.overtaken(definition.table(), day.day(), read, winner);
                });
      }
    }
  }

  private Optional<LogCommit> overtaking(LocalDate changed, StagedDay day, LogCommit stored) {
    return timeline
        .changeOf(changed, day.baseVersion())
        .filter(winner -> winner.version() <= stored.readVersion().orElse(stored.version() - 1));
  }

  /** The rows were written anew: they must be those that were checked, or they must not stay. */
  private void verify(List<StagedDay> days, CommitFacts facts, long version) {
    List<LocalDate> dates = dates(days);
    Map<LocalDate, String> found =
        ContentFingerprint.byDay(
            read(version).where(DayPredicate.of(dayColumn, dates)), dayColumn, dates);
    boolean asChecked =
        facts.days().stream()
            .allMatch(
                checked ->
                    checked
                        .fingerprint()
                        .equals(found.getOrDefault(checked.day(), ContentFingerprint.none())));
    if (!asChecked) {
      giveBack(days, facts, version);
      throw new DayfillException(
          Outcome.FAILED,
          what(days)
              + " not published: version "
              + version
              + " did not hold the rows that were checked (staged files gone or changed?) and was taken back; run the day again");
    }
  }

  /** Commits the rows that the days had before {@code version}. */
  private void giveBack(List<StagedDay> days, CommitFacts facts, long version) {
    CommitFacts undone = facts.takenBack();
    timeline.expect(undone);
    Dataset<Row> former = read(version - 1).where(of(days));
    CommitRetry.call(
        what(days),
        timeline::lastForeign,
        () -> {
          replace(former, days, undone);
          return undone;
        });
  }

  private Dataset<Row> read(long version) {
    return table.read(session, version);
  }

  private static Map<LocalDate, Long> rowsBefore(List<StagedDay> days, LogCommit stored) {
    String deleted = stored.metrics().get("numDeletedRows");
    return days.size() == 1 && deleted != null
        ? Map.of(days.get(0).day(), Long.parseLong(deleted))
        : Map.of();
  }

  private String of(List<StagedDay> days) {
    return DayPredicate.of(dayColumn, dates(days));
  }

  private String what(List<StagedDay> days) {
    return definition.table() + " " + DayPredicate.shown(dates(days));
  }

  private static List<LocalDate> dates(List<StagedDay> days) {
    return days.stream().map(StagedDay::day).toList();
  }

  /** A folder of Parquet files, one subfolder a day. */
  private final class StagedFolder implements Staging {
    private final SparkSession session;
    private final String folder;
    private final StructType schema;
    private final List<LocalDate> days;
    private final long baseVersion;

    StagedFolder(
        SparkSession session,
        String folder,
        StructType schema,
        List<LocalDate> days,
        long baseVersion) {
      this.session = session;
      this.folder = folder;
      this.schema = schema;
      this.days = days;
      this.baseVersion = baseVersion;
    }

    private Dataset<Row> all() {
      return session.read().schema(schema).option("__globPaths__", false).parquet(folder);
    }

    @Override
    public Dataset<Row> rows() {
      return all().drop(DAY_FOLDER);
    }

    @Override
    public Dataset<Row> rows(LocalDate day) {
      return all().where(col(DAY_FOLDER).equalTo(lit(day))).drop(DAY_FOLDER);
    }

    @Override
    public Set<LocalDate> strayDays() {
      Set<LocalDate> stray = new TreeSet<>();
      for (Row row : all().select(col(DAY_FOLDER).cast("string")).distinct().collectAsList()) {
        if (row.isNullAt(0)) {
          throw DayPredicate.noDay(definition, days.get(0), dayColumn);
        }
        stray.add(LocalDate.parse(row.getString(0)));
      }
      stray.removeAll(new HashSet<>(days));
      return stray;
    }

    @Override
    public long baseVersion() {
      return baseVersion;
    }

    @Override
    public List<FileEntry> files(LocalDate day) {
      return List.of();
    }

    @Override
    public void close() {
      try {
        Path path = new Path(folder);
        path.getFileSystem(hadoop).delete(path, true);
      } catch (IOException left) {
        LOG.warn("the staging folder {} could not be removed: {}", folder, left.getMessage());
      }
    }
  }
}
