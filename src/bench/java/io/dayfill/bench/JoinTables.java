/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.bench;

import java.io.IOException;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/**
 * One day of orders and a dimension of customers, every tenth of whom has moved, as Delta tables.
 *
 * <p>Usage: {@code JoinTables ORDERS_TABLE CUSTOMERS_TABLE ORDERS CUSTOMERS}.
 */
final class JoinTables {
  private JoinTables() {}

  public static void main(String[] args) throws IOException {
    long orders = Long.parseLong(args[2]);
    long customers = Long.parseLong(args[3]);
    try (SparkSession spark = Orders.deltaSession("join tables")) {
      spark
          .range(orders)
          .selectExpr(
              "id AS order_id",
              "format_string('C%06d', pmod(xxhash64(id), " + customers + ")) AS customer_id",
              "CAST((100 + id % 50000) / 100 AS DECIMAL(12,2)) AS amount",
              "timestamp_seconds(1789430400 + id % 86400) AS ordered_at",
              "DATE'2026-09-15' AS order_date")
          .write()
          .format("delta")
          .mode(SaveMode.Overwrite)
          .partitionBy(Orders.DAY_COLUMN)
          .save(args[0]);
      spark
          .range(customers)
          .selectExpr(
              "format_string('C%06d', id) AS customer_id",
              "id % 10 = 0 AS moved",
              "concat('R', id % 100) AS region",
              "explode(IF(id % 10 = 0, array(0, 1), array(1))) AS part")
          .selectExpr(
              "customer_id",
              "IF(part = 0, 'before', region) AS region",
              "IF(moved AND part = 1, DATE'2026-09-10', DATE'2026-01-01') AS valid_from",
              "IF(part = 0, DATE'2026-09-10', CAST(NULL AS DATE)) AS valid_to")
          .write()
          .format("delta")
          .mode(SaveMode.Overwrite)
          .save(args[1]);
    }
  }
}
