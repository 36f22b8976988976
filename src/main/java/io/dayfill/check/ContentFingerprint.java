/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.check;

import static io.dayfill.spark.Names.named;

import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

  /** The fingerprint of no rows. */
  public static String none() {
    return Fingerprint.empty();
  }

  /** The fingerprint of each of {@code days} that has rows, in one query. */
  public static Map<LocalDate, String> byDay(
      Dataset<Row> rows, String dayColumn, Collection<LocalDate> days) {
    List<Column> aggregates = Fingerprint.aggregates(rows.schema());
    Column day = named(dayColumn);
    Map<LocalDate, String> found = new HashMap<>();
    for (Row row :
        rows.where(day.isin(days.toArray()))
            .groupBy(day.cast("string"))
            .agg(aggregates.get(0), aggregates.subList(1, aggregates.size()).toArray(Column[]::new))
            .collectAsList()) {
      found.put(LocalDate.parse(row.getString(0)), Fingerprint.text(row, 1));
    }
    return found;
  }
}
