/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.ledger;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.dayfill.delta.FileEntry;
import io.dayfill.delta.LogCommit;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

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

  /** The names of the columns that {@code commit} gave the table by ALTER TABLE ADD COLUMNS. */
  public static List<String> columnsAdded(LogCommit commit) {
    if (!commit.operation().equals("ADD COLUMNS")) {
      return List.of();
    }
    try {
      JsonNode columns = Json.mapper().readTree(commit.parameters().getOrDefault("columns", "[]"));
      return StreamSupport.stream(columns.spliterator(), false)
          .map(added -> added.path("column").path("name").asText())
          .toList();
    } catch (JsonProcessingException unknown) {
      return List.of();
    }
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
