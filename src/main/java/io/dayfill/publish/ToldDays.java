/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import io.dayfill.delta.LogCommit;
import io.dayfill.delta.TableLog;
import io.dayfill.ledger.CommitFacts;
import io.dayfill.ledger.DayFacts;
import io.dayfill.ledger.Facts;
import io.dayfill.ledger.InputFacts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** What the commits of a table and of its adjustments say last of days. */
final class ToldDays {
  private final List<TableLog> logs;

  /** The days of {@code table}, as corrected by {@code adjustments}, which need not exist. */
  ToldDays(TableLog adjustments, TableLog table) {
    this.logs = List.of(adjustments, table);
  }

  /** Whether each day's last facts name the same definition and the same bytes of its inputs. */
  boolean areTold(CommitFacts facts) {
    return facts.days().stream().allMatch(day -> isTold(facts, day));
  }

  private boolean isTold(CommitFacts facts, DayFacts day) {
    return last(day)
        .filter(told -> told.undoes().isEmpty())
        .filter(told -> told.definition().equals(facts.definition()))
        .flatMap(told -> find(told, day))
        .filter(told -> bytes(told).equals(bytes(day)))
        .isPresent();
  }

  private Optional<CommitFacts> last(DayFacts day) {
    for (TableLog log : logs) {
      List<Long> versions = new ArrayList<>(log.versions());
      Collections.reverse(versions);
      for (long version : versions) {
        Optional<CommitFacts> told = log.commit(version).flatMap((LogCommit it) -> Facts.of(it));
        if (told.flatMap(known -> find(known, day)).isPresent()) {
          return told;
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<DayFacts> find(CommitFacts facts, DayFacts day) {
    return facts.days().stream().filter(its -> its.day().equals(day.day())).findFirst();
  }

  private static List<String> bytes(DayFacts day) {
    return day.inputs().stream()
        .map((InputFacts input) -> input.name() + " " + input.sha256())
        .sorted()
        .toList();
  }
}
