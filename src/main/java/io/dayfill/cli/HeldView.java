/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import io.dayfill.ledger.Hold;
import io.dayfill.plan.DayStates;
import io.dayfill.plan.HeldBackfill;
import io.dayfill.plan.Retention;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * A held backfill as {@code status} shows it.
 *
 * @param since when it was held
 * @param safeUntil when VACUUM could first take its files, unless it is told a shorter retention
 * @param obstacle why it cannot be published any more
 */
record HeldView(
    String backfill,
    List<LocalDate> days,
    long rows,
    Instant since,
    Instant safeUntil,
    boolean publishable,
    Optional<String> obstacle) {
  static List<HeldView> of(DayStates states) {
    return states.held().stream().map(held -> of(held, states)).toList();
  }

  private static HeldView of(HeldBackfill held, DayStates states) {
    Hold hold = held.hold();
    return new HeldView(
        hold.id(),
        hold.days().stream().map(Hold.HeldDay::day).toList(),
        hold.rows(),
        hold.created(),
        hold.created().plus(Retention.ofRemovedFiles(states.past().properties())),
        held.obstacle().isEmpty(),
        held.obstacle());
  }

  /** One line. */
  String line() {
    String span =
        days.size() == 1
            ? days.get(0).toString()
            : days.get(0) + " to " + days.get(days.size() - 1);
    return "held "
        + backfill
        + ": "
        + span
        + ", "
        + days.size()
        + (days.size() == 1 ? " day, " : " days, ")
        + rows
        + " rows, for "
        + age()
        + ", "
        + obstacle
            .map(why -> "cannot be published any more (" + why + "): discard it")
            .orElse(
                "VACUUM could take its files from "
                    + safeUntil.truncatedTo(ChronoUnit.MINUTES)
                    + " on");
  }

  /** How long it is held, in the largest unit that it has two of. */
  private String age() {
    Duration held = Duration.between(since, Instant.now());
    if (held.toDays() > 1) {
      return held.toDays() + " days";
    }
    return held.toHours() > 1 ? held.toHours() + " hours" : held.toMinutes() + " minutes";
  }
}
