/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import io.dayfill.delta.DeltaFiles;
import io.dayfill.delta.FileEntry;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Files of one day that lie in the table's folder already: held ones, or those of a former day. */
public final class HeldFiles implements Staging {
  private final DeltaFiles table;
  private final LocalDate day;
  private final List<FileEntry> files;
  private final long baseVersion;
  private final long adjustmentsVersion;

  /**
   * The files of {@code day}.
   *
   * @param baseVersion the version after which nobody may have changed the day
   * @param adjustmentsVersion the version of the adjustments after which nobody may have corrected
   *     it; -1 if there are none
   */
  public HeldFiles(
      DeltaFiles table,
      LocalDate day,
      List<FileEntry> files,
      long baseVersion,
      long adjustmentsVersion) {
    this.table = table;
    this.day = day;
    this.files = List.copyOf(files);
    this.baseVersion = baseVersion;
    this.adjustmentsVersion = adjustmentsVersion;
  }

  /**
   * The day with these files.
   *
   * @param reads other days of the table that it was computed from
   */
  public StagedDay staged(List<LocalDate> reads) {
    return new StagedDay(day, this, reads);
  }

  @Override
  public Dataset<Row> rows() {
    return table.read(files);
  }

  @Override
  public Dataset<Row> rows(LocalDate any) {
    return rows();
  }

  @Override
  public Set<LocalDate> strayDays() {
    return Set.of();
  }

  @Override
  public long baseVersion() {
    return baseVersion;
  }

  @Override
  public List<FileEntry> files(LocalDate any) {
    return files;
  }

  @Override
  public long adjustmentsVersion() {
    return adjustmentsVersion;
  }

  @Override
  public void close() {
    // The files are no part of any version or belong to a former one; VACUUM removes them.
  }
}
