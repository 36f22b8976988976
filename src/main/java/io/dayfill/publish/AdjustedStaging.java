/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import io.dayfill.delta.FileEntry;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** A staging and the version that the adjustments had when it was begun. */
record AdjustedStaging(Staging staging, long adjustmentsVersion) implements Staging {
  @Override
  public Dataset<Row> rows() {
    return staging.rows();
  }

  @Override
  public Dataset<Row> rows(LocalDate day) {
    return staging.rows(day);
  }

  @Override
  public Set<LocalDate> strayDays() {
    return staging.strayDays();
  }

  @Override
  public long baseVersion() {
    return staging.baseVersion();
  }

  @Override
  public List<FileEntry> files(LocalDate day) {
    return staging.files(day);
  }

  @Override
  public void close() {
    staging.close();
  }
}
