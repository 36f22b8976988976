/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.bench;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;

/**
 * Writes a month of landing files, always the same ones: a day's orders in the order of their
 * times, with ids that never repeat and follow no order.
 *
 * <p>Usage: {@code BulkMonth LANDING ROWS_A_DAY}.
 */
final class BulkMonth {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss");
  private static final int SECONDS_A_DAY = 86_400;
  private static final int CUSTOMERS = 50_000;
  private static final long ID_MASK = (1L << 40) - 1;

  private BulkMonth() {}

  public static void main(String[] args) throws IOException {
    Path landing = Files.createDirectories(Path.of(args[0]));
    int rowsADay = Integer.parseInt(args[1]);
    List<LocalDate> days = Orders.days();
    for (int i = 0; i < days.size(); i++) {
      writeDay(landing, days.get(i), (long) i * rowsADay, rowsADay);
    }
  }

  private static void writeDay(Path landing, LocalDate day, long firstIndex, int rows)
      throws IOException {
    try (BufferedWriter file = Files.newBufferedWriter(landing.resolve(day + ".csv"))) {
      file.write("order_id,customer_id,amount,ordered_at\n");
      for (int row = 0; row < rows; row++) {
        long id = scramble(firstIndex + row);
        file.write(line(id, day.atStartOfDay().plusSeconds((long) row * SECONDS_A_DAY / rows)));
      }
    }
  }

  private static String line(long id, LocalDateTime orderedAt) {
    long customer = (id >>> 7) % CUSTOMERS;
    long cents = 100 + (id >>> 3) % 50_000;
    StringBuilder line = new StringBuilder(64).append(id).append(",C");
    appendPadded(line, customer, 6);
    line.append(',').append(cents / 100).append('.');
    appendPadded(line, cents % 100, 2);
    return line.append(',').append(TIME.format(orderedAt)).append('\n').toString();
  }

  private static void appendPadded(StringBuilder line, long number, int width) {
    String digits = Long.toString(number);
    line.append("0".repeat(width - digits.length())).append(digits);
  }

  /** Maps the numbers of 40 bits onto themselves, so that different numbers stay different. */
  private static long scramble(long index) {
    long mixed = (index * 0x9E3779B97F4A7C15L) & ID_MASK;
    mixed ^= mixed >>> 21;
    mixed = (mixed * 0xBF58476D1CE4E5B9L) & ID_MASK;
    return mixed ^ (mixed >>> 19);
  }
}
