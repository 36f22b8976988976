/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Outcome;
import io.dayfill.ledger.CommitFacts;
import java.util.Optional;

/**
 * What became of a commit that ended with an exception: its answer may have been lost on the way,
 * so the table's log is asked. Guarded by its publisher: one thread at a time.
 */
final class CommitFate {
  private final TableTimeline timeline;

  CommitFate(TableTimeline timeline) {
    this.timeline = timeline;
  }

  /**
   * The version of the commit that says {@code facts} of itself, if it is in the log all the same.
   *
   * @param what the table and its days, in words
   * @param after the version that the writer had read
   * @throws DayfillException UNKNOWN when the log cannot be read, REFUSED when the table lets no
   *     rows be removed, FAILED when the commit is not in it
   * @throws RuntimeException {@code failure} itself when that is a conflict, and so may be tried
   *     again
   */
  long settle(String what, CommitFacts facts, long after, Exception failure) {
    Optional<Long> found;
    try {
      found = timeline.find(facts.commit(), after);
    } catch (RuntimeException unreadable) {
      failure.addSuppressed(unreadable);
      throw new DayfillException(
          Outcome.UNKNOWN,
          what
              + ": the commit was sent and its fate is unknown ("
              + firstLine(failure)
              + "); look at ./submit.sh history, then run the day again",
          failure);
    }
    if (found.isEmpty() && Conflicts.isAppendOnly(failure)) {
      throw new DayfillException(
          Outcome.REFUSED,
          what
              + " refused: the table is append-only (delta.appendOnly) and has rows of the day already; a correction needs a table that may be changed",
          failure);
    }
    if (found.isEmpty() && failure instanceof RuntimeException lost && Conflicts.isConflict(lost)) {
      throw lost;
    }
    return found.orElseThrow(
        () ->
            new DayfillException(
                Outcome.FAILED,
                what
                    + " not published: the commit failed ("
                    + firstLine(failure)
                    + "); the table is unchanged, run the day again",
                failure));
  }

  private static String firstLine(Exception failure) {
    return String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
  }
}
