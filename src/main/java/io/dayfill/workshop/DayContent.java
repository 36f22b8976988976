/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.workshop;

import java.util.List;
import java.util.Objects;

/**
 * What a copy holds of one day. Two equal values mean the same rows.
 *
 * @param rows how many rows
 * @param fingerprint over all columns of all rows, whatever their order
 * @param writtenBy the names of the writers whose rows these are, sorted, without repeats
 */
public record DayContent(long rows, String fingerprint, List<String> writtenBy) {
  /** A day without rows. */
  static final DayContent NONE = new DayContent(0, "", List.of());

  /** Checks the count and copies the list. */
  public DayContent {
    if (rows < 0) {
      throw new IllegalArgumentException("rows must not be negative");
    }
    Objects.requireNonNull(fingerprint, "fingerprint");
    writtenBy = List.copyOf(writtenBy);
  }
}
