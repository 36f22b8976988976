/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.plan;

import java.util.Locale;

/** Which days of a range are run; each word includes those before it. */
public enum Reprocess {
  /** Days that were never published and whose last run did not fail. */
  NONE,
  /** And days whose last run failed. */
  FAILED,
  /** And stale days. */
  STALE,
  /** And days that someone else changed. */
  CORRUPT,
  /** All days. */
  COMPLETED;

  /** The word of {@code --reprocess}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether a day with {@code status} is to be run. */
  boolean runs(DayStatus status) {
    boolean failed = status.has(Cause.Code.LAST_RUN_FAILED);
    return switch (status.state()) {
      case MISSING -> !failed || includes(FAILED);
      case COMPLETE -> includes(COMPLETED) || (failed && includes(FAILED));
      case STALE -> includes(STALE) || (failed && includes(FAILED));
      case CORRUPT -> includes(CORRUPT);
      case HELD -> false;
    };
  }

  /** Whether this word means all that {@code other} means. */
  public boolean includes(Reprocess other) {
    return compareTo(other) >= 0;
  }
}
