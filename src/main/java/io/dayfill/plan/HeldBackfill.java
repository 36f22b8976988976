/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.plan;

import io.dayfill.definition.Definition;
import io.dayfill.delta.FileEntry;
import io.dayfill.ledger.Hold;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A held backfill and how it stands.
 *
 * @param obstacle why it cannot be published any more, in words; empty: it can
 */
public record HeldBackfill(Hold hold, Optional<String> obstacle) {
  /**
   * How {@code hold} stands to the table as {@code past} tells it.
   *
   * @param isThere whether the table has a file of that name in its folder
   */
  static HeldBackfill of(Hold hold, TablePast past, Predicate<String> isThere) {
    Optional<String> obstacle = obstacle(hold, past);
    return new HeldBackfill(hold, obstacle.isPresent() ? obstacle : gone(hold, isThere));
  }

  private static Optional<String> gone(Hold hold, Predicate<String> isThere) {
    long gone =
        hold.days().stream()
            .flatMap(day -> day.files().stream())
            .map(file -> FileEntry.parse(file).location())
            .filter(isThere.negate())
            .count();
    return gone == 0 ? Optional.empty() : Optional.of(gone + " of its files are gone (VACUUM?)");
  }

  /** Why it cannot be published any more and what to do then, in one line. */
  public Optional<String> refusal(Definition definition) {
    return obstacle.map(
        why ->
            hold.table()
                + ": backfill "
                + hold.id()
                + " cannot be published any more: "
                + why
                + "; discard "
                + hold.id()
                + " and run backfill "
                + definition.runDate(hold.days().get(0).day())
                + " "
                + definition.runDate(hold.days().get(hold.days().size() - 1).day())
                + " --table "
                + hold.table()
                + " --publish hold again");
  }

  private static Optional<String> obstacle(Hold hold, TablePast past) {
    if (!past.id().equals(Optional.of(hold.tableId()))) {
      return Optional.of("the table it was staged for is gone or was created anew");
    }
    for (Hold.HeldDay day : hold.days()) {
      if (past.changedSince() > day.baseVersion()) {
        return Optional.of(
            "version "
                + past.changedSince()
                + " changed the table's columns, properties or protocol");
      }
      List<LocalDate> needed = new ArrayList<>(hold.ownReads(day.day()));
      needed.add(day.day());
      for (LocalDate each : needed) {
        Optional<Long> change = past.day(each).changeSince(day.baseVersion());
        if (change.isPresent()) {
          return Optional.of("version " + change.get() + " changed " + each);
        }
      }
      Optional<Long> correction = past.day(day.day()).adjustedSince(day.adjustments().orElse(-1L));
      if (correction.isPresent()) {
        return Optional.of(
            "version " + correction.get() + " of the adjustments corrected " + day.day());
      }
    }
    return Optional.empty();
  }

  Cause cause() {
    String held = "held by backfill " + hold.id();
    return obstacle
        .map(
            why ->
                new Cause(
                    Cause.Code.HOLD_OVERTAKEN,
                    held + ", which cannot be published any more (" + why + "): discard it"))
        .orElseGet(
            () ->
                new Cause(
                    Cause.Code.HELD,
                    held + ": publish " + hold.id() + ", or discard " + hold.id()));
  }
}
