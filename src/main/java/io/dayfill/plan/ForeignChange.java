/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.plan;

import io.dayfill.delta.LogCommit;
import io.dayfill.ledger.Facts;
import java.util.Locale;

/**
 * A commit of another writer that touched a day's files.
 *
 * @param commit the commit
 * @param effect what it did to them
 */
record ForeignChange(LogCommit commit, Cause.Code effect) {
  /**
   * The change that {@code commit} made to a day.
   *
   * @param adds whether it added files with the day's rows
   * @param removes whether it removed such files
   * @param dataChange whether rows changed by it
   * @param certain whether the files hold rows of this day alone
   */
  static ForeignChange of(
      LogCommit commit, boolean adds, boolean removes, boolean dataChange, boolean certain) {
    return new ForeignChange(
        commit, dataChange ? effect(commit, adds, removes, certain) : Cause.Code.OPTIMIZED);
  }

  private static Cause.Code effect(
      LogCommit commit, boolean adds, boolean removes, boolean certain) {
    String operation = commit.operation().toUpperCase(Locale.ROOT);
    if (operation.startsWith("RESTORE")) {
      return Cause.Code.RESTORED;
    } else if (!certain) {
      return Cause.Code.MAY_HAVE_CHANGED;
    } else if (!removes) {
      return Cause.Code.APPENDED;
    } else if (!adds || operation.startsWith("DELETE")) {
      return Cause.Code.DELETED;
    } else if (operation.startsWith("UPDATE") || operation.startsWith("MERGE")) {
      return Cause.Code.UPDATED;
    }
    return Cause.Code.OVERWRITTEN;
  }

  Cause cause() {
    return cause(Facts.described(commit));
  }

  /** The cause where the commit is one of the adjustments. */
  Cause causeInAdjustments() {
    return cause("in the adjustments, " + Facts.described(commit));
  }

  private Cause cause(String who) {
    return new Cause(
        effect,
        switch (effect) {
          case OPTIMIZED -> who + " wrote its files anew with the same rows, which is harmless";
          case APPENDED -> who + " appended rows";
          case DELETED -> who + " deleted rows";
          case UPDATED -> who + " updated rows";
          case RESTORED -> who + " brought former rows back";
          case MAY_HAVE_CHANGED ->
              who + " wrote files that hold rows of this and other days; status --verify tells";
          default -> who + " overwrote the day";
        });
  }
}
