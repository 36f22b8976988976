/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.workshop;

import static io.dayfill.spark.Names.named;
import static io.dayfill.spark.Names.quoted;
import static org.apache.spark.sql.functions.array_sort;
import static org.apache.spark.sql.functions.bit_xor;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_set;
import static org.apache.spark.sql.functions.concat_ws;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.xxhash64;

import io.dayfill.definition.Layout;
import io.delta.tables.DeltaTable;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;

/**
 * A Delta table that the workshop made for its writers: the source's columns and {@value
 * #WRITTEN_BY}, the name of the writer that each row came from. Thread-safe: all state is in the
 * table.
 */
final class WorkshopCopy {
  /** The column that the copy has and its source must not have. */
  static final String WRITTEN_BY = "written_by";

  /** Name of the writer of a fresh copy's rows. */
  static final String NOBODY = "copy";

  private final Dataset<Row> source;
  private final String dayColumn;
  private final Layout layout;
  private final String path;

  private WorkshopCopy(Dataset<Row> source, String dayColumn, Layout layout, String path) {
    this.source = source;
    this.dayColumn = dayColumn;
    this.layout = layout;
    this.path = path;
  }

  /**
   * Creates the table with all rows of the source.
   *
   * @param source rows to copy; the table is written and read by this dataset's session
   * @param dayColumn name of the source's column of type DATE, not quoted
   * @param path where nothing may be yet
   */
  static WorkshopCopy create(Dataset<Row> source, String dayColumn, Layout layout, String path) {
    DataFrameWriter<Row> writer =
        source
            .withColumn(WRITTEN_BY, lit(NOBODY))
            .write()
            .format("delta")
            .mode(SaveMode.ErrorIfExists)
            .option("delta.enableDeletionVectors", "false");
    DataFrameWriter<Row> laidOut =
        switch (layout) {
          case PARTITIONED -> writer.partitionBy(dayColumn);
          case UNPARTITIONED -> writer;
        };
    laidOut.save(path);
    return new WorkshopCopy(source, dayColumn, layout, path);
  }

  /** How the table's files lie. */
  Layout layout() {
    return layout;
  }

  /** The table's path. */
  String path() {
    return path;
  }

  /**
   * Replaces one day by the source's rows of that day, under the writer's name, in one commit.
   * Throws what Delta throws; the table is then unchanged.
   */
  void replaceDay(DayWrite write) {
    source
        .filter(named(dayColumn).equalTo(lit(write.day())))
        .withColumn(WRITTEN_BY, lit(write.writer()))
        .write()
        .format("delta")
        .mode(SaveMode.Overwrite)
        .option("replaceWhere", quoted(dayColumn) + " = DATE'" + write.day() + "'")
        .option("userMetadata", write.writer())
        .save(path);
  }

  /** What the table's latest version holds of each day; days without rows are absent. */
  Map<LocalDate, DayContent> contents() {
    Dataset<Row> rows = source.sparkSession().read().format("delta").load(path);
    Column[] all = Arrays.stream(rows.columns()).map(name -> named(name)).toArray(Column[]::new);
    Column hash = xxhash64(all);
    Map<LocalDate, DayContent> contents = new HashMap<>();
    rows.groupBy(named(dayColumn).cast("string"))
        .agg(
            count(lit(1)),
            concat_ws(
                ":", sum(hash.cast("decimal(38,0)")).cast("string"), bit_xor(hash).cast("string")),
            array_sort(collect_set(col(WRITTEN_BY))))
        .collectAsList()
        .forEach(
            row ->
                contents.put(
                    LocalDate.parse(row.getString(0)),
                    new DayContent(row.getLong(1), row.getString(2), row.getList(3))));
    return contents;
  }

  /** The version that each writer committed, by the writer's name. */
  Map<String, Long> versions() {
    Map<String, Long> versions = new HashMap<>();
    DeltaTable.forPath(source.sparkSession(), path)
        .history()
        .select("userMetadata", "version")
        .filter(col("userMetadata").isNotNull())
        .collectAsList()
        .forEach(row -> versions.put(row.getString(0), row.getLong(1)));
    return versions;
  }
}
