/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.testing;

import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;

/** The one session of a test JVM: dayfill finds it, uses it and must leave it running. */
public final class Sessions {
  /** {@code -Ddayfill.test.codegen=true} compiles queries as the product does. */
  private static final boolean CODEGEN = Boolean.getBoolean("dayfill.test.codegen");

  private Sessions() {}

  /** The session, started by the first test that asks. */
  public static synchronized SparkSession shared() {
    return SparkSession.builder()
        .master("local[2]")
        .appName("dayfill tests")
        .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
        .config(
            "spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog")
        .config("spark.scheduler.mode", "FAIR")
        .config(
            "spark.scheduler.allocation.file",
            Path.of("conf/fairscheduler.xml").toAbsolutePath().toUri().toString())
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.databricks.delta.snapshotPartitions", "1")
        // A handful of rows does not repay compiled code; the jobs in processes of their own have
        // it.
        .config("spark.sql.codegen.wholeStage", CODEGEN)
        .config("spark.sql.codegen.factoryMode", CODEGEN ? "FALLBACK" : "NO_CODEGEN")
        // VACUUM lists a folder with this many tasks.
        .config("spark.sql.sources.parallelPartitionDiscovery.parallelism", "2")
        .getOrCreate();
  }
}
