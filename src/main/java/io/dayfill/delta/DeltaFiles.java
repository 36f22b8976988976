/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.delta;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.DeltaOperations;
import org.apache.spark.sql.delta.OptimisticTransaction;
import org.apache.spark.sql.delta.Snapshot;
import org.apache.spark.sql.delta.actions.Action;
import org.apache.spark.sql.delta.actions.AddFile;
import org.apache.spark.sql.delta.actions.FileAction;
import org.apache.spark.sql.execution.metric.SQLMetric;
import org.apache.spark.sql.execution.metric.SQLMetrics;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The door to Delta's transaction: data files written where no reader sees them, and commits that
 * only list files. These classes are internal to Delta and move between versions; nothing outside
 * this package names them. A thread that calls must have an active session, whose settings Delta
 * uses. Thread-safe.
 */
public final class DeltaFiles {
  private final SparkSession spark;
  private final String path;
  private volatile DeltaLog log;

  /** The files of the table at {@code path}, which must exist. */
  public DeltaFiles(SparkSession spark, String path) {
    this.spark = spark;
    this.path = path;
    this.log = DeltaLog.forTable(spark, path);
  }

  /**
   * Writes {@code rows}, which must have exactly the table's columns in its order and types, into
   * the table's folder without a commit.
   *
   * @return the files; no reader sees them until they are committed
   */
  public List<FileEntry> stage(Dataset<Row> rows) {
    return stage(log.startTransaction(Option.empty(), Option.empty()), rows);
  }

  /** As above, for the table as it is at {@code version} or later; see {@link #beginFrom}. */
  public List<FileEntry> stageFrom(long version, Dataset<Row> rows) {
    return stage(transactionFrom(version), rows);
  }

  private static List<FileEntry> stage(OptimisticTransaction transaction, Dataset<Row> rows) {
    List<FileEntry> files = new ArrayList<>();
    for (FileAction action : CollectionConverters.asJava(transaction.writeFiles(rows))) {
      if (action instanceof AddFile) {
        files.add(FileEntry.of("add", LogJson.read(action.json()).get("add")));
      }
    }
    return files;
  }

  /** The rows of {@code files}, which need not be committed, with the table's columns. */
  public Dataset<Row> read(List<FileEntry> files) {
    List<AddFile> adds = files.stream().map(DeltaFiles::addFile).toList();
    return log.createDataFrame(
        log.unsafeVolatileSnapshot(), scalaList(adds), false, Option.empty());
  }

  /** As above, with the columns that the table has at {@code version} or, if known, later. */
  public Dataset<Row> read(long version, List<FileEntry> files) {
    if (log.unsafeVolatileSnapshot().version() < version) {
      log.update(false, Option.empty(), Option.empty());
    }
    return read(files);
  }

  /** Looks at the table anew: a commit that this process has made is not in the log. */
  public void forget() {
    DeltaCache.forget(spark, path);
    log = DeltaLog.forTable(spark, path);
  }

  /** A transaction on the table as it is now. */
  public HeadTransaction begin() {
    return new HeadTransaction(log.startTransaction(Option.empty(), Option.empty()));
  }

  /**
   * A transaction on the newest version that this process knows of, if that is {@code version} or a
   * later one, and else on the table as it is now. Saves a listing of the log, which grows with the
   * table's age; what others have committed meanwhile is left to Delta's conflict check.
   */
  public HeadTransaction beginFrom(long version) {
    return new HeadTransaction(transactionFrom(version));
  }

  private OptimisticTransaction transactionFrom(long version) {
    Snapshot known = log.unsafeVolatileSnapshot();
    return log.startTransaction(
        Option.empty(), known.version() < version ? Option.empty() : Option.apply(known));
  }

  /** A transaction that has read one version of the table and may commit on top of it. */
  public final class HeadTransaction {
    private final OptimisticTransaction transaction;

    private HeadTransaction(OptimisticTransaction transaction) {
      this.transaction = transaction;
    }

    /** The version that the transaction has read. */
    public long readVersion() {
      return transaction.readVersion();
    }

    /**
     * Commits {@code day}; Delta refuses when another writer changed the day after {@link
     * #readVersion()}.
     *
     * @return the version that was written
     * @throws io.delta.exceptions.DeltaConcurrentModificationException (or a subclass) on a
     *     conflict
     */
    public long commit(DayReplacement day) {
      track(day.predicate());
      day.reads()
          .ifPresent(
              read -> {
                track(read.predicate());
                transaction.trackFilesRead(
                    scalaList(read.files().stream().map(DeltaFiles::addFile).toList()));
              });
      List<AddFile> present = day.removed().stream().map(DeltaFiles::addFile).toList();
      transaction.trackFilesRead(scalaList(present));
      List<Action> actions = new ArrayList<>();
      day.added().forEach(file -> actions.add(addFile(file)));
      present.forEach(file -> actions.add(file.remove()));
      transaction.registerSQLMetrics(spark, metrics(day));
      return transaction.commit(scalaList(actions), write(day), scalaMap(Map.of()));
    }

    private void track(String predicate) {
      transaction.trackReadPredicates(scalaList(List.of(expression(predicate))), true, true);
    }

    private DeltaOperations.Write write(DayReplacement day) {
      return new DeltaOperations.Write(
          SaveMode.Overwrite,
          Option.apply(transaction.metadata().partitionColumns()),
          Option.apply(day.predicate()),
          Option.apply(day.userMetadata()),
          Option.empty(),
          Option.empty(),
          Option.empty(),
          Option.empty(),
          Option.empty());
    }
  }

  private scala.collection.immutable.Map<String, SQLMetric> metrics(DayReplacement day) {
    Map<String, SQLMetric> metrics = new TreeMap<>();
    metric(metrics, "numFiles", day.added().size());
    metric(metrics, "numOutputRows", rows(day.added()));
    metric(metrics, "numOutputBytes", sizeBytes(day.added()));
    metric(metrics, "numRemovedFiles", day.removed().size());
    metric(metrics, "numRemovedBytes", sizeBytes(day.removed()));
    metric(metrics, "numDeletedRows", rows(day.removed()));
    metric(metrics, "numCopiedRows", 0);
    metric(metrics, "numAddedChangeFiles", 0);
    return scalaMap(metrics);
  }

  private void metric(Map<String, SQLMetric> metrics, String name, long value) {
    SQLMetric metric = SQLMetrics.createMetric(spark.sparkContext(), name);
    metric.set(value);
    metrics.put(name, metric);
  }

  private Expression expression(String predicate) {
    try {
      return ((org.apache.spark.sql.classic.SparkSession) spark)
          .sessionState()
          .sqlParser()
          .parseExpression(predicate);
    } catch (ParseException impossible) {
      throw new IllegalStateException("not a condition: " + predicate, impossible);
    }
  }

  private static AddFile addFile(FileEntry file) {
    return (AddFile) org.apache.spark.sql.delta.actions.Action$.MODULE$.fromJson(file.json());
  }

  private static long rows(List<FileEntry> files) {
    return files.stream().mapToLong(file -> file.rows().orElse(0)).sum();
  }

  private static long sizeBytes(List<FileEntry> files) {
    return files.stream().mapToLong(FileEntry::sizeBytes).sum();
  }

  private static <T> Seq<T> scalaList(List<T> items) {
    return CollectionConverters.asScala(items).toList();
  }

  private static <T> scala.collection.immutable.Map<String, T> scalaMap(Map<String, T> items) {
    return scala.collection.immutable.Map.from(CollectionConverters.asScala(items));
  }
}
