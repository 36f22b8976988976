/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.plan;

import io.dayfill.ledger.DayFacts;
import io.dayfill.ledger.SumFacts;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Something that has happened to one day of a table. */
public sealed interface DayEvent {
  /** The table's version that it made. */
  long version();

  /** When. */
  Instant time();

  /**
   * A commit of dayfill that replaced the day.
   *
   * @param backfill the command's id
   * @param undoes the backfill that it undid; empty: the day was computed
   * @param after what the day is since then
   * @param before what dayfill had made of it before; empty: nothing, or it was empty again
   * @param rowsBefore the rows that it replaced, also another writer's; empty: not known
   * @param others what other writers had done to the day since {@code before}
   * @param now the publication that the day has since then; empty: it has none again
   */
  record Replaced(
      long version,
      Origin origin,
      String backfill,
      Optional<String> undoes,
      DayFacts after,
      Optional<Publication> before,
      OptionalLong rowsBefore,
      List<String> others,
      Optional<Publication> now)
      implements DayEvent {
    public Replaced {
      others = List.copyOf(others);
    }

    @Override
    public Instant time() {
      return origin.time();
    }

    /** The sums of what it replaced; empty where other writers' rows were among them. */
    public Optional<List<SumFacts>> sumsBefore() {
      return others.isEmpty()
          ? Optional.of(before.map(known -> known.facts().sums()).orElse(List.of()))
          : Optional.empty();
    }
  }

  /**
   * A commit of another writer that touched the day's files.
   *
   * @param cause what it did, in words
   */
  record ByOther(long version, Instant time, Cause cause) implements DayEvent {
    /** Whether the rows stayed the same. */
    public boolean isHarmless() {
      return cause.code() == Cause.Code.OPTIMIZED;
    }
  }
}
