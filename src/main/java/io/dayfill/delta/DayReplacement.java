/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.delta;

import java.util.List;
import java.util.Objects;

/**
 * A commit that moves no data: the files that a day has, and those that it is to have.
 *
 * @param predicate the day as an SQL condition on the partition column; it is tracked as read and
 *     shown in the table's history
 * @param removed the day's present files
 * @param added files that lie in the table's folder already
 * @param userMetadata the commit's facts
 */
public record DayReplacement(
    String predicate, List<FileEntry> removed, List<FileEntry> added, String userMetadata) {
  public DayReplacement {
    Objects.requireNonNull(predicate, "predicate");
    removed = List.copyOf(removed);
    added = List.copyOf(added);
    Objects.requireNonNull(userMetadata, "userMetadata");
  }

  /** The commit that gives the day back what this one takes from it. */
  public DayReplacement reversed(String otherMetadata) {
    return new DayReplacement(predicate, /* removed= */ added, /* added= */ removed, otherMetadata);
  }
}
