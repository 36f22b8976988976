/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.workshop;

import io.dayfill.definition.Layout;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;

/**
 * One round of the workshop: all writers together on a fresh copy, then those that lost once more.
 *
 * @param round number of the round on this layout, from 1
 * @param layout how the copy's files lie
 * @param table path of the copy, a Delta table
 * @param writers how the writers that ran together ended, in day order
 * @param reruns how the losers ended when they ran again one after another, in day order; empty if
 *     nobody lost
 */
public record ConflictRound(
    int round, Layout layout, String table, List<WriterEnd> writers, List<WriterEnd> reruns) {
  /** Checks that all components are there and copies the lists. */
  public ConflictRound {
    Objects.requireNonNull(layout, "layout");
    Objects.requireNonNull(table, "table");
    writers = List.copyOf(writers);
    reruns = List.copyOf(reruns);
  }

  /** The writers whose commit is in the table, in day order. */
  public List<WriterEnd> winners() {
    return writers.stream().filter(WriterEnd::won).toList();
  }

  /** The writers without a commit, in day order. */
  public List<WriterEnd> losers() {
    return writers.stream().filter(end -> !end.won()).toList();
  }

  /**
   * Whether the round went as Delta promises, whoever won: each winner replaced its own day, each
   * loser was refused by a conflict and changed nothing, and each loser's rerun replaced its day.
   */
  public boolean keptEveryDayWhole() {
    return winners().stream().allMatch(WriterEnd::replacedItsDay)
        && losers().stream().allMatch(WriterEnd::lostCleanly)
        && reruns.stream().allMatch(WriterEnd::replacedItsDay)
        && days(reruns).equals(days(losers()));
  }

  /**
   * Whether the number of winners is what the layout makes it.
   *
   * <table>
   *   <caption>Winners among N writers</caption>
   *   <tr><th>layout</th><th>held until all have read</th><th>free-running</th></tr>
   *   <tr><td>partitioned</td><td>N</td><td>N</td></tr>
   *   <tr><td>unpartitioned</td><td>1</td><td>at least 1</td></tr>
   * </table>
   */
  boolean hasExpectedWinners(ConflictOptions options) {
    int won = winners().size();
    return switch (layout) {
      case PARTITIONED -> won == writers.size();
      case UNPARTITIONED -> options.freeRunning() ? won >= 1 : won == 1;
    };
  }

  private static List<LocalDate> days(List<WriterEnd> ends) {
    return ends.stream().map(WriterEnd::day).toList();
  }
}
