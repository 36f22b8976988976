/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.ledger;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.dayfill.delta.FileEntry;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Days that lie staged and checked in their table's folder and wait for {@code publish}: the list
 * of their files, and what they were computed from.
 *
 * @param format the version of this record's own shape
 * @param table the definition's table
 * @param tableId Delta's id of the table; in one that was created anew they have no place
 * @param created when the days were held
 * @param columns the names of the columns that the files have
 * @param facts what the commit that publishes them is to say of itself, but for the commit's id
 * @param days the days, oldest first
 */
public record Hold(
    int format,
    String table,
    String tableId,
    Instant created,
    List<String> columns,
    CommitFacts facts,
    List<HeldDay> days) {
  /** The shape that this version writes. */
  public static final int FORMAT = 1;

  public Hold {
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(tableId, "tableId");
    Objects.requireNonNull(created, "created");
    columns = List.copyOf(columns);
    Objects.requireNonNull(facts, "facts");
    days = List.copyOf(days);
  }

  /** The id, which is the backfill's. */
  @JsonIgnore
  public String id() {
    return facts.backfill();
  }

  /** The rows of all days. */
  @JsonIgnore
  public long rows() {
    return facts.days().stream().mapToLong(DayFacts::rows).sum();
  }

  /** The size of the files of all days. */
  @JsonIgnore
  public long sizeBytes() {
    return days.stream()
        .flatMap(day -> day.files().stream())
        .mapToLong(file -> FileEntry.parse(file).sizeBytes())
        .sum();
  }

  /** The days of the table itself that {@code day} was computed from and that are not held. */
  public List<LocalDate> ownReads(LocalDate day) {
    return facts.days().stream()
        .filter(each -> each.day().equals(day))
        .flatMap(each -> each.reads().stream())
        .filter(read -> read.kind().equals(ReadFacts.PREVIOUS))
        .flatMap(read -> read.days().stream().map(ReadFacts.ReadDay::day))
        .filter(read -> days.stream().noneMatch(held -> held.day().equals(read)))
        .toList();
  }

  /** The range of days, in words: {@code 2026-09-01 to 2026-09-30}. */
  @JsonIgnore
  public String span() {
    LocalDate first = days.get(0).day();
    LocalDate last = days.get(days.size() - 1).day();
    return first.equals(last) ? first.toString() : first + " to " + last;
  }

  /**
   * One held day.
   *
   * @param baseVersion the table's version that it was computed from
   * @param adjustments the version that its adjustments had then; empty if there were none
   * @param files the {@code add} actions of its files, a line of JSON each
   */
  public record HeldDay(
      LocalDate day, long baseVersion, Optional<Long> adjustments, List<String> files) {
    public HeldDay {
      Objects.requireNonNull(day, "day");
      files = List.copyOf(files);
    }
  }
}
