/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Definition;
import io.dayfill.definition.Outcome;
import java.time.LocalDate;
import java.util.Optional;
import org.apache.spark.SparkThrowable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns what stopped a day into its end: operator's matters in one line, mistakes of ours with
 * their trace in the log.
 */
final class DayFailure {
  private static final Logger LOG = LoggerFactory.getLogger(DayFailure.class);
  private static final int LONGEST = 300;

  private DayFailure() {}

  /** How the run of {@code runDate} ended because of {@code failure}. */
  static DayRun of(Throwable failure, Definition definition, LocalDate runDate, long elapsedMs) {
    LocalDate day = definition.day(runDate);
    if (failure instanceof DayfillException known) {
      return DayRun.unpublished(
          runDate, day, known.outcome(), String.valueOf(known.getMessage()), elapsedMs);
    }
    String what = definition.table() + " " + day;
    Optional<SparkThrowable> data = dataFailure(failure);
    if (data.isPresent()) {
      String reason =
          what + " refused: the SQL failed on this day's data: " + line((Throwable) data.get());
      return DayRun.unpublished(runDate, day, Outcome.REFUSED, reason, elapsedMs);
    }
    LOG.error("{} failed", what, failure);
    return DayRun.unpublished(
        runDate,
        day,
        Outcome.FAILED,
        what + " failed: " + line(failure) + "; the trace is in the log",
        elapsedMs);
  }

  /** As above for what {@code attempt} throws; empty if it throws nothing. */
  static Optional<DayRun> of(
      Runnable attempt, Definition definition, LocalDate runDate, long elapsedMs) {
    try {
      attempt.run();
      return Optional.empty();
    } catch (RuntimeException failure) {
      return Optional.of(of(failure, definition, runDate, elapsedMs));
    }
  }

  /**
   * Spark's refusal of a value (SQL state class 22) or the table's (23: NOT NULL, CHECK), wherever
   * it stands among the causes.
   */
  private static Optional<SparkThrowable> dataFailure(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SparkThrowable known
          && String.valueOf(known.getSqlState()).matches("2[23].*")) {
        return Optional.of(known);
      }
    }
    return Optional.empty();
  }

  private static String line(Throwable failure) {
    String first = String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    String text =
        failure instanceof SparkThrowable
            ? first
            : failure.getClass().getSimpleName() + ": " + first;
    return text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text;
  }
}
