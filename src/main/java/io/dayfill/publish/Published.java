/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Days that were published: by which version, and after how many tries.
 *
 * @param version the table's version; of the table of adjustments where days were corrected by
 *     signed rows; -1 if the days are what they were to be already
 * @param rowsBefore the rows that a day had before; a day is not in it if that is not known
 * @param adjusted what was appended for each day, where days were corrected by signed rows
 */
public record Published(
    long version,
    Map<LocalDate, Long> rowsBefore,
    int attempts,
    Map<LocalDate, Adjusted> adjusted) {
  public Published {
    rowsBefore = Map.copyOf(rowsBefore);
    adjusted = Map.copyOf(adjusted);
  }

  /** Days that were replaced in the table by {@code version}. */
  Published(long version, Map<LocalDate, Long> rowsBefore, int attempts) {
    this(version, rowsBefore, attempts, Map.of());
  }

  /** Days that are what they were to be already: nothing was written. */
  static Published nothing(Map<LocalDate, Long> rows) {
    return new Published(-1, rows, 0, Map.of());
  }

  /** Whether there was nothing to write. */
  public boolean isNothing() {
    return version < 0;
  }

  /** The table's version that published; empty if none did, or one of the adjustments. */
  public OptionalLong tableVersion() {
    return isNothing() || !adjusted.isEmpty() ? OptionalLong.empty() : OptionalLong.of(version);
  }

  /** What was appended to correct {@code day}, if it was corrected by signed rows. */
  public Optional<Adjusted> adjusted(LocalDate day) {
    return Optional.ofNullable(adjusted.get(day));
  }

  /** The rows that {@code day} had before, if known. */
  public OptionalLong rowsBefore(LocalDate day) {
    return rowsBefore.containsKey(day)
        ? OptionalLong.of(rowsBefore.get(day))
        : OptionalLong.empty();
  }
}
