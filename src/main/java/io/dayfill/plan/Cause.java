/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.plan;

import java.util.Objects;

/** Why a day is in its state, as a code for programs and as words for people. */
public record Cause(Code code, String text) {
  public Cause {
    Objects.requireNonNull(code, "code");
    Objects.requireNonNull(text, "text");
  }

  /** Kinds of causes; {@link #state} is the state that each leads to. */
  public enum Code {
    NEVER_PUBLISHED(DayState.MISSING),
    /** The day's last run failed. */
    LAST_RUN_FAILED(DayState.MISSING),
    /** A day that is not over, or has not begun, in the definition's zone. */
    DAY_NOT_OVER(DayState.MISSING),
    /** A day of another table, a dimension or the day before that is read is not there. */
    UPSTREAM_MISSING(DayState.MISSING),
    /** Something else wrote the day before dayfill came. */
    NOT_RECORDED(DayState.COMPLETE),
    /** A source of a complete day is not there any more. */
    SOURCE_GONE(DayState.COMPLETE),
    /** A source's modification time lies in the future. */
    SOURCE_FROM_FUTURE(DayState.COMPLETE),
    /** A staged version of the day that cannot be published any more. */
    HOLD_OVERTAKEN(DayState.COMPLETE),
    /** A dimension has changed since; whether rows that the day used have is not looked at yet. */
    DIMENSION_MAY_HAVE_CHANGED(DayState.COMPLETE),
    /** Another writer's OPTIMIZE: other files, the same rows. */
    OPTIMIZED(DayState.COMPLETE),
    /** The stored rows have the published fingerprint. */
    VERIFIED(DayState.COMPLETE),
    /** A source has other bytes than when the day was made. */
    SOURCE_CHANGED(DayState.STALE),
    /** A day that was published empty has a new source. */
    NEW_SOURCE(DayState.STALE),
    DEFINITION_CHANGED(DayState.STALE),
    /**
     * The table has got columns since, which the definition gives now: the day reads null there.
     */
    COLUMNS_ADDED(DayState.STALE),
    /** A day of another table that was read has other rows now. */
    UPSTREAM_CHANGED(DayState.STALE),
    /** Rows of a dimension that the day used are others now. */
    DIMENSION_CHANGED(DayState.STALE),
    /** The day before in a chain has other rows now, or will have. */
    PREVIOUS_CHANGED(DayState.STALE),
    /** The day shows another past of dimensions than is asked for. */
    HISTORY_DIFFERS(DayState.STALE),
    /** The definition asks for more than the day has passed. */
    CHECKS_ADDED(DayState.STALE),
    APPENDED(DayState.CORRUPT),
    DELETED(DayState.CORRUPT),
    UPDATED(DayState.CORRUPT),
    OVERWRITTEN(DayState.CORRUPT),
    RESTORED(DayState.CORRUPT),
    /** Files that hold the day and others were written anew. */
    MAY_HAVE_CHANGED(DayState.CORRUPT),
    /** The day's files are others and no commit that is still there tells why. */
    FILES_DIFFER(DayState.CORRUPT),
    FINGERPRINT_DIFFERS(DayState.CORRUPT),
    /** A staged version of the day waits for {@code publish}. */
    HELD(DayState.HELD);

    private final DayState state;

    Code(DayState state) {
      this.state = state;
    }

    /** The state of a day that has this cause and no graver one. */
    public DayState state() {
      return state;
    }
  }
}
