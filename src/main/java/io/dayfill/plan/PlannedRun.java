/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.plan;

import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One row of a plan. What cannot be known beforehand is left out.
 *
 * @param reason why the action, in words
 * @param rows the rows that will be read, known only while the sources are those of the publication
 * @param bytes the size of the sources, for days that will be run
 * @param history which past of dimensions the day shows, or will show when it is run
 * @param expectedSeconds what days have taken lately, without the start of Spark
 */
public record PlannedRun(
    LocalDate day,
    LocalDate runDate,
    DayState state,
    List<Cause> causes,
    Action action,
    String reason,
    OptionalLong rows,
    OptionalLong bytes,
    Optional<Double> expectedSeconds,
    Optional<String> history) {
  public PlannedRun {
    Objects.requireNonNull(day, "day");
    Objects.requireNonNull(runDate, "runDate");
    Objects.requireNonNull(state, "state");
    causes = List.copyOf(causes);
    Objects.requireNonNull(action, "action");
    Objects.requireNonNull(reason, "reason");
  }

  /** The same row with another action, for {@code why} and what was known of it. */
  public PlannedRun as(Action other, String why) {
    String all = causes.isEmpty() ? why : reason + "; " + why;
    return new PlannedRun(
        day, runDate, state, causes, other, all, rows, bytes, expectedSeconds, history);
  }
}
