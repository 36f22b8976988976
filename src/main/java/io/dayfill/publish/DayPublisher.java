/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import io.dayfill.ledger.CommitFacts;
import java.time.LocalDate;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * Replaces exactly the named days of one table. Days are staged where no reader sees them, checked
 * by the caller, and published one by one or all in one commit; what is not published leaves the
 * table as it was. A publisher belongs to one command and is thread-safe; commits are made one at a
 * time.
 */
public interface DayPublisher {
  /** The word of {@code --publisher}. */
  String name();

  /** The columns that the table is partitioned by within a day. */
  List<String> innerPartitions();

  /** Notes the table's present version: what others change after it will not be overwritten. */
  long baseVersion();

  /** The table's columns at {@code baseVersion}, from {@link #baseVersion}. */
  StructType columns(SparkSession session, long baseVersion);

  /**
   * Writes {@code rows} where no reader sees them.
   *
   * @param session the session that {@code rows} belong to
   * @param rows rows of {@code days} only, with exactly the table's columns, order and types
   * @param days the days that are staged; one without rows will be emptied
   * @param baseVersion the version that the run has read, from {@link #baseVersion}
   */
  Staging stage(SparkSession session, Dataset<Row> rows, List<LocalDate> days, long baseVersion);

  /**
   * Sees that one commit can publish {@code days}.
   *
   * @throws io.dayfill.definition.DayfillException REFUSED when it cannot
   */
  default void requireOneCommit(List<LocalDate> days) {
    // Days of one table are published by one commit.
  }

  /**
   * Replaces {@code days} in the table by their staged rows, all in one commit.
   *
   * @param days at least one; each once
   * @param facts what the commit says of itself; {@code facts.commit()} is used for no other commit
   * @return the version that was written, read back and found to be ours
   * @throws io.dayfill.definition.DayfillException CONFLICT when another writer changed one of the
   *     days since its base version, FAILED or UNKNOWN when the commit did not succeed
   * @throws TableChangedException when the table's schema changed: the days must be staged again
   */
  Published publish(List<StagedDay> days, CommitFacts facts);
}
