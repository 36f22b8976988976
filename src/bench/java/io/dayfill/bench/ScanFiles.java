/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.bench;

import static org.apache.spark.sql.functions.bit_xor;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.xxhash64;

import java.io.IOException;
import java.util.Arrays;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/**
 * Reads every column of every data file in a table's folder once, listed or not: where a backfill
 * is held, that is both sides of its diff.
 *
 * <p>Usage: {@code ScanFiles TABLE}.
 */
final class ScanFiles {
  private ScanFiles() {}

  public static void main(String[] args) throws IOException {
    try (SparkSession spark = Orders.plainSession("scan")) {
      Dataset<Row> rows = spark.read().parquet(args[0] + "/order_date=*");
      Column[] columns = Arrays.stream(rows.columns()).map(functions::col).toArray(Column[]::new);
      Row found = rows.agg(count(lit(1)), bit_xor(xxhash64(columns))).head();
      System.out.println(found.getLong(0) + " rows");
    }
  }
}
