/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.spark;

import java.util.Map;
import org.apache.spark.sql.SparkSession;

/**
 * How a session computes a handful of rows: compiling code for each query, planning it again after
 * each stage and cutting it into many tasks take longer than the rows do. No row depends on it.
 */
public final class FewRows {
  /** Up to here a day is a handful of rows. */
  public static final long MOST_BYTES = 4L << 20;

  private static final Map<String, String> SETTINGS =
      Map.of(
          "spark.sql.codegen.wholeStage", "false",
          "spark.sql.codegen.factoryMode", "NO_CODEGEN",
          "spark.sql.adaptive.enabled", "false",
          "spark.sql.shuffle.partitions", "1");

  private FewRows() {}

  /** Sets up {@code session}, which is a child session, for days of {@code sizeBytes}. */
  public static void tune(SparkSession session, long sizeBytes) {
    for (Map.Entry<String, String> setting : SETTINGS.entrySet()) {
      if (sizeBytes <= MOST_BYTES) {
        session.conf().set(setting.getKey(), setting.getValue());
      } else {
        session.conf().unset(setting.getKey());
      }
    }
  }
}
