/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.bench;

import static org.apache.spark.sql.functions.col;

import java.io.IOException;
import java.time.LocalDate;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * A month filled as a course on backfills teaches it: one session, and for each day a {@code
 * replaceWhere} and a check that the stored day is the file's.
 *
 * <p>Usage: {@code ObviousLoop LANDING TABLE}. A failed check ends the process with an exception.
 */
final class ObviousLoop {
  private ObviousLoop() {}

  public static void main(String[] args) throws IOException {
    String landing = args[0];
    String table = args[1];
    try (SparkSession spark = Orders.deltaSession("obvious loop")) {
      for (LocalDate day : Orders.days()) {
        long startedNs = System.nanoTime();
        Dataset<Row> file = Orders.read(spark, landing + "/" + day + ".csv");
        load(file, day, table);
        long rows = check(file, day, spark.read().format("delta").load(table));
        System.out.printf(
            "ok %s: %d rows, %d ms%n", day, rows, (System.nanoTime() - startedNs) / 1_000_000);
      }
      Dataset<Row> stored = spark.read().format("delta").load(table);
      long days = stored.select(Orders.DAY_COLUMN).distinct().count();
      System.out.printf("%d days, %d orders%n", days, stored.count());
    }
  }

  private static void load(Dataset<Row> file, LocalDate day, String table) {
    file.write()
        .format("delta")
        .mode("overwrite")
        .partitionBy(Orders.DAY_COLUMN)
        .option("replaceWhere", Orders.DAY_COLUMN + " = '" + day + "'")
        .save(table);
  }

  private static long check(Dataset<Row> file, LocalDate day, Dataset<Row> table) {
    Dataset<Row> stored = table.where(col(Orders.DAY_COLUMN).equalTo(day.toString()));
    long rows = stored.count();
    long expected = file.count();
    long missing =
        file.join(stored, file.col("order_id").equalTo(stored.col("order_id")), "left_anti")
            .count();
    if (rows != expected || missing != 0) {
      throw new IllegalStateException(
          day + ": " + rows + " rows for the file's " + expected + ", " + missing + " missing");
    }
    return rows;
  }
}
