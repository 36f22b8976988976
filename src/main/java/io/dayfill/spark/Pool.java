/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.spark;

import java.util.Locale;
import java.util.Optional;
import org.apache.spark.SparkContext;

/** The scheduler pools of {@code conf/fairscheduler.xml}, for applications that schedule FAIR. */
public enum Pool {
  /** Short work that someone waits for: one day, or a commit that moves no data. */
  DAILY,
  /** Work over many days. */
  BACKFILL;

  static final String PROPERTY = "spark.scheduler.pool";
  private static final String MODE = "spark.scheduler.mode";

  /**
   * The pool that jobs of the calling thread are to run in: the one that was chosen for the thread,
   * or by {@code --conf spark.scheduler.pool}, or this one; empty where nothing is scheduled FAIR.
   */
  Optional<String> in(SparkContext context) {
    if (!context.getConf().get(MODE, "FIFO").equalsIgnoreCase("FAIR")) {
      return Optional.empty();
    }
    return ofThread(context)
        .or(() -> Optional.of(context.getConf().get(PROPERTY, name().toLowerCase(Locale.ROOT))));
  }

  static Optional<String> ofThread(SparkContext context) {
    return Optional.ofNullable(context.getLocalProperty(PROPERTY));
  }
}
