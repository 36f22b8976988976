/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import io.dayfill.delta.FileEntry;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;

/**
 * A day and the staging that its rows lie in.
 *
 * @param reads other days of the table that it was computed from
 */
public record StagedDay(LocalDate day, Staging staging, List<LocalDate> reads) {
  public StagedDay {
    Objects.requireNonNull(day, "day");
    Objects.requireNonNull(staging, "staging");
    reads = List.copyOf(reads);
  }

  /** A day that was computed from no other day of the table. */
  public StagedDay(LocalDate day, Staging staging) {
    this(day, staging, List.of());
  }

  /** The version that the day was computed from. */
  long baseVersion() {
    return staging.baseVersion();
  }

  /** The version of the adjustments that it was computed from. */
  long adjustmentsVersion() {
    return staging.adjustmentsVersion();
  }

  List<FileEntry> files() {
    return staging.files(day);
  }
}
