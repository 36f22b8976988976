/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.workshop;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.CopyOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The sample: a shop's orders of September 2026, a landing file a day.
 *
 * <p>130 orders with ids 2001 to 2130 in day order, 3 to 6 a day. Every value comes from arithmetic
 * on the order's id and its place in the day: no clock, chance, locale or time zone takes part, so
 * the files are the same bytes on every machine.
 */
public final class SampleMonth {
  private static final String HEADER = "order_id,customer_id,amount,ordered_at\n";
  private static final LocalDate FIRST_DAY = LocalDate.of(2026, 9, 1);
  private static final int FIRST_ORDER_ID = 2001;

  /** Orders of each day from the 1st to the 30th. */
  private static final List<Integer> ORDERS_PER_DAY =
      List.of(
          4, 5, 4, 3, 5, 6, 4, 4, 3, 5, //
          4, 5, 6, 4, 3, 4, 4, 3, 5, 6, //
          4, 4, 3, 4, 5, 4, 4, 4, 5, 6);

  private static final LocalTime OPENING = LocalTime.of(8, 0);
  private static final int OPEN_SECONDS = 14 * 60 * 60;
  private static final int CUSTOMERS = 12;

  /** What prices of the sample end with, in cents. */
  private static final List<Integer> PRICE_ENDINGS = List.of(99, 50, 95, 0, 49, 90, 25);

  private SampleMonth() {}

  /** The month's 30 files in day order. */
  public static List<SampleFile> files() {
    List<SampleFile> files = new ArrayList<>();
    int orderId = FIRST_ORDER_ID;
    for (int index = 0; index < ORDERS_PER_DAY.size(); index++) {
      int orders = ORDERS_PER_DAY.get(index);
      LocalDate day = FIRST_DAY.plusDays(index);
      files.add(new SampleFile(day, content(day, orderId, orders)));
      orderId += orders;
    }
    return List.copyOf(files);
  }

  /**
   * Writes the month into a folder, which is created if it is missing. A file appears whole or not
   * at all. Idempotent: a second call finds everything unchanged.
   *
   * @param folder where the files belong
   * @param overwrite whether files that differ from the sample are replaced. If not, one such file
   *     is enough for nothing at all to be written: that is decided before the first write
   * @return what was written, left alone or, being different, in the way
   * @throws IOException if the folder or a file cannot be read or written; files before it in day
   *     order may then have been written
   */
  public static MakeDaysResult write(Path folder, boolean overwrite) throws IOException {
    List<SampleFile> missing = new ArrayList<>();
    List<SampleFile> different = new ArrayList<>();
    List<SampleFile> files = files();
    for (SampleFile file : files) {
      Path path = folder.resolve(file.name());
      if (Files.notExists(path)) {
        missing.add(file);
      } else if (!Arrays.equals(Files.readAllBytes(path), file.bytes())) {
        different.add(file);
      }
    }
    int unchanged = files.size() - missing.size() - different.size();
    if (!overwrite && !different.isEmpty()) {
      return new MakeDaysResult(0, unchanged, different.stream().map(SampleFile::name).toList());
    }
    Files.createDirectories(folder);
    for (SampleFile file : missing) {
      put(folder, file);
    }
    for (SampleFile file : different) {
      put(folder, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
    return new MakeDaysResult(missing.size() + different.size(), unchanged, List.of());
  }

  /** Without a move option, a file that someone else created meanwhile is not replaced. */
  private static void put(Path folder, SampleFile file, CopyOption... move) throws IOException {
    Path temporary = folder.resolve("." + file.name() + ".tmp");
    try {
      Files.write(temporary, file.bytes());
      Files.move(temporary, folder.resolve(file.name()), move);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  private static String content(LocalDate day, int firstOrderId, int orders) {
    StringBuilder content = new StringBuilder(HEADER);
    for (int index = 0; index < orders; index++) {
      int orderId = firstOrderId + index;
      content.append(orderId).append(',').append(customer(orderId, day)).append(',');
      content.append(amount(orderId).toPlainString()).append(',');
      LocalDateTime orderedAt = day.atTime(time(orderId, index, orders));
      // toString() would leave out seconds that are 0.
      content.append(DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(orderedAt)).append('\n');
    }
    return content.toString();
  }

  private static String customer(int orderId, LocalDate day) {
    int number = (orderId * 7 + day.getDayOfMonth() * 5) % CUSTOMERS + 1;
    return (number < 10 ? "C0" : "C") + number;
  }

  /** Mostly small baskets, now and then a large one. */
  private static BigDecimal amount(int orderId) {
    int units = 4 + orderId * 37 % 83 + (orderId % 9 == 0 ? 96 : 0);
    int cents = PRICE_ENDINGS.get(orderId * 3 % PRICE_ENDINGS.size());
    return BigDecimal.valueOf(units * 100L + cents, 2);
  }

  /** The opening hours are cut into equal slots, one an order, so that times increase in a day. */
  private static LocalTime time(int orderId, int index, int orders) {
    int slotSeconds = OPEN_SECONDS / orders;
    return OPENING.plusSeconds((long) index * slotSeconds + orderId * 1583L % slotSeconds);
  }
}
