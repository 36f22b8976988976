/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.plan;

import io.dayfill.definition.DayfillException;
import java.time.LocalDate;
import java.util.List;
import org.threeten.extra.LocalDateRange;

/** Run dates from the first to the last, both included: calendar dates, whatever the time zone. */
public record RunRange(LocalDate first, LocalDate last) {
  /** How many runs a command may make unless it says so. */
  public static final int DEFAULT_MAX_RUNS = 100;

  /**
   * @throws DayfillException (usage) when the last date is before the first
   */
  public RunRange {
    if (last.isBefore(first)) {
      throw DayfillException.usage(
          "the range is empty: first "
              + first
              + " is after last "
              + last
              + "; write the earlier date first");
    }
  }

  /** The number of run dates. */
  public int size() {
    return range().lengthInDays();
  }

  /** The run dates, oldest first. */
  public List<LocalDate> runDates() {
    return range().stream().toList();
  }

  /**
   * This range, if it has at most {@code maxRuns} runs.
   *
   * @throws DayfillException (usage) when it has more
   */
  public RunRange atMost(int maxRuns) {
    if (size() > maxRuns) {
      throw DayfillException.usage(
          first
              + " to "
              + last
              + " makes "
              + size()
              + " runs and --max-runs is "
              + maxRuns
              + ": say --max-runs "
              + size()
              + " or name a shorter range");
    }
    return this;
  }

  private LocalDateRange range() {
    return LocalDateRange.ofClosed(first, last);
  }
}
