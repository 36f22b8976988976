/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.plan;

import java.time.LocalDate;
import java.util.Objects;

/** One row of a plan: the run date, the day that it fills, what would be done and why. */
public record PlannedRun(LocalDate runDate, LocalDate day, Action action, String reason) {
  public PlannedRun {
    Objects.requireNonNull(runDate, "runDate");
    Objects.requireNonNull(day, "day");
    Objects.requireNonNull(action, "action");
    Objects.requireNonNull(reason, "reason");
  }
}
