/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.workshop;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Objects;

/**
 * One landing file of the sample month.
 *
 * @param day the day that the file's orders were placed on
 * @param content the whole file: header line and one line an order, each ended by {@code \n}
 */
public record SampleFile(LocalDate day, String content) {
  /** Checks that both components are there. */
  public SampleFile {
    Objects.requireNonNull(day, "day");
    Objects.requireNonNull(content, "content");
  }

  /** The file's name, such as {@code 2026-09-01.csv}. */
  public String name() {
    return day + ".csv";
  }

  /** The file's content in UTF-8, without a byte order mark; a new array at each call. */
  public byte[] bytes() {
    return content.getBytes(StandardCharsets.UTF_8);
  }
}
