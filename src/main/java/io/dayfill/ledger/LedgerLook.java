/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.ledger;

import io.dayfill.definition.Outcome;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a ledger said of one table when it was read.
 *
 * @param runs its rows, in no order
 * @param problem why it could not be read, in words; then there are no rows
 */
public record LedgerLook(List<RunRecord> runs, Optional<String> problem) {
  private static final int RECENT_RUNS = 30;
  private static final List<Outcome> FAILED =
      List.of(Outcome.REFUSED, Outcome.CONFLICT, Outcome.FAILED, Outcome.UNKNOWN);

  public LedgerLook {
    runs = List.copyOf(runs);
  }

  /** Nothing is known. */
  public static LedgerLook none() {
    return new LedgerLook(List.of(), Optional.empty());
  }

  /** The newest run of {@code day}: by its attempt first, since clocks may jump back. */
  public Optional<RunRecord> last(LocalDate day) {
    return runs.stream()
        .filter(run -> run.day().equals(day))
        .max(Comparator.comparingInt(RunRecord::attempt).thenComparing(RunRecord::ended));
  }

  /** The newest run of {@code day}, if it failed; a source that was not ready is no failure. */
  public Optional<RunRecord> lastFailure(LocalDate day) {
    return last(day).filter(run -> FAILED.contains(run.outcome()));
  }

  /** How many runs of {@code day} there were. */
  public int attempts(LocalDate day) {
    return (int) runs.stream().filter(run -> run.day().equals(day)).count();
  }

  /** The table's version up to which the ledger is complete; -1 if it knows nothing. */
  public long coveredVersion(String tableId) {
    return runs.stream()
        .filter(run -> run.tableId().filter(tableId::equals).isPresent())
        .mapToLong(run -> run.logVersion().orElse(-1))
        .max()
        .orElse(-1);
  }

  /** What a day's publication has taken lately, in milliseconds: the median of the newest runs. */
  public OptionalLong usualMs() {
    List<Long> recent =
        runs.stream()
            .filter(run -> run.isPublished() && run.elapsedMs().isPresent())
            .sorted(Comparator.comparing(RunRecord::ended).reversed())
            .limit(RECENT_RUNS)
            .map(run -> run.elapsedMs().orElseThrow())
            .sorted()
            .toList();
    return recent.isEmpty() ? OptionalLong.empty() : OptionalLong.of(recent.get(recent.size() / 2));
  }
}
