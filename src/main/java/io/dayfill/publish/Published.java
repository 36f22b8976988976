/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import java.time.LocalDate;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Days that were replaced: by which version, and after how many tries.
 *
 * @param rowsBefore the rows that a day had before; a day is not in it if that is not known
 */
public record Published(long version, Map<LocalDate, Long> rowsBefore, int attempts) {
  public Published {
    rowsBefore = Map.copyOf(rowsBefore);
  }

  /** The rows that {@code day} had before, if known. */
  public OptionalLong rowsBefore(LocalDate day) {
    return rowsBefore.containsKey(day)
        ? OptionalLong.of(rowsBefore.get(day))
        : OptionalLong.empty();
  }
}
