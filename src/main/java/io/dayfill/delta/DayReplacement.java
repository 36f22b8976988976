/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.delta;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A commit that moves no data: the files that a day has, and those that it is to have.
 *
 * @param predicate the day as an SQL condition on the partition column; it is tracked as read and
 *     shown in the table's history
 * @param reads other rows that the day was computed from; tracked as read
 * @param removed the day's present files
 * @param added files that lie in the table's folder already
 * @param userMetadata the commit's facts
 */
public record DayReplacement(
    String predicate,
    Optional<Read> reads,
    List<FileEntry> removed,
    List<FileEntry> added,
    String userMetadata) {
  public DayReplacement {
    Objects.requireNonNull(predicate, "predicate");
    Objects.requireNonNull(reads, "reads");
    removed = List.copyOf(removed);
    added = List.copyOf(added);
    Objects.requireNonNull(userMetadata, "userMetadata");
  }

  /**
   * Rows that a commit does not change and must not miss a change of.
   *
   * @param predicate the rows as an SQL condition on the partition column
   * @param files the files that hold them
   */
  public record Read(String predicate, List<FileEntry> files) {
    public Read {
      Objects.requireNonNull(predicate, "predicate");
      files = List.copyOf(files);
    }
  }

  /** The commit that gives the day back what this one takes from it. */
  public DayReplacement reversed(String otherMetadata) {
    return new DayReplacement(
        predicate, Optional.empty(), /* removed= */ added, /* added= */ removed, otherMetadata);
  }
}
