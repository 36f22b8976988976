/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.check;

import static io.dayfill.spark.Names.named;
import static org.apache.spark.sql.functions.array_sort;
import static org.apache.spark.sql.functions.bit_xor;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.map_entries;
import static org.apache.spark.sql.functions.shiftrightunsigned;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.xxhash64;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * What a set of rows contains, whatever their order and files: the number of rows, the exact sum
 * and the xor of a 64-bit hash of each row over all columns. The sum is kept in two halves so that
 * it stays exact in 64 bits up to 2^31 rows.
 */
final class Fingerprint {
  private static final String VERSION = "1";
  private static final long LOW_HALF = 0xffffffffL;

  private Fingerprint() {}

  /**
   * The aggregates that make up the fingerprint of rows with {@code schema}: rows, two sums, xor.
   */
  static List<Column> aggregates(StructType schema) {
    Column hash = xxhash64(hashed(schema).toArray(new Column[0]));
    return List.of(
        count(lit(1)).as("rows"),
        sum(hash.bitwiseAND(lit(LOW_HALF))).as("low"),
        sum(shiftrightunsigned(hash, 32)).as("high"),
        bit_xor(hash).as("xor"));
  }

  /** The text of the fingerprint whose aggregates stand in {@code row} from {@code position} on. */
  static String text(Row row, int position) {
    long rows = row.getLong(position);
    return rows == 0
        ? empty()
        : String.join(
            "-",
            VERSION,
            Long.toString(rows),
            hex(row.getLong(position + 1)),
            hex(row.getLong(position + 2)),
            hex(row.getLong(position + 3)));
  }

  /** The fingerprint of no rows. */
  static String empty() {
    return VERSION + "-0-0-0-0";
  }

  /** Each column, and whether it is null: the hash itself passes nulls over. */
  static List<Column> hashed(StructType schema) {
    List<Column> columns = new ArrayList<>();
    for (StructField field : schema.fields()) {
      Column column = named(field.name());
      // A map's entries have no order; maps cannot be hashed as they are.
      boolean isMap = field.dataType() instanceof MapType;
      columns.add(isMap ? array_sort(map_entries(column)) : column);
      columns.add(column.isNull());
    }
    return columns;
  }

  private static String hex(long value) {
    return Long.toHexString(value);
  }
}
