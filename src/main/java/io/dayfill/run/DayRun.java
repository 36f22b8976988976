/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import io.dayfill.definition.History;
import io.dayfill.definition.Outcome;
import io.dayfill.ledger.InputFacts;
import io.dayfill.ledger.ReadFacts;
import io.dayfill.load.DaySources;
import io.dayfill.publish.Adjusted;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How the run of one day ended.
 *
 * @param rows the rows that were staged, if it came so far
 * @param rowsBefore the rows that the day had, if known
 * @param version the table's version that published the day
 * @param adjusted what was appended to the table of adjustments, where that corrected the day
 * @param reason why the day was not published: a line, and details on further lines
 * @param inputs what was read, if it came so far
 * @param history which past of dimensions the day shows
 * @param reads the tables that were read, if it came so far
 * @param warnings what checks that only warn have found
 * @param attempts how often the commit was tried
 * @param elapsedMs the day's share of the work, in milliseconds: days that are staged together
 *     share that equally
 */
public record DayRun(
    LocalDate runDate,
    LocalDate day,
    Outcome outcome,
    OptionalLong rows,
    OptionalLong rowsBefore,
    OptionalLong version,
    Optional<Adjusted> adjusted,
    Optional<String> reason,
    List<InputFacts> inputs,
    Optional<String> history,
    List<ReadFacts> reads,
    List<String> warnings,
    int attempts,
    long elapsedMs) {
  /** The reason of a day that has the rows that it was to have. */
  static final String SAME_ROWS =
      "nothing was appended: the day has exactly these rows, from the same sources and definition";

  public DayRun {
    Objects.requireNonNull(runDate, "runDate");
    Objects.requireNonNull(day, "day");
    Objects.requireNonNull(outcome, "outcome");
    inputs = List.copyOf(inputs);
    reads = List.copyOf(reads);
    warnings = List.copyOf(warnings);
  }

  /** The same end of a run that has read {@code found}. */
  DayRun reading(DaySources found) {
    return new DayRun(
        runDate,
        day,
        outcome,
        rows,
        rowsBefore,
        version,
        adjusted,
        reason,
        found.facts(),
        found.history().map(History::word),
        found.reads(),
        warnings,
        attempts,
        elapsedMs);
  }

  static DayRun unpublished(
      LocalDate runDate, LocalDate day, Outcome outcome, String reason, long elapsedMs) {
    return new DayRun(
        runDate,
        day,
        outcome,
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        Optional.empty(),
        Optional.of(reason),
        List.of(),
        Optional.empty(),
        List.of(),
        List.of(),
        0,
        elapsedMs);
  }
}
