/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.load;

import static io.dayfill.spark.Names.quoted;
import static org.apache.spark.sql.functions.date_add;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;
import static org.apache.spark.sql.functions.year;

import io.dayfill.definition.DimensionInput;
import io.dayfill.definition.DimensionInput.Validity;
import io.dayfill.definition.History;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;

/**
 * What a day may see of a dimension at one version. An end of an interval that lies outside the day
 * is shown open ({@code 0001-01-01}, {@code 9999-12-31}): a day knows neither what came after it
 * nor needs to tell original from restated in its join.
 */
public final class DimensionView {
  private static final String FIRST = "0001-01-01";
  private static final String LAST = "9999-12-31";
  private static final int LAST_YEAR = 9999;

  private final DimensionInput input;
  private final History history;
  private final Dataset<Row> all;

  /** The dimension {@code input}, which lies at {@code path}, as it was at {@code version}. */
  public DimensionView(
      SparkSession session, DimensionInput input, String path, long version, History history) {
    this.input = input;
    this.history = history;
    this.all = session.read().format("delta").option("versionAsOf", version).load(path);
  }

  /** All rows of the dimension with all its columns. */
  Dataset<Row> all() {
    return all;
  }

  /** The rows that {@code day}, a DATE, may see. */
  public Dataset<Row> rows(Column day) {
    return candidates().where(touches(day)).select(shown(day));
  }

  /** The rows of which a day may see some: all, or the current ones. */
  public Dataset<Row> candidates() {
    return history == History.RESTATED
        ? input.validity().map(validity -> all.where(isOpen(column(validity.to())))).orElse(all)
        : all;
  }

  /** Whether the row of {@link #candidates} is valid at some time of {@code day}. */
  public Column touches(Column day) {
    if (history == History.RESTATED || input.validity().isEmpty()) {
      return lit(true);
    }
    Validity validity = input.validity().get();
    Column from = column(validity.from());
    Column to = column(validity.to());
    return from.lt(end(day)).and(to.isNull().or(to.gt(start(day)).and(to.gt(from))));
  }

  /** The columns that a day sees of a row of {@link #candidates} that touches {@code day}. */
  public Column[] shown(Column day) {
    List<Column> shown = new ArrayList<>();
    for (String name : names()) {
      shown.add(shown(name, day).as(name));
    }
    return shown.toArray(Column[]::new);
  }

  /** The names of the view's columns, in the table's order. */
  private List<String> names() {
    Set<String> wanted =
        input.columns().stream()
            .map(name -> name.toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());
    input.key().forEach(name -> wanted.add(name.toLowerCase(Locale.ROOT)));
    input.validity().ifPresent(its -> wanted.add(its.from().toLowerCase(Locale.ROOT)));
    input.validity().ifPresent(its -> wanted.add(its.to().toLowerCase(Locale.ROOT)));
    return Arrays.stream(all.columns())
        .filter(name -> input.columns().isEmpty() || wanted.contains(name.toLowerCase(Locale.ROOT)))
        .toList();
  }

  private Column shown(String name, Column day) {
    Optional<Validity> validity = input.validity();
    Column value = column(name);
    boolean isOriginal = history == History.ORIGINAL;
    if (validity.filter(its -> its.from().equalsIgnoreCase(name)).isPresent()) {
      Column first = lit(FIRST).cast(type());
      return isOriginal ? when(value.leq(start(day)), first).otherwise(value) : first;
    }
    if (validity.filter(its -> its.to().equalsIgnoreCase(name)).isPresent()) {
      Column last = lit(LAST).cast(type());
      Column isLater = value.isNull().or(value.geq(end(day)));
      return isOriginal ? when(isLater, last).otherwise(value) : last;
    }
    return value;
  }

  /** Whether an interval ends with {@code to} has no end. */
  static Column isOpen(Column to) {
    return to.isNull().or(year(to).geq(LAST_YEAR));
  }

  private Column start(Column day) {
    return day.cast(type());
  }

  private Column end(Column day) {
    return date_add(day, 1).cast(type());
  }

  /** DATE or a timestamp, of the session's zone: {@link DimensionRules} has seen to it. */
  private DataType type() {
    String from = input.validity().map(Validity::from).orElse("");
    return Arrays.stream(all.schema().fields())
        .filter(field -> field.name().equalsIgnoreCase(from))
        .map(StructField::dataType)
        .findFirst()
        .orElse(DataTypes.DateType);
  }

  private Column column(String name) {
    return all.col(quoted(name));
  }

  /** The key's columns, in its order. */
  public List<Column> key() {
    return input.key().stream().map(name -> all.col(quoted(name))).toList();
  }
}
