/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.bench;

import java.io.IOException;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/**
 * One day of orders joined with where its customers lived then, written to a Delta table with no
 * check.
 *
 * <p>Usage: {@code PlainJoin ORDERS_TABLE CUSTOMERS_TABLE TABLE}.
 */
final class PlainJoin {
  private PlainJoin() {}

  public static void main(String[] args) throws IOException {
    try (SparkSession spark = Orders.deltaSession("plain join")) {
      spark.read().format("delta").load(args[0]).createOrReplaceTempView("orders");
      spark.read().format("delta").load(args[1]).createOrReplaceTempView("customers");
      spark
          .sql(
              "SELECT o.order_id, o.customer_id, c.region, o.amount, o.order_date FROM orders o"
                  + " LEFT JOIN customers c ON o.customer_id = c.customer_id"
                  + " AND o.order_date >= c.valid_from"
                  + " AND (c.valid_to IS NULL OR o.order_date < c.valid_to)"
                  + " WHERE o.order_date = DATE'2026-09-15'")
          .write()
          .format("delta")
          .mode(SaveMode.Overwrite)
          .partitionBy(Orders.DAY_COLUMN)
          .save(args[2]);
    }
  }
}
