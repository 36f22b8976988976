/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.ledger;

import io.dayfill.delta.FileEntry;
import io.dayfill.delta.LogCommit;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/** Reads the facts of commits. */
public final class Facts {
  private Facts() {}

  /** The facts of {@code commit}, if dayfill wrote it. */
  public static Optional<CommitFacts> of(LogCommit commit) {
    return commit.userMetadata().flatMap(CommitFacts::parse);
  }

  /** The days that {@code commit} says it replaced; empty if dayfill did not write it. */
  public static List<LocalDate> days(LogCommit commit) {
    return of(commit)
        .map(facts -> facts.days().stream().map(DayFacts::day).toList())
        .orElse(List.of());
  }

  /**
   * The identities of the files that {@code commit} added for {@code day}: those of its partition,
   * or all of an unpartitioned table.
   */
  public static List<String> files(LogCommit commit, LocalDate day) {
    Optional<String> value = Optional.of(day.toString());
    return commit.adds().stream()
        .filter(
            file -> file.partitionValues().isEmpty() || file.partitionValues().containsValue(value))
        .map(FileEntry::identity)
        .sorted()
        .toList();
  }

  /** Who made {@code commit} and how, in words. */
  public static String described(LogCommit commit) {
    return commit.described()
        + of(commit).map(facts -> " of backfill " + facts.backfill() + by(facts)).orElse("");
  }

  private static String by(CommitFacts facts) {
    return facts.by().map(writer -> ", run by " + writer.described()).orElse("");
  }
}
