/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.check;

import static org.apache.spark.sql.functions.col;

import io.dayfill.load.DimensionView;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/**
 * Tells what days use of a dimension: of the rows that each day may see, those whose key stands in
 * the day's own records. Two versions of a dimension with the same answer give a day the same rows.
 */
public final class UsedRows {
  /** The column of {@code keys} that holds the day. */
  public static final String DAY = "_dayfill_day";

  private static final String KEY = "_dayfill_key";

  private UsedRows() {}

  /**
   * The content fingerprint of what each of {@code days} uses, in one query.
   *
   * @param keys the days' keys: the column {@link #DAY} and then the key's columns, rows repeated
   *     as they may be
   */
  public static Map<LocalDate, String> fingerprints(
      DimensionView view, Dataset<Row> keys, Collection<LocalDate> days) {
    String[] names = new String[keys.columns().length];
    Arrays.setAll(names, position -> position == 0 ? DAY : KEY + position);
    Dataset<Row> used = keys.toDF(names).where(col(DAY).isin(days.toArray())).distinct();
    Column same = view.touches(used.col(DAY));
    for (int i = 0; i < view.key().size(); i++) {
      same = same.and(used.col(names[i + 1]).equalTo(view.key().get(i)));
    }
    Column day = used.col(DAY);
    List<Column> columns = new ArrayList<>(List.of(day));
    columns.addAll(Arrays.asList(view.shown(day)));
    Dataset<Row> rows = used.join(view.candidates(), same).select(columns.toArray(Column[]::new));
    return byDay(rows, days);
  }

  private static Map<LocalDate, String> byDay(Dataset<Row> rows, Collection<LocalDate> days) {
    StructType shown =
        new StructType(
            Stream.of(rows.schema().fields())
                .skip(1)
                .toArray(org.apache.spark.sql.types.StructField[]::new));
    List<Column> aggregates = Fingerprint.aggregates(shown);
    Map<LocalDate, String> found = new HashMap<>();
    days.forEach(day -> found.put(day, Fingerprint.empty()));
    for (Row row :
        rows.groupBy(col(DAY).cast("string"))
            .agg(aggregates.get(0), aggregates.subList(1, aggregates.size()).toArray(Column[]::new))
            .collectAsList()) {
      found.put(LocalDate.parse(row.getString(0)), Fingerprint.text(row, 1));
    }
    return found;
  }
}
