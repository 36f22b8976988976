/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.workshop;

import static io.dayfill.spark.Names.named;

import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Layout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;

/**
 * Shows what happens when several writers replace different days of one Delta table at the same
 * time, through the public {@code replaceWhere}: on an unpartitioned table one wins and the others
 * are refused, on a table partitioned by the day all succeed.
 *
 * <p>It works on copies in a folder of its own and never writes to the source. The caller's session
 * is neither changed nor stopped. Prints nothing.
 */
public final class ConflictWorkshop {
  /** How long a writer waits for the others, unless the caller says otherwise. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(5);

  private static final Map<String, String> SETTINGS =
      Map.of(
          "spark.sql.session.timeZone", "UTC",
          "spark.sql.shuffle.partitions", "2",
          "spark.sql.sources.partitionOverwriteMode", "static",
          // A column of type MAP has a place in the fingerprint too.
          "spark.sql.legacy.allowHashOnMapType", "true",
          "spark.databricks.delta.snapshotPartitions", "1");

  private final SparkSession session;
  private final Path scratch;
  private final Dataset<Row> source;
  private final String dayColumn;
  private final Duration timeout;

  /**
   * A workshop over some rows; nothing is read or written yet.
   *
   * @param spark the caller's session; the work is done in a child of it
   * @param scratch folder for the copies, as a Hadoop path; created if missing, and may hold other
   *     things
   * @param source the rows that are copied and written: any columns but {@code written_by}
   * @param dayColumn name of the source's column of type DATE, not quoted; rows without a day are
   *     left out
   * @throws IllegalArgumentException if the source has no such column or has {@code written_by}
   */
  public ConflictWorkshop(
      SparkSession spark, String scratch, Dataset<Row> source, String dayColumn) {
    this(spark, scratch, source, dayColumn, DEFAULT_TIMEOUT);
  }

  /** As above, with the time that a writer waits for the others. */
  ConflictWorkshop(
      SparkSession spark, String scratch, Dataset<Row> source, String dayColumn, Duration timeout) {
    this.session = childOf(spark);
    this.scratch = new Path(scratch);
    this.source = requireUsable(source, dayColumn);
    this.dayColumn = dayColumn;
    this.timeout = timeout;
  }

  /** {@link #run(ConflictOptions, Consumer)} for callers that are content with the report. */
  public ConflictReport run(ConflictOptions options) {
    return run(options, round -> {});
  }

  /**
   * Runs all rounds, first on unpartitioned copies, then on partitioned ones, each on a copy of its
   * own. The copies stay until {@link #removeCopies}. Can be called again: each call has its own
   * folder.
   *
   * @param options how many writers and rounds; the writers take the source's first days
   * @param afterRound told of each round as it ends, on the calling thread
   * @return what happened, also when it is not what was expected: a writer's failure is part of the
   *     report and is not thrown
   * @throws DayfillException if the source has fewer days than writers are asked for
   * @throws IllegalStateException if the calling thread is interrupted while writers are at work
   *     (the flag is set again)
   */
  public ConflictReport run(ConflictOptions options, Consumer<ConflictRound> afterRound) {
    List<LocalDate> days = firstDays(options.writers());
    Path folder = new Path(scratch, "run-" + UUID.randomUUID());
    try {
      return new ConflictReport(
          options, folder.toString(), rounds(options, afterRound, days, folder));
    } catch (Throwable failure) {
      // Nobody is left who could ask for the copies to be removed.
      try {
        remove(folder);
      } catch (UncheckedIOException leftovers) {
        failure.addSuppressed(leftovers);
      }
      throw failure;
    }
  }

  /**
   * Removes the copies that a run left. Does nothing if they are gone.
   *
   * @throws UncheckedIOException if the file system refuses
   */
  public void removeCopies(ConflictReport report) {
    remove(new Path(report.folder()));
  }

  private List<ConflictRound> rounds(
      ConflictOptions options,
      Consumer<ConflictRound> afterRound,
      List<LocalDate> days,
      Path folder) {
    Dataset<Row> rows = freeze(days, new Path(folder, "source"));
    List<ConflictRound> rounds = new ArrayList<>();
    for (Layout layout : List.of(Layout.UNPARTITIONED, Layout.PARTITIONED)) {
      for (int number = 1; number <= options.rounds(); number++) {
        String table = new Path(folder, layout.word() + "-" + number).toString();
        WorkshopCopy copy = WorkshopCopy.create(rows, dayColumn, layout, table);
        ConflictRound round = round(number, copy, days, options);
        rounds.add(round);
        afterRound.accept(round);
      }
    }
    return rounds;
  }

  private ConflictRound round(
      int number, WorkshopCopy copy, List<LocalDate> days, ConflictOptions options) {
    CopyWriters run = new CopyWriters(copy, timeout);
    List<DayWrite> first = days.stream().map(day -> DayWrite.first(number, day)).toList();
    List<WriterEnd> writers = options.freeRunning() ? run.runFree(first) : run.runHeld(first);
    List<DayWrite> again = writers.stream().filter(end -> !end.won()).map(DayWrite::again).toList();
    return new ConflictRound(number, copy.layout(), copy.path(), writers, run.runOneByOne(again));
  }

  private List<LocalDate> firstDays(int writers) {
    Column day = named(dayColumn);
    List<LocalDate> days =
        source
            .filter(day.isNotNull())
            .select(day)
            .distinct()
            .orderBy(day)
            .limit(writers)
            .select(day.cast("string"))
            .collectAsList()
            .stream()
            .map(row -> LocalDate.parse(row.getString(0)))
            .toList();
    if (days.size() < writers) {
      throw DayfillException.usage(
          "Each of the "
              + writers
              + " writers needs a day of its own, but there are rows of "
              + days.size()
              + " days only: load more days or ask for fewer writers");
    }
    return days;
  }

  /** The rows that all rounds copy and write, however often the source is recomputed. */
  private Dataset<Row> freeze(List<LocalDate> days, Path folder) {
    source
        .filter(named(dayColumn).isin(days.toArray()))
        .write()
        .format("delta")
        .mode(SaveMode.ErrorIfExists)
        .save(folder.toString());
    return session.read().format("delta").load(folder.toString());
  }

  private void remove(Path folder) {
    try {
      folder.getFileSystem(session.sparkContext().hadoopConfiguration()).delete(folder, true);
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot remove the workshop's copies in " + folder, failure);
    }
  }

  private static Dataset<Row> requireUsable(Dataset<Row> source, String dayColumn) {
    boolean hasDay = false;
    for (StructField field : source.schema().fields()) {
      if (field.name().equalsIgnoreCase(WorkshopCopy.WRITTEN_BY)) {
        throw new IllegalArgumentException(
            "source must not have a column " + WorkshopCopy.WRITTEN_BY);
      }
      hasDay |= field.name().equals(dayColumn) && field.dataType().equals(DataTypes.DateType);
    }
    if (!hasDay) {
      throw new IllegalArgumentException("source has no DATE column " + dayColumn);
    }
    return source;
  }

  /** What results depend on is set here, not taken from the caller's session. */
  private static SparkSession childOf(SparkSession spark) {
    SparkSession child = spark.newSession();
    SETTINGS.forEach((key, value) -> child.conf().set(key, value));
    return child;
  }
}
