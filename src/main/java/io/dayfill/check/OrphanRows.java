/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.check;

import static io.dayfill.spark.Names.named;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;

import io.dayfill.definition.Check;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * The rows whose foreign key points nowhere, counted for all days at once when the first day asks.
 */
final class OrphanRows {
  private static final String FOUND = "_dayfill_found";

  private final Dataset<Row> rows;
  private final String dayColumn;
  private final Comparisons.ForeignKeys keys;
  private final Map<Check.ForeignKey, Map<LocalDate, Long>> counts = new HashMap<>();

  OrphanRows(Dataset<Row> rows, String dayColumn, Comparisons.ForeignKeys keys) {
    this.rows = rows;
    this.dayColumn = dayColumn;
    this.keys = keys;
  }

  /** How many rows of {@code day} have a value that the other table does not have. */
  long number(Check.ForeignKey check, LocalDate day) {
    return counts.computeIfAbsent(check, this::counted).getOrDefault(day, 0L);
  }

  /** Those among {@code some}. */
  Dataset<Row> of(Check.ForeignKey check, Dataset<Row> some) {
    Column value = named(check.column());
    Dataset<Row> known = keys.of(some.sparkSession(), check).toDF(FOUND).distinct();
    return some.where(value.isNotNull()).join(known, value.equalTo(col(FOUND)), "left_anti");
  }

  private Map<LocalDate, Long> counted(Check.ForeignKey check) {
    Column day = named(dayColumn).cast("string");
    Map<LocalDate, Long> found = new HashMap<>();
    for (Row row : of(check, rows).groupBy(day).agg(count(lit(1))).collectAsList()) {
      found.put(LocalDate.parse(row.getString(0)), row.getLong(1));
    }
    return found;
  }
}
