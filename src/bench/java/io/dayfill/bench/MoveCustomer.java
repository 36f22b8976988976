/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.bench;

import java.io.IOException;
import org.apache.spark.sql.SparkSession;

/**
 * Corrects where one customer has lived all the time.
 *
 * <p>Usage: {@code MoveCustomer CUSTOMERS_TABLE CUSTOMER}.
 */
final class MoveCustomer {
  private MoveCustomer() {}

  public static void main(String[] args) throws IOException {
    try (SparkSession spark = Orders.deltaSession("move customer")) {
      spark.sql(
          "UPDATE delta.`"
              + java.nio.file.Path.of(args[0]).toAbsolutePath()
              + "` SET region = 'Elsewhere' WHERE customer_id = '"
              + args[1]
              + "'");
    }
  }
}
