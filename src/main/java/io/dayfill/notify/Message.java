/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.notify;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a consumer is told of the days of one table that one command has replaced.
 *
 * @param table the table's name
 * @param tableId Delta's id of the table
 * @param backfill the command's id
 * @param undoes the backfill that it undid; empty: the days were computed
 * @param reason the operator's reason
 * @param publishedAt when the last of the days was published
 * @param oldVersion the table's version before the first of the days was published
 * @param newVersion the version that published the last of them
 * @param days the days, oldest first
 */
record Message(
    String table,
    String tableId,
    String backfill,
    Optional<String> undoes,
    Optional<String> reason,
    Instant publishedAt,
    long oldVersion,
    long newVersion,
    List<DayChange> days) {
  Message {
    days = List.copyOf(days);
  }

  /** The same for the same days of the same command, however often they are told. */
  @JsonIgnore
  String id() {
    return backfill + "-" + newVersion;
  }

  /**
   * One day.
   *
   * @param commit the id of the commit that replaced it; no other day of the table has both
   * @param history which past of its dimensions it shows; empty: it has none
   * @param oldVersion the version before that commit
   * @param version the version that the commit made
   * @param rowsBefore the rows that it replaced; empty: not known
   */
  record DayChange(
      LocalDate day,
      LocalDate runDate,
      String commit,
      Optional<String> history,
      long oldVersion,
      long version,
      OptionalLong rowsBefore,
      long rows,
      List<SumChange> sums) {
    DayChange {
      sums = List.copyOf(sums);
    }
  }

  /** A numeric column's sums, as plain decimal numbers; empty: not known. */
  record SumChange(String column, Optional<String> before, Optional<String> after) {}
}
