/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.load;

import static io.dayfill.spark.Names.named;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.collect_set;
import static org.apache.spark.sql.functions.concat_ws;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lead;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.slice;
import static org.apache.spark.sql.functions.sort_array;
import static org.apache.spark.sql.functions.when;

import io.dayfill.definition.DayfillException;
import io.dayfill.definition.DimensionInput;
import io.dayfill.definition.DimensionInput.Validity;
import io.dayfill.definition.Outcome;
import io.dayfill.spark.Names;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;

/**
 * Refuses a dimension from which nobody could tell what was valid on a day: missing columns, null
 * keys and dates, intervals that end before they start or overlap, several rows for one key.
 */
public final class DimensionRules {
  private static final int NAMED_KEYS = 10;
  private static final String PROBLEM = "_dayfill_problem";
  private static final String KEY = "_dayfill_key";
  private static final String NEXT = "_dayfill_next";
  private static final String NULL_KEY = "rows whose key is null";

  private final String table;
  private final DimensionInput input;
  private final long version;

  /** The rules for the dimension {@code input} of the definition of {@code table}. */
  public DimensionRules(String table, DimensionInput input, long version) {
    this.table = table;
    this.input = input;
    this.version = version;
  }

  /**
   * Looks at all rows of the dimension.
   *
   * @throws DayfillException REFUSED with the first keys
   */
  public void require(DimensionView view) {
    Dataset<Row> all = view.all();
    requireColumns(all);
    Map<String, String> problems = new TreeMap<>();
    Dataset<Row> wrong = problems(all).where(named(PROBLEM).isNotNull());
    Column keys = slice(sort_array(collect_set(named(KEY))), 1, NAMED_KEYS);
    for (Row row : wrong.groupBy(PROBLEM).agg(count(lit(1)), keys).collectAsList()) {
      List<String> named = row.getList(2);
      String which = row.getString(0).equals(NULL_KEY) ? "" : ": " + String.join(", ", named);
      problems.put(row.getString(0), row.getLong(1) + " " + row.getString(0) + which);
    }
    if (!problems.isEmpty()) {
      throw refused(String.join("; ", problems.values()) + "; correct it and run the days again");
    }
  }

  private void requireColumns(Dataset<Row> all) {
    List<String> needed = new ArrayList<>(input.key());
    input.validity().ifPresent(validity -> needed.add(validity.from()));
    input.validity().ifPresent(validity -> needed.add(validity.to()));
    needed.addAll(input.columns());
    List<String> missing = needed.stream().filter(name -> type(all, name).isEmpty()).toList();
    if (!missing.isEmpty()) {
      throw refused(
          "it has no column "
              + String.join(", ", missing)
              + " (it has "
              + String.join(", ", all.columns())
              + "): correct "
              + input.where());
    }
    if (input.validity().isPresent()) {
      requireDates(all, input.validity().get());
    }
  }

  private void requireDates(Dataset<Row> all, Validity validity) {
    DataType from = type(all, validity.from()).orElseThrow();
    DataType to = type(all, validity.to()).orElseThrow();
    List<DataType> times =
        List.of(DataTypes.DateType, DataTypes.TimestampType, DataTypes.TimestampNTZType);
    if (!times.contains(from) || !from.equals(to)) {
      throw refused(
          validity.from()
              + " is "
              + from.sql()
              + " and "
              + validity.to()
              + " "
              + to.sql()
              + ": both must be DATE, or both of one timestamp type");
    }
  }

  private static Optional<DataType> type(Dataset<Row> all, String name) {
    return Arrays.stream(all.schema().fields())
        .filter(
            field -> field.name().toLowerCase(Locale.ROOT).equals(name.toLowerCase(Locale.ROOT)))
        .map(StructField::dataType)
        .findFirst();
  }

  /** All rows, each with what is wrong with it or null. */
  private Dataset<Row> problems(Dataset<Row> all) {
    Column[] key = input.key().stream().map(Names::named).toArray(Column[]::new);
    Column isNull = lit(false);
    List<Column> texts = new ArrayList<>();
    for (Column part : key) {
      isNull = isNull.or(part.isNull());
      texts.add(coalesce(part.cast("string"), lit("null")));
    }
    Column text = concat_ws(" ", texts.toArray(Column[]::new));
    Column wrong = when(isNull, NULL_KEY);
    if (input.validity().isEmpty()) {
      Column next = lead(lit(1), 1).over(Window.partitionBy(key).orderBy(key[0]));
      Column problem = wrong.when(next.isNotNull(), "keys with several rows");
      return all.select(text.as(KEY), problem.as(PROBLEM));
    }
    Column from = named(input.validity().get().from());
    Column to = named(input.validity().get().to());
    // An interval of no length is never valid and overlaps nothing.
    Column never = to.isNotNull().and(to.equalTo(from));
    Column next =
        lead(when(never, null).otherwise(from), 1, null, true)
            .over(Window.partitionBy(key).orderBy(from, coalesce(to, from)));
    Column open = DimensionView.isOpen(to);
    Column problem =
        wrong
            .when(from.isNull(), "rows that have no " + input.validity().get().from())
            .when(to.lt(from), "intervals that end before they start")
            .when(never, null)
            .when(
                next.isNotNull().and(to.isNull().or(open)),
                "current rows with a later row beside them")
            .when(
                next.isNotNull().and(to.gt(next)),
                "intervals that overlap the next one of the key");
    return all.select(text.as(KEY), next.as(NEXT), problem.as(PROBLEM));
  }

  private DayfillException refused(String why) {
    return new DayfillException(
        Outcome.REFUSED,
        table + " refused: dimension " + input.location() + ", version " + version + ": " + why);
  }
}
