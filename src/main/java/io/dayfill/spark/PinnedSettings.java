/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.spark;

import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;

/**
 * Every setting that a day's rows depend on, so that neither a cluster's defaults nor a notebook's
 * settings take part. They are set on child sessions only; a session that is not ours never
 * changes.
 */
final class PinnedSettings {
  /** One class, by its name of Spark 4.1 and later, and by the one before. */
  private static final List<String> FILE_MANAGERS =
      List.of(
          "org.apache.spark.sql.execution.streaming.checkpointing.FileSystemBasedCheckpointFileManager",
          "org.apache.spark.sql.execution.streaming.FileSystemBasedCheckpointFileManager");

  private static final Map<String, String> SETTINGS = new LinkedHashMap<>();

  static {
    // What a value means.
    pin("spark.sql.ansi.enabled", "true");
    pin("spark.sql.storeAssignmentPolicy", "ANSI");
    pin("spark.sql.caseSensitive", "false");
    pin("spark.sql.timestampType", "TIMESTAMP_LTZ");
    pin("spark.sql.decimalOperations.allowPrecisionLoss", "true");
    pin("spark.sql.legacy.timeParserPolicy", "EXCEPTION");
    pin("spark.sql.legacy.charVarcharAsString", "false");
    pin("spark.sql.legacy.castComplexTypesToString.enabled", "false");
    pin("spark.sql.mapKeyDedupPolicy", "EXCEPTION");
    pin("spark.sql.optimizer.excludedRules", "");
    pin("spark.sql.sources.useV1SourceList", "avro,csv,json,kafka,orc,parquet,text");
    // Delta's parser passes no named parameters on unless they are replaced as constants.
    pin("spark.sql.legacy.parameterSubstitution.constantsOnly", "true");
    // Reading: no file, line or field is passed over.
    pin("spark.sql.csv.parser.columnPruning.enabled", "false");
    pin("spark.sql.csv.filterPushdown.enabled", "false");
    pin("spark.sql.files.ignoreMissingFiles", "false");
    pin("spark.sql.files.ignoreCorruptFiles", "false");
    // Writing: one day is replaced and nothing else, with times that every reader reads alike.
    pin("spark.sql.sources.partitionOverwriteMode", "static");
    pin("spark.databricks.delta.replaceWhere.constraintCheck.enabled", "true");
    pin("spark.databricks.delta.replaceWhere.dataColumns.enabled", "true");
    pin("spark.databricks.delta.schema.autoMerge.enabled", "false");
    pin("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MICROS");
    pin("spark.sql.parquet.datetimeRebaseModeInWrite", "CORRECTED");
    pin("spark.sql.parquet.datetimeRebaseModeInRead", "CORRECTED");
    pin("spark.sql.parquet.writeLegacyFormat", "false");
    pin("spark.sql.files.maxRecordsPerFile", "0");
    // A task keeps the files of several days open instead of sorting its rows by day.
    pin("spark.sql.maxConcurrentOutputFileWriters", "32");
    pin("spark.databricks.delta.optimizeWrite.enabled", "false");
    pin("spark.databricks.delta.autoCompact.enabled", "false");
    pin("spark.databricks.delta.stats.collect", "true");
    pin("spark.databricks.delta.history.metricsEnabled", "true");
    pin("spark.databricks.delta.stalenessLimit", "0");
    // Delta's checksum file, an optimisation, is then written without starting a process on a local
    // disk.
    FILE_MANAGERS.stream()
        .filter(PinnedSettings::isThere)
        .findFirst()
        .ifPresent(name -> pin("spark.sql.streaming.checkpointFileManagerClass", name));
    // A daily table's state is small: rebuilding it in 50 tasks costs seconds a commit.
    pin("spark.databricks.delta.snapshotPartitions", "2");
  }

  private PinnedSettings() {}

  private static boolean isThere(String className) {
    try {
      Class.forName(className, false, SparkSession.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException other) {
      return false;
    }
  }

  private static void pin(String key, String value) {
    SETTINGS.put(key, value);
  }

  /** Sets everything on {@code session}; times without offset are times of {@code zone}. */
  static void apply(SparkSession session, ZoneId zone) {
    SETTINGS.forEach(session.conf()::set);
    session.conf().set("spark.sql.session.timeZone", zone.getId());
  }
}
