/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.check;

import io.dayfill.definition.Check;
import java.time.LocalDate;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * What days are compared with besides their own rows; each is asked only where a check needs it.
 */
public record Comparisons(SourceSums sums, NearbyRows nearby, ForeignKeys keys) {
  /** The rows of other days of the table. */
  @FunctionalInterface
  public interface NearbyRows {
    /** The rows of the days nearest to {@code day} that have some, {@code day} itself left out. */
    List<Long> of(LocalDate day, Check.Basis basis);
  }

  /** The values that a foreign key may have. */
  @FunctionalInterface
  public interface ForeignKeys {
    /**
     * The values of the column that {@code check} points to, as one column; read in {@code
     * session}.
     *
     * @throws io.dayfill.definition.DayfillException when there is no such table or column
     */
    Dataset<Row> of(SparkSession session, Check.ForeignKey check);
  }
}
