/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.load;

import static io.dayfill.spark.Names.named;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.network.util.JavaUtils;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;

/**
 * Sees to it that a small day becomes one file and a large one files of about 128 MB, whatever the
 * number of its sources and of Spark's tasks.
 *
 * <p>Small files are read whole, so that each day is written by one task and nothing is moved.
 * Everything else goes through one shuffle that Spark's adaptive execution cuts to size ({@code
 * REBALANCE}).
 */
public final class FileSizes {
  /** Delta's own setting for the size of the files that an optimized write makes. */
  static final String TARGET = "spark.databricks.delta.optimizeWrite.binSize";

  private static final String DEFAULT_TARGET = "128m";

  /** Up to here reading a file with one task costs less than moving its rows. */
  static final long SMALL_BYTES = 64L << 20;

  /** What Spark counts for opening a file when it cuts sources into tasks. */
  private static final long OPEN_BYTES = 4L << 20;

  /**
   * Rows take between once (long texts) and twice (numbers) the room in a shuffle that they take in
   * Parquet.
   */
  private static final double SHUFFLE_TO_PARQUET = 1.5;

  private final SparkSession session;

  /** For days that are computed in {@code session}, a child session of their own. */
  public FileSizes(SparkSession session) {
    this.session = session;
  }

  /** Whether {@code day} is so large that it is staged by itself. */
  public static boolean isLarge(DaySources day) {
    return day.files().stream().anyMatch(file -> file.facts().sizeBytes() > SMALL_BYTES);
  }

  /**
   * Lets Spark cut no file of {@code days} in two when it reads them; none of them is large. Of
   * small files it still puts several into one task.
   */
  void readWhole(List<DaySources> days) {
    long largest = 1;
    long total = 0;
    for (DaySources day : days) {
      for (SourceFile file : day.files()) {
        largest = Math.max(largest, file.facts().sizeBytes() + OPEN_BYTES);
        total += file.facts().sizeBytes() + OPEN_BYTES;
      }
    }
    long tasks = Math.min(session.sparkContext().defaultParallelism(), total / largest);
    session.conf().set("spark.sql.files.maxPartitionBytes", 2 * SMALL_BYTES);
    session.conf().set("spark.sql.files.openCostInBytes", OPEN_BYTES);
    session.conf().set("spark.sql.files.minPartitionNum", Math.max(1, tasks));
  }

  /**
   * {@code rows} in as few pieces as make files of the target size.
   *
   * @param rows rows of one day
   * @param partitions the table's partition columns but the day's: a piece holds whole partitions
   * @param key columns that tell rows apart; empty: all are taken
   */
  public Dataset<Row> rebalanced(Dataset<Row> rows, List<String> partitions, List<String> key) {
    long bytes = JavaUtils.byteStringAsBytes(session.conf().get(TARGET, DEFAULT_TARGET));
    session.conf().set("spark.sql.adaptive.enabled", true);
    session.conf().set("spark.sql.adaptive.coalescePartitions.enabled", true);
    session.conf().set("spark.sql.adaptive.coalescePartitions.parallelismFirst", false);
    session.conf().set("spark.sql.adaptive.optimizeSkewsInRebalancePartitions.enabled", true);
    session
        .conf()
        .set(
            "spark.sql.adaptive.advisoryPartitionSizeInBytes",
            Math.round(bytes * SHUFFLE_TO_PARQUET) + "b");
    List<String> by = partitions.isEmpty() ? key : partitions;
    boolean canHash =
        Arrays.stream(rows.schema().fields())
            .map(StructField::dataType)
            .noneMatch(MapType.class::isInstance);
    if (by.isEmpty() && canHash) {
      by = List.of(rows.columns());
    }
    Object[] columns = by.stream().map(name -> named(name)).toArray(Column[]::new);
    return rows.hint("rebalance", columns);
  }
}
