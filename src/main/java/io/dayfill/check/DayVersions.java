/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.check;

import static io.dayfill.spark.Names.named;
import static org.apache.spark.sql.functions.bit_xor;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.shiftright;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;
import static org.apache.spark.sql.functions.xxhash64;

import io.dayfill.check.DayDifference.ChangedColumn;
import io.dayfill.check.DayDifference.ChangedRow;
import io.dayfill.check.DayDifference.ColumnSum;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;

/**
 * Two versions of the days of a table, compared by key, or as multisets of rows where there is no
 * key. Both sides are read once and meet in one aggregation; samples read single days again.
 */
public final class DayVersions {
  private static final String DAY = "_dayfill_day";
  private static final String SIDE = "_dayfill_side";
  private static final String HASH = "_dayfill_hash";
  private static final String ROWS = "_dayfill_rows";
  private static final String XOR = "_dayfill_xor";
  private static final String DIFFERS = "_dayfill_differs";
  private static final String BEFORE = "_before";
  private static final String AFTER = "_after";

  /** The rows of both versions are counted in one number, those of the later one from this bit. */
  private static final int AFTER_BITS = 32;

  private static final long ONE_AFTER = 1L << AFTER_BITS;

  /**
   * The lowest bit of a row's hash tells its version instead: the rows are moved, and are short.
   */
  private static final long SIDE_BIT = 1L;

  /** Of a hash's 64 bits so many are summed that half a million rows of one key fit into a long. */
  private static final int SUMMED_BITS_LESS = 20;

  private final String dayColumn;
  private final List<String> key;
  private final Dataset<Row> before;
  private final Dataset<Row> after;

  /**
   * The versions of days.
   *
   * @param dayColumn the table's own name of the day column
   * @param key the key's columns; none: whole rows are compared
   * @param before the rows of the days as they are
   * @param after the rows as they would be, with the same columns
   */
  public DayVersions(String dayColumn, List<String> key, Dataset<Row> before, Dataset<Row> after) {
    this.dayColumn = dayColumn;
    this.key = List.copyOf(key);
    this.before = before;
    this.after = after;
  }

  /**
   * The differences of each day that has rows in one of the versions, oldest first.
   *
   * @param known asked for the sums of the named columns that differ; where it does not know, both
   *     versions are read for them
   */
  public List<DayDifference> differences(
      Function<List<String>, Optional<Map<LocalDate, List<ColumnSum>>>> known) {
    Column had = col(BEFORE);
    Column has = col(AFTER);
    Dataset<Row> counted =
        groups(before, after)
            .groupBy(col(DAY).cast("string"))
            .agg(
                sum(when(has.gt(had), has.minus(had)).otherwise(lit(0L))),
                sum(when(had.gt(has), had.minus(has)).otherwise(lit(0L))),
                sum(when(isChanged(), has).otherwise(lit(0L))),
                sum(least().minus(when(isChanged(), has).otherwise(lit(0L)))));
    Map<LocalDate, DayDifference> days = new TreeMap<>();
    for (Row row : counted.collectAsList()) {
      LocalDate day = LocalDate.parse(row.getString(0));
      days.put(
          day,
          new DayDifference(
              day, row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4), List.of()));
    }
    List<String> columns = summed();
    Map<LocalDate, List<ColumnSum>> sums = known.apply(columns).orElseGet(() -> sums(columns));
    return days.values().stream()
        .map(day -> day.with(sums.getOrDefault(day.day(), List.of())))
        .toList();
  }

  /** A row a key and day: how many rows each version has of it, and whether they are the same. */
  private Dataset<Row> groups(Dataset<Row> old, Dataset<Row> now) {
    List<Column> group = new ArrayList<>(List.of(col(DAY)));
    keyNames().forEach(name -> group.add(col(name)));
    Column isAfter = col(HASH).bitwiseAND(lit(SIDE_BIT)).equalTo(lit(SIDE_BIT));
    Column summed = shiftright(col(HASH), SUMMED_BITS_LESS);
    // Few numbers for each key, and no merging of them: each key has a row or two, so the rows are
    // moved first.
    Dataset<Row> met =
        side(old, false)
            .unionAll(side(now, true))
            .repartition(group.toArray(Column[]::new))
            .groupBy(group.toArray(Column[]::new))
            .agg(
                sum(when(isAfter, lit(ONE_AFTER)).otherwise(lit(1L))).as(ROWS),
                bit_xor(shiftright(col(HASH), 1)).as(XOR),
                sum(when(isAfter, summed).otherwise(summed.unary_$minus())).as(HASH));
    List<Column> columns = new ArrayList<>(group);
    columns.add(col(ROWS).mod(lit(ONE_AFTER)).as(BEFORE));
    columns.add(shiftright(col(ROWS), AFTER_BITS).as(AFTER));
    columns.add(col(XOR).notEqual(lit(0L)).or(col(HASH).notEqual(lit(0L))).as(DIFFERS));
    return met.select(columns.toArray(Column[]::new));
  }

  private static Column isChanged() {
    return col(BEFORE).equalTo(col(AFTER)).and(col(DIFFERS));
  }

  private static Column least() {
    return org.apache.spark.sql.functions.least(col(BEFORE), col(AFTER));
  }

  private Dataset<Row> side(Dataset<Row> rows, boolean isAfter) {
    List<Column> columns = new ArrayList<>();
    columns.add(named(dayColumn).as(DAY));
    List<String> names = keyColumns();
    for (int i = 0; i < names.size(); i++) {
      columns.add(named(names.get(i)).as(keyNames().get(i)));
    }
    Column hash = xxhash64(Fingerprint.hashed(rows.schema()).toArray(Column[]::new));
    columns.add(hash.bitwiseAND(lit(~SIDE_BIT)).bitwiseOR(lit(isAfter ? SIDE_BIT : 0L)).as(HASH));
    return rows.select(columns.toArray(Column[]::new));
  }

  private List<String> keyColumns() {
    return key.isEmpty() ? List.of(before.columns()) : key;
  }

  private List<String> keyNames() {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < keyColumns().size(); i++) {
      names.add("_key" + i);
    }
    return names;
  }

  /** The first {@code most} keys of {@code days} that only the later version has. */
  public List<String> added(Collection<LocalDate> days, int most) {
    return keys(days, col(AFTER).gt(col(BEFORE)), most);
  }

  /** The first {@code most} keys of {@code days} that only the former version has. */
  public List<String> removed(Collection<LocalDate> days, int most) {
    return keys(days, col(BEFORE).gt(col(AFTER)), most);
  }

  private List<String> keys(Collection<LocalDate> days, Column which, int most) {
    return first(days, which, most).stream()
        .map(row -> row.getString(0) + " " + String.join(" ", texts(row, 1)))
        .toList();
  }

  /** The first {@code most} changed rows of {@code days} with the columns that differ. */
  public List<ChangedRow> changed(Collection<LocalDate> days, int most) {
    List<List<String>> wanted =
        first(days, isChanged(), most).stream().map(row -> texts(row, 0)).toList();
    if (wanted.isEmpty()) {
      return List.of();
    }
    Map<List<String>, Row> old = new HashMap<>();
    Map<List<String>, Row> now = new HashMap<>();
    for (Row row : rows(wanted)) {
      boolean isAfter = row.getBoolean(row.size() - 1);
      (isAfter ? now : old).putIfAbsent(texts(row, 0, 1 + key.size()), row);
    }
    List<ChangedRow> changed = new ArrayList<>();
    for (List<String> each : wanted) {
      changed.add(
          new ChangedRow(
              LocalDate.parse(each.get(0)),
              each.subList(1, each.size()),
              columns(row(old, each), row(now, each))));
    }
    return changed;
  }

  private static Row row(Map<List<String>, Row> rows, List<String> wanted) {
    return Objects.requireNonNull(rows.get(wanted));
  }

  private List<ChangedColumn> columns(Row old, Row now) {
    List<ChangedColumn> columns = new ArrayList<>();
    int first = 1 + key.size();
    for (int i = 0; i < before.columns().length; i++) {
      String was = text(old, first + i);
      String is = text(now, first + i);
      if (!was.equals(is)) {
        columns.add(new ChangedColumn(before.columns()[i], was, is));
      }
    }
    return columns;
  }

  /**
   * The rows of {@code wanted}, each a day and a key as texts: day, key, all columns, and whether
   * it is the later version. Sorted, so that of several rows of a key always the same is first.
   */
  private List<Row> rows(List<List<String>> wanted) {
    List<Column> named = new ArrayList<>();
    named.add(named(dayColumn).cast("string"));
    key.forEach(name -> named.add(coalesce(named(name).cast("string"), lit("null"))));
    Column isWanted = lit(false);
    for (List<String> each : wanted) {
      Column same = named(dayColumn).equalTo(lit(LocalDate.parse(each.get(0))));
      for (int i = 1; i < each.size(); i++) {
        same = same.and(named.get(i).equalTo(lit(each.get(i))));
      }
      isWanted = isWanted.or(same);
    }
    List<Column> shown = new ArrayList<>(named);
    for (String name : before.columns()) {
      shown.add(named(name).cast("string"));
    }
    shown.add(col(SIDE));
    Column[] all = shown.toArray(Column[]::new);
    return bothSides().where(isWanted).select(all).collectAsList().stream()
        .sorted(Comparator.comparing(row -> texts(row, 0, all.length - 1).toString()))
        .toList();
  }

  private List<Row> first(Collection<LocalDate> days, Column which, int most) {
    if (days.isEmpty() || most == 0) {
      return List.of();
    }
    Column wanted = named(dayColumn).isin(days.toArray());
    List<Column> order = new ArrayList<>(List.of(col(DAY)));
    List<Column> shown = new ArrayList<>(List.of(col(DAY).cast("string")));
    for (String name : keyNames()) {
      order.add(col(name));
      shown.add(coalesce(col(name).cast("string"), lit("null")));
    }
    return groups(before.where(wanted), after.where(wanted))
        .where(which)
        .orderBy(order.toArray(Column[]::new))
        .limit(most)
        .select(shown.toArray(Column[]::new))
        .collectAsList();
  }

  private List<String> summed() {
    List<String> columns = new ArrayList<>();
    for (StructField field : before.schema().fields()) {
      if (field.dataType() instanceof NumericType && !key.contains(field.name())) {
        columns.add(field.name());
      }
    }
    return columns;
  }

  private Map<LocalDate, List<ColumnSum>> sums(List<String> columns) {
    Map<LocalDate, List<ColumnSum>> sums = new HashMap<>();
    if (columns.isEmpty()) {
      return sums;
    }
    Map<LocalDate, Map<String, BigDecimal>> old = new HashMap<>();
    Map<LocalDate, Map<String, BigDecimal>> now = new HashMap<>();
    for (Row row : summedByDay(columns).collectAsList()) {
      LocalDate day = LocalDate.parse(row.getString(0));
      (row.getBoolean(1) ? now : old).put(day, sums(columns, row));
      sums.put(day, List.of());
    }
    sums.replaceAll(
        (day, none) ->
            ColumnSum.differing(
                columns, old.getOrDefault(day, Map.of()), now.getOrDefault(day, Map.of())));
    return sums;
  }

  private static Map<String, BigDecimal> sums(List<String> columns, Row row) {
    Map<String, BigDecimal> sums = new HashMap<>();
    for (int i = 0; i < columns.size(); i++) {
      if (!row.isNullAt(i + 2)) {
        sums.put(columns.get(i), row.getDecimal(i + 2));
      }
    }
    return sums;
  }

  /** A row a day and side: the day, whether it is the later version, and the columns' sums. */
  private Dataset<Row> summedByDay(List<String> columns) {
    Column[] sums =
        columns.stream().map(name -> sum(named(name)).cast("decimal(38,9)")).toArray(Column[]::new);
    return bothSides()
        .groupBy(named(dayColumn).cast("string"), col(SIDE))
        .agg(sums[0], Arrays.copyOfRange(sums, 1, sums.length));
  }

  /** The rows of both versions, and whether each is of the later one. */
  private Dataset<Row> bothSides() {
    return before.withColumn(SIDE, lit(false)).unionAll(after.withColumn(SIDE, lit(true)));
  }

  private static List<String> texts(Row row, int from) {
    return texts(row, from, row.size());
  }

  private static List<String> texts(Row row, int from, int end) {
    List<String> texts = new ArrayList<>();
    for (int i = from; i < end; i++) {
      texts.add(text(row, i));
    }
    return texts;
  }

  private static String text(Row row, int position) {
    return row.isNullAt(position) ? "null" : row.getString(position);
  }
}
