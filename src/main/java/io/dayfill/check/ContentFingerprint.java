/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.check;

import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** The content fingerprint of a set of rows, by a query of its own. */
public final class ContentFingerprint {
  private ContentFingerprint() {}

  /** The fingerprint of {@code rows}: the same for the same rows whatever their order and files. */
  public static String of(Dataset<Row> rows) {
    List<Column> aggregates = Fingerprint.aggregates(rows.schema());
    Row row =
        rows.agg(aggregates.get(0), aggregates.subList(1, aggregates.size()).toArray(Column[]::new))
            .head();
    return Fingerprint.text(row, 0);
  }
}
