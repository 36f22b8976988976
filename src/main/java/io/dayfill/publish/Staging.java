/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import io.dayfill.ledger.CommitFacts;
import java.time.LocalDate;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Days that lie ready and that no reader sees. */
public interface Staging extends AutoCloseable {
  /** The staged rows of all days with the table's columns, read from where they lie. */
  Dataset<Row> rows();

  /**
   * Days that were not asked for but have staged rows; such a staging must not be published.
   *
   * @throws io.dayfill.definition.DayfillException REFUSED when there are rows without a day
   */
  Set<LocalDate> strayDays();

  /**
   * Replaces {@code day} in the table by its staged rows, in one commit.
   *
   * @param facts what the commit says of itself; {@code facts.commit()} is used for no other commit
   * @return the version that was written, read back and found to be ours
   * @throws io.dayfill.definition.DayfillException CONFLICT when another writer changed the day
   *     since the base version, FAILED or UNKNOWN when the commit did not succeed
   * @throws TableChangedException when the table's schema changed: the day must be staged again
   */
  PublishedDay publish(LocalDate day, CommitFacts facts);

  /** Drops what only the staging needed. Staged files of a partitioned table are left to VACUUM. */
  @Override
  void close();
}
