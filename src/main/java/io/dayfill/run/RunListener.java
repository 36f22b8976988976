/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import java.time.LocalDate;

/** Hears of days as they begin and end; called from several threads at once. */
public interface RunListener {
  /** The run of {@code runDate} begins; {@code source} is what it reads. */
  void started(LocalDate runDate, LocalDate day, String source);

  /** A run has ended. */
  void ended(DayRun run);
}
