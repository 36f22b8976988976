/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.check;

import static io.dayfill.spark.Names.named;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.shiftright;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.try_sum;

import io.dayfill.definition.Definition;
import io.dayfill.ledger.SumFacts;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Exact sums of a day's numeric columns, as aggregates beside others: whole numbers and DECIMAL,
 * but for the key, whose sum says nothing, and floating numbers, whose sum depends on the order. A
 * sum that has no value (nulls only, or more than 38 digits) is left out and fails nothing. A
 * BIGINT is summed in two halves, so that it stays exact in 64 bits up to 2^31 rows.
 */
final class DaySums {
  private static final long LOW_HALF = 0xffffffffL;
  private static final int HALF_BITS = 32;

  /** More of a wide table would make the facts of each commit large. */
  private static final int MOST_COLUMNS = 50;

  private final List<StructField> columns;

  /** The sums of rows with {@code schema}, in its order. */
  DaySums(Definition definition, StructType schema) {
    List<String> key =
        definition.key().stream().map(column -> column.toLowerCase(Locale.ROOT)).toList();
    this.columns =
        Arrays.stream(schema.fields())
            .filter(field -> isExact(field.dataType()))
            .filter(field -> !key.contains(field.name().toLowerCase(Locale.ROOT)))
            .limit(MOST_COLUMNS)
            .toList();
  }

  private static boolean isExact(DataType type) {
    return type instanceof DecimalType
        || type instanceof LongType
        || type instanceof IntegerType
        || type instanceof ShortType
        || type instanceof ByteType;
  }

  /** The aggregates, for rows of one day each. */
  List<Column> aggregates() {
    List<Column> aggregates = new ArrayList<>();
    for (StructField field : columns) {
      Column column = named(field.name());
      if (field.dataType() instanceof LongType) {
        aggregates.add(sum(column.bitwiseAND(lit(LOW_HALF))));
        aggregates.add(sum(shiftright(column, HALF_BITS)));
      } else {
        aggregates.add(try_sum(column));
      }
    }
    return aggregates;
  }

  /** The sums whose aggregates stand in {@code row} from {@code position} on. */
  List<SumFacts> of(Row row, int position) {
    List<SumFacts> sums = new ArrayList<>();
    int next = position;
    for (StructField field : columns) {
      Optional<String> sum;
      if (field.dataType() instanceof LongType) {
        sum = halves(row, next);
        next += 2;
      } else {
        sum = number(row, next++);
      }
      sum.ifPresent(text -> sums.add(new SumFacts(field.name(), text)));
    }
    return sums;
  }

  /** The sums of no rows. */
  List<SumFacts> none() {
    return columns.stream()
        .map(
            field ->
                new SumFacts(
                    field.name(),
                    field.dataType() instanceof DecimalType decimal
                        ? BigDecimal.ZERO.setScale(decimal.scale()).toPlainString()
                        : "0"))
        .toList();
  }

  private static Optional<String> halves(Row row, int position) {
    return row.isNullAt(position)
        ? Optional.empty()
        : Optional.of(
            BigInteger.valueOf(row.getLong(position + 1))
                .shiftLeft(HALF_BITS)
                .add(BigInteger.valueOf(row.getLong(position)))
                .toString());
  }

  private static Optional<String> number(Row row, int position) {
    if (row.isNullAt(position)) {
      return Optional.empty();
    }
    return row.get(position) instanceof BigDecimal decimal
        ? Optional.of(decimal.toPlainString())
        : Optional.of(String.valueOf(row.getLong(position)));
  }
}
