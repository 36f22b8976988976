/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.load;

import static io.dayfill.spark.Names.named;

import io.dayfill.delta.DeltaFiles;
import io.dayfill.delta.DeltaInternals;
import io.dayfill.delta.FileEntry;
import java.time.LocalDate;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Days of a table at one version.
 *
 * @param path where the table lies
 * @param version the version
 * @param files the files that hold the days at that version
 * @param dayColumn the table's own name of the day column
 */
public record TableDays(String path, long version, List<FileEntry> files, String dayColumn) {
  public TableDays {
    files = List.copyOf(files);
  }

  /** The rows of {@code days}, whatever else stands in their files. */
  public Dataset<Row> rows(SparkSession session, List<LocalDate> days) {
    return all(session).where(named(dayColumn).isin(days.toArray()));
  }

  /** The listed files tell the version's rows without looking for the version in the log. */
  private Dataset<Row> all(SparkSession session) {
    return DeltaInternals.canStage()
        ? new DeltaFiles(session, path).read(version, files)
        : session.read().format("delta").option("versionAsOf", version).load(path);
  }
}
