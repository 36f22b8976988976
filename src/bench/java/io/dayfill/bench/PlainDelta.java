/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.bench;

import java.io.IOException;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/**
 * The month written to a Delta table by day in one commit, with no check.
 *
 * <p>Usage: {@code PlainDelta LANDING TABLE}.
 */
final class PlainDelta {
  private PlainDelta() {}

  public static void main(String[] args) throws IOException {
    try (SparkSession spark = Orders.deltaSession("plain delta")) {
      Orders.read(spark, args[0])
          .write()
          .format("delta")
          .mode(SaveMode.Overwrite)
          .partitionBy(Orders.DAY_COLUMN)
          .save(args[1]);
    }
  }
}
