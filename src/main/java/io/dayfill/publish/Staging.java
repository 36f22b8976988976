/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import io.dayfill.delta.FileEntry;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Days that lie ready and that no reader sees. */
public interface Staging extends AutoCloseable {
  /** The staged rows of all days with the table's columns, read from where they lie. */
  Dataset<Row> rows();

  /** The staged rows of {@code day}. */
  Dataset<Row> rows(LocalDate day);

  /**
   * Days that were not asked for but have staged rows; such a staging must not be published.
   *
   * @throws io.dayfill.definition.DayfillException REFUSED when there are rows without a day
   */
  Set<LocalDate> strayDays();

  /** The version that the run had read: what others changed after it is not overwritten. */
  long baseVersion();

  /**
   * The version of the adjustments that the run had read, where corrections lie in a table of their
   * own; -1 if there was none.
   */
  default long adjustmentsVersion() {
    return -1;
  }

  /**
   * The files of {@code day} that a commit has only to list; empty where the rows of a staging are
   * copied by the commit.
   */
  List<FileEntry> files(LocalDate day);

  /** Drops what only the staging needed. Staged files of a partitioned table are left to VACUUM. */
  @Override
  void close();
}
