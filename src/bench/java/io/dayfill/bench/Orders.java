/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.bench;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.to_date;

import java.time.LocalDate;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * The month of orders that every measured job reads, one CSV file a day, and the sessions they use.
 */
final class Orders {
  /** The column that every table is partitioned by. */
  static final String DAY_COLUMN = "order_date";

  private static final LocalDate FIRST_DAY = LocalDate.of(2026, 9, 1);
  private static final String COLUMNS =
      "order_id BIGINT, customer_id STRING, amount DECIMAL(12,2), ordered_at TIMESTAMP";

  private Orders() {}

  /** The 30 days of September 2026, oldest first. */
  static List<LocalDate> days() {
    return FIRST_DAY.datesUntil(FIRST_DAY.plusMonths(1)).toList();
  }

  /** The orders of a file or of a folder of files, with the day of each. */
  static Dataset<Row> read(SparkSession spark, String path) {
    return spark
        .read()
        .schema(COLUMNS)
        .option("header", true)
        .csv(path)
        .withColumn(DAY_COLUMN, to_date(col("ordered_at")));
  }

  /** A session on all cores with Spark's defaults, quiet as Spark's own shells are. */
  static SparkSession plainSession(String name) {
    return builder(name).getOrCreate();
  }

  /** The same with Delta's extension and catalog, and Delta's defaults. */
  static SparkSession deltaSession(String name) {
    return builder(name)
        .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
        .config(
            "spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog")
        .getOrCreate();
  }

  private static SparkSession.Builder builder(String name) {
    return SparkSession.builder()
        .appName(name)
        .master("local[*]")
        .config("spark.log.level", "WARN");
  }
}
