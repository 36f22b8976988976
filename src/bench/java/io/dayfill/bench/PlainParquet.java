/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.bench;

import java.io.IOException;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/**
 * The least that a Spark job can do with the month: read it and write it as Parquet by day, with no
 * check and no table.
 *
 * <p>Usage: {@code PlainParquet LANDING FOLDER}.
 */
final class PlainParquet {
  private PlainParquet() {}

  public static void main(String[] args) throws IOException {
    try (SparkSession spark = Orders.plainSession("plain parquet")) {
      Orders.read(spark, args[0])
          .write()
          .mode(SaveMode.Overwrite)
          .partitionBy(Orders.DAY_COLUMN)
          .parquet(args[1]);
    }
  }
}
