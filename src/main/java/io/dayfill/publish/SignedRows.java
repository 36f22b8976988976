/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import static io.dayfill.spark.Names.named;
import static org.apache.spark.sql.functions.abs;
import static org.apache.spark.sql.functions.array_repeat;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.signum;
import static org.apache.spark.sql.functions.sum;

import io.dayfill.definition.Adjustments;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Rows and signed rows as multisets over all columns: what a table and its adjustments are
 * together, and which signed rows make one such multiset of another.
 */
final class SignedRows {
  private static final String COUNT = "_dayfill_count";
  private static final String COPY = "_dayfill_copy";

  private SignedRows() {}

  /**
   * The rows that {@code rows} and {@code adjustments} are together.
   *
   * @param adjustments signed rows; columns that they do not have are null
   */
  static Dataset<Row> joined(Dataset<Row> rows, Dataset<Row> adjustments) {
    Column[] columns = columns(rows.schema());
    Dataset<Row> all = signed(rows, 1).unionAll(conformed(adjustments, rows.schema()));
    return copies(counted(all, columns).where(col(COUNT).gt(lit(0))), columns).select(columns);
  }

  /**
   * The signed rows that make {@code wanted} of {@code rows} and {@code adjustments} together; none
   * if they are that already. The columns are those of {@code rows} and the sign.
   */
  static Dataset<Row> difference(
      Dataset<Row> rows, Optional<Dataset<Row>> adjustments, Dataset<Row> wanted) {
    Column[] columns = columns(rows.schema());
    Dataset<Row> all = signed(wanted, 1).unionAll(signed(rows, -1));
    if (adjustments.isPresent()) {
      all = all.unionAll(negated(conformed(adjustments.get(), rows.schema())));
    }
    Dataset<Row> counted = counted(all, columns).where(col(COUNT).notEqual(lit(0)));
    return copies(counted, columns)
        .withColumn(Adjustments.SIGN, signum(col(COUNT)).cast("int"))
        .drop(COUNT, COPY);
  }

  /** The same rows with the other sign. */
  static Dataset<Row> negated(Dataset<Row> signed) {
    return signed.withColumn(Adjustments.SIGN, col(Adjustments.SIGN).multiply(lit(-1)));
  }

  private static Dataset<Row> counted(Dataset<Row> signed, Column[] columns) {
    return signed.groupBy(columns).agg(sum(col(Adjustments.SIGN)).as(COUNT));
  }

  /** Each row as often as it counts. */
  private static Dataset<Row> copies(Dataset<Row> counted, Column[] columns) {
    List<Column> all = new ArrayList<>(List.of(columns));
    all.add(col(COUNT));
    all.add(explode(array_repeat(lit(1), abs(col(COUNT)).cast("int"))).as(COPY));
    return counted.select(all.toArray(Column[]::new));
  }

  private static Dataset<Row> signed(Dataset<Row> rows, int sign) {
    return rows.withColumn(Adjustments.SIGN, lit(sign));
  }

  /** {@code adjustments} with exactly the columns {@code table} and the sign. */
  private static Dataset<Row> conformed(Dataset<Row> adjustments, StructType table) {
    List<Column> columns = new ArrayList<>();
    for (StructField field : table.fields()) {
      Column value =
          Arrays.stream(adjustments.columns())
              .filter(field.name()::equalsIgnoreCase)
              .findFirst()
              .map(name -> named(name))
              .orElseGet(() -> lit(null));
      columns.add(value.cast(field.dataType()).as(field.name()));
    }
    columns.add(col(Adjustments.SIGN));
    return adjustments.select(columns.toArray(Column[]::new));
  }

  private static Column[] columns(StructType schema) {
    return Arrays.stream(schema.fieldNames()).map(name -> named(name)).toArray(Column[]::new);
  }
}
