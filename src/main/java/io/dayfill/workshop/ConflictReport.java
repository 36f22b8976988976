/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.workshop;

import io.dayfill.definition.Layout;
import java.util.List;
import java.util.Objects;

/**
 * What the workshop showed.
 *
 * @param options what was asked for
 * @param folder the folder of this run's copies, all below it
 * @param rounds the rounds on the unpartitioned copies, then those on the partitioned ones
 */
public record ConflictReport(ConflictOptions options, String folder, List<ConflictRound> rounds) {
  /** Checks that all components are there and copies the list. */
  public ConflictReport {
    Objects.requireNonNull(options, "options");
    Objects.requireNonNull(folder, "folder");
    rounds = List.copyOf(rounds);
  }

  /** The rounds on copies of one layout, in order. */
  public List<ConflictRound> rounds(Layout layout) {
    return rounds.stream().filter(round -> round.layout() == layout).toList();
  }

  /**
   * Whether the workshop showed what it is there to show: in every round on an unpartitioned copy
   * exactly one writer won (free-running: at least one), on a partitioned copy all did, no loser
   * changed anything, and all losers' days were loaded when they ran again.
   */
  public boolean asExpected() {
    boolean complete =
        rounds(Layout.UNPARTITIONED).size() == options.rounds()
            && rounds(Layout.PARTITIONED).size() == options.rounds();
    return complete
        && rounds.stream()
            .allMatch(round -> round.keptEveryDayWhole() && round.hasExpectedWinners(options));
  }
}
