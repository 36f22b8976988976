/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.delta;

import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;

/** What Delta remembers of tables in this process, whatever session reads or writes them. */
public final class DeltaCache {
  private DeltaCache() {}

  /**
   * Lets Delta look at the table at {@code path} anew: a commit that it has made and remembers is
   * not in the log, and what it would commit next would build on that.
   */
  public static void forget(SparkSession session, String path) {
    try {
      DeltaLog.invalidateCache(session, new Path(path));
    } catch (LinkageError other) {
      // A Delta of another making, which keeps its commits by other means than a log store.
    }
  }
}
