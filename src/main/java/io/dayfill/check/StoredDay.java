/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.check;

import static io.dayfill.spark.Names.named;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.xxhash64;

import io.dayfill.definition.Definition;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;

/** Compares a day as it is stored with the rows that its sources give now; reads only. */
public final class StoredDay {
  private static final int NAMED = 10;
  private static final String COUNT = "_dayfill_count";

  private final Definition definition;

  /** A comparison by the key of {@code definition}, or by whole rows where it has none. */
  public StoredDay(Definition definition) {
    this.definition = definition;
  }

  /**
   * The differences between {@code stored} and {@code expected}, which have the same columns.
   *
   * @return counts, sums of the numeric columns that differ, and the first ten keys of each kind
   */
  public DayComparison compare(Dataset<Row> stored, Dataset<Row> expected) {
    List<String> key = definition.key().isEmpty() ? List.of(expected.columns()) : definition.key();
    Dataset<Row> storedRows = hashed(stored, key, "stored");
    Dataset<Row> expectedRows = hashed(expected, key, "expected");
    Column same = lit(true);
    for (int i = 0; i < key.size(); i++) {
      same =
          same.and(
              storedRows.col("stored_key" + i).eqNullSafe(expectedRows.col("expected_key" + i)));
    }
    Dataset<Row> both = storedRows.join(expectedRows, same, "full_outer").cache();
    try {
      Column storedCount = coalesce(col("stored" + COUNT), lit(0));
      Column expectedCount = coalesce(col("expected" + COUNT), lit(0));
      Column missing = storedCount.lt(expectedCount);
      Column surplus = storedCount.gt(expectedCount);
      Column changed =
          storedCount.equalTo(expectedCount).and(col("stored_hash").notEqual(col("expected_hash")));
      return new DayComparison(
          number(storedRows.agg(coalesce(sum("stored" + COUNT), lit(0L)))),
          number(expectedRows.agg(coalesce(sum("expected" + COUNT), lit(0L)))),
          keys(both.where(missing), "expected", key),
          keys(both.where(surplus), "stored", key),
          keys(both.where(changed), "stored", key),
          sums(stored, expected));
    } finally {
      both.unpersist();
    }
  }

  private static Dataset<Row> hashed(Dataset<Row> rows, List<String> key, String side) {
    Column[] all = List.of(rows.columns()).stream().map(name -> named(name)).toArray(Column[]::new);
    Column[] group = new Column[key.size()];
    for (int i = 0; i < group.length; i++) {
      group[i] = named(key.get(i)).as(side + "_key" + i);
    }
    return rows.groupBy(group)
        .agg(
            org.apache.spark.sql.functions.count(lit(1)).as(side + COUNT),
            sum(xxhash64(all).cast("decimal(20,0)")).as(side + "_hash"));
  }

  private DayComparison.Keys keys(Dataset<Row> rows, String side, List<String> key) {
    if (definition.key().isEmpty()) {
      // Without a key only whole rows could be named, and customer rows are not for messages.
      return new DayComparison.Keys(rows.count(), List.of());
    }
    Column[] texts = new Column[key.size()];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = coalesce(col(side + "_key" + i).cast("string"), lit("null"));
    }
    List<String> named = new ArrayList<>();
    for (Row row : rows.select(texts).orderBy(texts).limit(NAMED).collectAsList()) {
      List<String> values = new ArrayList<>();
      for (int i = 0; i < row.size(); i++) {
        values.add(row.getString(i));
      }
      named.add(String.join(" ", values));
    }
    return new DayComparison.Keys(named.size() < NAMED ? named.size() : rows.count(), named);
  }

  private static List<String> sums(Dataset<Row> stored, Dataset<Row> expected) {
    List<Column> sums = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (StructField field : expected.schema().fields()) {
      if (field.dataType() instanceof DecimalType || field.dataType() instanceof NumericType) {
        names.add(field.name());
        sums.add(coalesce(sum(named(field.name())).cast("decimal(38,9)"), lit(BigDecimal.ZERO)));
      }
    }
    List<String> differences = new ArrayList<>();
    if (!names.isEmpty()) {
      Row storedSums = stored.select(sums.toArray(Column[]::new)).head();
      Row expectedSums = expected.select(sums.toArray(Column[]::new)).head();
      for (int i = 0; i < names.size(); i++) {
        if (storedSums.getDecimal(i).compareTo(expectedSums.getDecimal(i)) != 0) {
          differences.add(
              names.get(i)
                  + " sums to "
                  + plain(storedSums.getDecimal(i))
                  + ", the source's to "
                  + plain(expectedSums.getDecimal(i)));
        }
      }
    }
    return differences;
  }

  private static String plain(BigDecimal number) {
    return number.stripTrailingZeros().toPlainString();
  }

  private static long number(Dataset<Row> one) {
    return one.head().getLong(0);
  }
}
