/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cases;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.spark.sql.Row;

/**
 * A row of the table as Spark reads it.
 *
 * @param time microseconds after midnight UTC of its day
 * @param file the name of the data file that holds it
 */
record StoredRow(
    String day, long order, String customer, BigDecimal amount, long time, String file) {
  private static final long MICROS_OF_DAY = 86_400_000_000L;

  /** The columns that {@link #of} reads. */
  static final String[] COLUMNS = {
    "CAST(order_date AS STRING)",
    "order_id",
    "customer_id",
    "amount",
    "unix_micros(ordered_at)",
    "_metadata.file_name"
  };

  static StoredRow of(Row row) {
    String day = row.getString(0);
    return new StoredRow(
        day,
        row.getLong(1),
        row.getString(2),
        row.getDecimal(3),
        row.getLong(4) - LocalDate.parse(day).toEpochDay() * MICROS_OF_DAY,
        row.getString(5));
  }

  /** The number of rows and their exact sum, by day: {@code 2 / 100.00}. */
  static Map<String, String> sums(List<StoredRow> rows) {
    Map<String, String> sums = new TreeMap<>();
    rows.stream()
        .collect(Collectors.groupingBy(StoredRow::day))
        .forEach((day, its) -> sums.put(day, sum(its)));
    return sums;
  }

  /** The number of {@code rows} and their exact sum. */
  static String sum(List<StoredRow> rows) {
    return rows.size()
        + " / "
        + rows.stream().map(StoredRow::amount).reduce(new BigDecimal("0.00"), BigDecimal::add);
  }

  /** What a column holds, a text for each row, in the order of the orders' ids. */
  static List<String> values(List<StoredRow> rows, String column) {
    return rows.stream()
        .sorted(Comparator.comparingLong(StoredRow::order))
        .map(row -> row.value(column))
        .toList();
  }

  private String value(String column) {
    return switch (column) {
      case "order_id" -> String.valueOf(order);
      case "customer_id" -> customer;
      case "amount" -> amount.toPlainString();
      case "ordered_at" -> String.valueOf(time);
      default -> throw new IllegalArgumentException(column);
    };
  }
}
