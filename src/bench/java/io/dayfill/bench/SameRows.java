/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.bench;

import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;

import java.io.IOException;
import java.sql.Date;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Proves that what the measured jobs left behind holds the month's rows, all of them and no other:
 * each day's rows and the hashes of their columns are those of the landing files.
 *
 * <p>Usage: {@code SameRows LANDING FORMAT:PATH...}. A difference ends the process with an
 * exception.
 */
final class SameRows {
  private static final String HASH = "row_hash";

  private SameRows() {}

  public static void main(String[] args) throws IOException {
    try (SparkSession spark = Orders.deltaSession("same rows")) {
      Map<Date, Row> expected = days(Orders.read(spark, args[0]));
      for (String table : Stream.of(args).skip(1).toList()) {
        String[] parts = table.split(":", 2);
        Map<Date, Row> found = days(spark.read().format(parts[0]).load(parts[1]));
        if (!found.equals(expected)) {
          throw new IllegalStateException(table + " differs: " + differences(expected, found));
        }
        long rows = found.values().stream().mapToLong(day -> day.getLong(1)).sum();
        System.out.printf("%s: the same %d days, %d orders%n", table, found.size(), rows);
      }
    }
  }

  private static String differences(Map<Date, Row> expected, Map<Date, Row> found) {
    return Stream.concat(expected.keySet().stream(), found.keySet().stream())
        .distinct()
        .sorted()
        .filter(day -> !Objects.equals(expected.get(day), found.get(day)))
        .map(day -> "files " + expected.get(day) + ", table " + found.get(day))
        .collect(Collectors.joining("; "));
  }

  /** For each day: the day, its rows, and what their hashes come to in two ways. */
  private static Map<Date, Row> days(Dataset<Row> orders) {
    return orders
        .withColumn(HASH, expr("xxhash64(order_id, customer_id, amount, ordered_at)"))
        .groupBy(Orders.DAY_COLUMN)
        .agg(
            count(lit(1)).as("orders"),
            expr("bit_xor(" + HASH + ")"),
            expr("sum(shiftrightunsigned(" + HASH + ", 24))"))
        .collectAsList()
        .stream()
        .collect(Collectors.toMap(row -> row.getDate(0), row -> row));
  }
}
