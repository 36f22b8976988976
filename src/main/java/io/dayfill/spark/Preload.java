/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.spark;

import java.util.List;

/**
 * Loads what a first query and a first Delta commit need while the session is still starting: most
 * of the seconds of a short command are classes being loaded one after the other. Nothing depends
 * on it; a class that is not there is passed over.
 */
final class Preload implements Runnable {
  private static final List<String> CLASSES =
      List.of(
          "org.apache.spark.sql.internal.SQLConf$",
          "org.apache.spark.sql.catalyst.analysis.FunctionRegistry$",
          "org.apache.spark.sql.catalyst.parser.SqlBaseParser",
          "org.apache.spark.sql.catalyst.parser.SqlBaseLexer",
          "org.apache.spark.sql.catalyst.parser.AstBuilder",
          "org.apache.spark.sql.delta.sources.DeltaSQLConf$",
          "org.apache.spark.sql.delta.DeltaConfigs$",
          "org.apache.spark.sql.delta.DeltaOperations",
          "org.apache.spark.sql.delta.TableFeature$",
          "org.apache.spark.sql.delta.DeltaLog$",
          "org.apache.spark.sql.delta.Snapshot$",
          "org.apache.spark.sql.delta.OptimisticTransaction$",
          "org.apache.spark.sql.delta.util.JsonUtils$",
          "org.apache.spark.sql.delta.actions.Action$",
          "org.apache.spark.sql.catalyst.optimizer.Optimizer",
          "org.apache.spark.sql.execution.SparkPlanner",
          "org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec",
          "org.apache.spark.sql.execution.WholeStageCodegenExec$",
          "org.apache.spark.sql.catalyst.expressions.codegen.CodeGenerator$",
          "org.codehaus.janino.ClassBodyEvaluator",
          "org.apache.spark.sql.execution.datasources.csv.CSVFileFormat",
          "org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat",
          "org.apache.parquet.hadoop.ParquetOutputWriter",
          "org.apache.parquet.hadoop.ParquetFileWriter",
          "io.delta.tables.DeltaTable$");

  private Preload() {}

  /** Begins to load, on a thread that keeps no JVM alive. */
  static void start() {
    Thread thread = new Thread(new Preload(), "dayfill-preload");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void run() {
    for (String name : CLASSES) {
      try {
        Class.forName(name, true, Thread.currentThread().getContextClassLoader());
      } catch (ClassNotFoundException | LinkageError other) {
        // Another version of Spark or Delta: it loads its own classes when it needs them.
      }
    }
  }
}
