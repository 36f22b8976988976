/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import io.dayfill.check.ContentFingerprint;
import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Definition;
import io.dayfill.definition.Outcome;
import io.dayfill.delta.LogCommit;
import io.dayfill.ledger.CommitFacts;
import java.io.IOException;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
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
  private final String dayColumn;
  private final String scratch;
  private final Configuration hadoop;
  private final CommitRetry retry;
  private final ForeignChanges changes;
  private final TableTimeline timeline;
  private final CommitFate fate;

  /**
   * A publisher for {@code table}.
   *
   * @param dayColumn the table's own name of the day column
   * @param scratch the folder in which staging folders are made
   */
  ReplaceWherePublisher(
      Definition definition,
      TargetTable table,
      String dayColumn,
      String scratch,
      Configuration hadoop) {
    this.definition = definition;
    this.table = table;
    this.dayColumn = dayColumn;
    this.scratch = scratch;
    this.hadoop = hadoop;
    this.retry = new CommitRetry(definition.table());
    this.changes = new ForeignChanges(dayColumn);
    long version = table.log().latestVersion().orElseThrow();
    this.timeline = new TableTimeline(table.log(), version, List.of(), changes::touches);
    this.fate = new CommitFate(definition.table(), timeline);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public synchronized long baseVersion() {
    timeline.advance(table.log().latestVersion().orElseThrow());
    return timeline.version();
  }

  @Override
  public Staging stage(
      SparkSession session, Dataset<Row> rows, List<LocalDate> days, long baseVersion) {
    String folder = scratch + "/" + definition.table() + "-" + UUID.randomUUID();
    rows.withColumn(DAY_FOLDER, col(TargetTable.quoted(dayColumn)))
        .write()
        .partitionBy(DAY_FOLDER)
        .parquet(folder);
    StructType schema = rows.schema().add(DAY_FOLDER, "date");
    return new StagedFolder(session, folder, schema, days, baseVersion);
  }

  private synchronized PublishedDay publish(StagedFolder staged, LocalDate day, CommitFacts facts) {
    timeline.expect(facts);
    int[] attempts = {0};
    return retry.call(
        day,
        () -> {
          attempts[0]++;
          return attempt(staged, day, facts, attempts[0]);
        });
  }

  private PublishedDay attempt(
      StagedFolder staged, LocalDate day, CommitFacts facts, int attempts) {
    timeline.advance(table.log().latestVersion().orElseThrow());
    timeline
        .changeOf(day, staged.baseVersion)
        .ifPresent(
            winner -> {
              throw Conflicts.lost(definition.table(), day, winner);
            });
    timeline
        .changeOfTable(staged.baseVersion)
        .ifPresent(
            change -> {
              throw Conflicts.tableChanged(definition.table(), day, change);
            });
    long version = commit(staged, day, facts);
    timeline.advance(version);
    LogCommit stored = table.log().commit(version).orElseThrow();
    giveBackIfOvertaken(staged, day, facts, stored);
    verify(staged, day, facts, version);
    return new PublishedDay(version, rowsBefore(stored), attempts);
  }

  private long commit(StagedFolder staged, LocalDate day, CommitFacts facts) {
    long head = timeline.version();
    try {
      replace(staged.rows(day), day, facts);
    } catch (Exception failure) {
      // Spark's Scala code throws checked exceptions too, without declaring them.
      return fate.settle(day, facts, head, failure);
    }
    return timeline
        .find(facts.commit(), head)
        .orElseThrow(
            () ->
                new DayfillException(
                    Outcome.CONFLICT,
                    what(day)
                        + " not published: its commit is not in the table's log, another writer's is; use one driver on this store, then run the day again"));
  }

  private void replace(Dataset<Row> rows, LocalDate day, CommitFacts facts) {
    rows.write()
        .format("delta")
        .mode("overwrite")
        .option("replaceWhere", DayPredicate.of(dayColumn, day))
        .option("userMetadata", facts.json())
        .save(table.path());
  }

  /**
   * Between the look at the log and Delta's own reading lies a moment in which another writer may
   * have changed the day: then that change was overwritten, and is given back.
   */
  private void giveBackIfOvertaken(
      StagedFolder staged, LocalDate day, CommitFacts facts, LogCommit stored) {
    timeline
        .changeOf(day, staged.baseVersion)
        .filter(winner -> winner.version() <= stored.readVersion().orElse(stored.version() - 1))
        .ifPresent(
            winner -> {
              giveBack(staged, day, facts, stored.version());
              throw Conflicts.lost(definition.table(), day, winner);
            });
  }

  /** The rows were written anew: they must be those that were checked, or they must not stay. */
  private void verify(StagedFolder staged, LocalDate day, CommitFacts facts, long version) {
    String found =
        ContentFingerprint.of(
            table.read(staged.session, version).where(DayPredicate.of(dayColumn, day)));
    boolean asChecked =
        facts.days().stream()
            .anyMatch(checked -> checked.day().equals(day) && checked.fingerprint().equals(found));
    if (!asChecked) {
      giveBack(staged, day, facts, version);
      throw new DayfillException(
          Outcome.FAILED,
          what(day)
              + " not published: version "
              + version
              + " did not hold the rows that were checked (staged files gone or changed?) and was taken back; run the day again");
    }
  }

  /** Commits the rows that the day had before {@code version}. */
  private void giveBack(StagedFolder staged, LocalDate day, CommitFacts facts, long version) {
    CommitFacts undone = facts.withCommit(facts.commit() + "-taken-back");
    timeline.expect(undone);
    Dataset<Row> former =
        table.read(staged.session, version - 1).where(DayPredicate.of(dayColumn, day));
    retry.call(
        day,
        () -> {
          replace(former, day, undone);
          return undone;
        });
  }

  private static OptionalLong rowsBefore(LogCommit stored) {
    return stored.metrics().containsKey("numDeletedRows")
        ? OptionalLong.of(Long.parseLong(stored.metrics().get("numDeletedRows")))
        : OptionalLong.empty();
  }

  private String what(LocalDate day) {
    return definition.table() + " " + day;
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

    Dataset<Row> rows(LocalDate day) {
      return all().where(col(DAY_FOLDER).equalTo(lit(day))).drop(DAY_FOLDER);
    }

    @Override
    public Dataset<Row> rows() {
      return all().drop(DAY_FOLDER);
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
    public PublishedDay publish(LocalDate day, CommitFacts facts) {
      return ReplaceWherePublisher.this.publish(this, day, facts);
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
