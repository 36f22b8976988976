/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.bench;

import java.io.IOException;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/**
 * Gives each day of a table more files, as another writer who never compacts would: each file holds
 * the rows that the day has already.
 *
 * <p>Usage: {@code ManyFiles TABLE FILES_A_DAY}.
 */
final class ManyFiles {
  private ManyFiles() {}

  public static void main(String[] args) throws IOException {
    int files = Integer.parseInt(args[1]);
    try (SparkSession spark = Orders.deltaSession("many files")) {
      spark
          .read()
          .format("delta")
          .load(args[0])
          .withColumn(
              "copy", functions.explode(functions.sequence(functions.lit(1), functions.lit(files))))
          .repartitionByRange(files, functions.col("copy"))
          .drop("copy")
          .write()
          .format("delta")
          .mode(SaveMode.Append)
          .save(args[0]);
    }
  }
}
