/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.workshop;

import static io.dayfill.spark.Names.named;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.to_date;

import io.dayfill.delta.TableLog;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** The rows that the workshop's copies are made of. */
public final class WorkshopRows {
  /** How many days the sample has. */
  public static final int SAMPLE_DAYS = 30;

  private static final String COLUMNS =
      "order_id BIGINT, customer_id STRING, amount DECIMAL(12,2), ordered_at TIMESTAMP";

  private WorkshopRows() {}

  /**
   * The rows of the table at {@code path}, if it has {@code days} days, and the sample's otherwise.
   *
   * @param dayColumn the name of the DATE column that tells a row's day
   */
  public static Dataset<Row> of(SparkSession session, String path, String dayColumn, int days) {
    Configuration hadoop = session.sparkContext().hadoopConfiguration();
    if (new TableLog(path, hadoop).latestVersion().isPresent()) {
      Dataset<Row> rows = session.read().format("delta").load(path);
      if (rows.select(named(dayColumn)).distinct().limit(days).count() == days) {
        return rows;
      }
    }
    return sample(session).withColumn(dayColumn, to_date(col("ordered_at")));
  }

  private static Dataset<Row> sample(SparkSession session) {
    List<String> lines = new ArrayList<>();
    SampleMonth.files().forEach(file -> file.content().lines().skip(1).forEach(lines::add));
    return session.read().schema(COLUMNS).csv(session.createDataset(lines, Encoders.STRING()));
  }
}
