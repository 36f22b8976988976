/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.workshop;

import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How one writer of one day ended, as the table's history and rows tell it.
 *
 * @param writer the writer's name, unique in its round; also the {@code userMetadata} of its commit
 *     and the mark on its rows
 * @param day the day that it replaced or meant to
 * @param version the table version that it committed; empty if the history has no such commit
 * @param failure what the writer threw; empty if it returned normally
 * @param before the day before the writer started
 * @param after the day after the writer, and all that ran together with it, had ended
 */
public record WriterEnd(
    String writer,
    LocalDate day,
    Optional<Long> version,
    Optional<WriteFailure> failure,
    DayContent before,
    DayContent after) {
  /** Checks that all components are there. */
  public WriterEnd {
    Objects.requireNonNull(writer, "writer");
    Objects.requireNonNull(day, "day");
    Objects.requireNonNull(version, "version");
    Objects.requireNonNull(failure, "failure");
    Objects.requireNonNull(before, "before");
    Objects.requireNonNull(after, "after");
  }

  /** Whether the table has a commit of this writer. */
  public boolean won() {
    return version.isPresent();
  }

  /** The error class of the failure, if it failed and the failure has one. */
  public Optional<String> errorClass() {
    return failure.flatMap(WriteFailure::errorClass);
  }

  /** Rows of the day before. */
  public long rowsBefore() {
    return before.rows();
  }

  /** Rows of the day after. */
  public long rowsAfter() {
    return after.rows();
  }

  /** Whether the day holds exactly the rows that it held before. */
  public boolean unchanged() {
    return after.equals(before);
  }

  /** Whether the writer ended well and the day holds as many rows as before, all its own. */
  public boolean replacedItsDay() {
    return won()
        && failure.isEmpty()
        && rowsAfter() == rowsBefore()
        && after.writtenBy().equals(List.of(writer));
  }

  /** Whether the writer was refused because of another writer's commit and changed nothing. */
  public boolean lostCleanly() {
    return !won() && failure.filter(WriteFailure::conflict).isPresent() && unchanged();
  }
}
