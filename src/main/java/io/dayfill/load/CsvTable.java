/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.load;

import static io.dayfill.spark.Names.named;
import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.monotonically_increasing_id;
import static org.apache.spark.sql.functions.raise_error;
import static org.apache.spark.sql.functions.when;

import io.dayfill.definition.ColumnType;
import io.dayfill.definition.FilesInput;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * The records of one or several files of an input with the same header: read by Spark as text in
 * the header's order, converted by {@link StrictText}. A bad line never becomes a row.
 */
final class CsvTable {
  /** What {@link #strict} raises; the day is then read again to name the bad lines. */
  static final String BAD_LINE = "dayfill: bad line";

  private static final String RECORD = "_dayfill_record";
  private static final String CORRUPT = "_dayfill_corrupt";
  private static final String TEXT = "_dayfill_text_";

  private final FilesInput input;
  private final List<SourceFile> files;
  private final LocalClock clock;

  CsvTable(FilesInput input, List<SourceFile> files, LocalClock clock) {
    this.input = input;
    this.files = List.copyOf(files);
    this.clock = clock;
  }

  /**
   * The good records, one row each, with the input's columns; bad ones are left out, to be counted
   * by the caller.
   */
  Dataset<Row> good(SparkSession spark) {
    return typed(converted(spark).where(isGood()));
  }

  /** As {@link #good}, but a bad record fails the job that meets it with {@link #BAD_LINE}. */
  Dataset<Row> strict(SparkSession spark) {
    Column checked =
        when(isGood(), lit(true)).otherwise(raise_error(lit(BAD_LINE)).cast("boolean"));
    return typed(converted(spark).where(checked));
  }

  /**
   * All records, bad ones too, with null where a field is bad: only for looking at what went wrong.
   */
  Dataset<Row> lenient(SparkSession spark) {
    List<Column> columns = new ArrayList<>();
    input
        .columns()
        .forEach(
            column -> columns.add(when(isGood(column), named(column.name())).as(column.name())));
    return converted(spark).select(columns.toArray(new Column[0]));
  }

  /**
   * The bad records of files that are read in one piece: {@code record} (from 0), {@code corrupt}
   * (whether its number of fields is wrong), and an array with the text of every bad field, null
   * where the field is good or absent, beside an array that tells which are bad.
   */
  Dataset<Row> bad(SparkSession spark) {
    Column[] texts =
        input.columns().stream().map(column -> col(TEXT + column.name())).toArray(Column[]::new);
    Column[] bad =
        input.columns().stream()
            .map(column -> isGood(column).equalTo(false))
            .toArray(Column[]::new);
    return converted(spark)
        .where(isGood().equalTo(false))
        .select(
            col(RECORD).as("record"),
            col(CORRUPT).isNotNull().as("corrupt"),
            array(texts).as("texts"),
            array(bad).as("bad"));
  }

  private Dataset<Row> converted(SparkSession spark) {
    List<Column> columns = new ArrayList<>();
    columns.add(monotonically_increasing_id().as(RECORD));
    columns.add(col(CORRUPT));
    for (io.dayfill.definition.Column column : input.columns()) {
      Column text = named(column.name());
      columns.add(text.as(TEXT + column.name()));
      columns.add(new StrictText(column, clock).value(text).as(column.name()));
    }
    return raw(spark).select(columns.toArray(new Column[0]));
  }

  private Dataset<Row> raw(SparkSession spark) {
    StructType schema = new StructType();
    for (String name : files.get(0).header()) {
      schema = schema.add(name, DataTypes.StringType);
    }
    CsvShape shape = files.get(0).shape();
    DataFrameReader reader = spark.read();
    if (files.get(0).spansLines()) {
      // Only told what ends a record does Spark leave the line breaks inside quotes as they are.
      reader = reader.option("multiLine", true).option("lineSep", shape.lineEnd().text());
    }
    return reader
        .schema(schema.add(CORRUPT, DataTypes.StringType))
        .option("header", true)
        .option("enforceSchema", true)
        .option("mode", "PERMISSIVE")
        .option("columnNameOfCorruptRecord", CORRUPT)
        .option("encoding", "UTF-8")
        .option("sep", ",")
        .option("quote", "\"")
        .option("escape", "\"")
        .option("nullValue", "")
        .option("emptyValue", "")
        .option("ignoreLeadingWhiteSpace", false)
        .option("ignoreTrailingWhiteSpace", false)
        .option("maxColumns", shape.mostFields())
        .option("__globPaths__", false)
        .csv(files.stream().map(SourceFile::path).toArray(String[]::new));
  }

  private Column isGood() {
    Column good = col(CORRUPT).isNull();
    for (io.dayfill.definition.Column column : input.columns()) {
      good = good.and(isGood(column));
    }
    return good;
  }

  private Column isGood(io.dayfill.definition.Column column) {
    return new StrictText(column, clock).isGood(col(TEXT + column.name()), named(column.name()));
  }

  /**
   * The converted columns; those that every line has are marked as never null, and so become NOT
   * NULL.
   */
  private Dataset<Row> typed(Dataset<Row> converted) {
    List<Column> columns = new ArrayList<>();
    for (io.dayfill.definition.Column column : input.columns()) {
      Column value = named(column.name());
      columns.add(
          (column.required() ? coalesce(value, neverUsed(column)) : value).as(column.name()));
    }
    return converted.select(columns.toArray(new Column[0]));
  }

  private static Column neverUsed(io.dayfill.definition.Column column) {
    ColumnType.Kind kind = column.type().kind();
    String text =
        switch (kind) {
          case STRING -> "";
          case BOOLEAN -> "false";
          case DATE, TIMESTAMP, TIMESTAMP_NTZ -> "1970-01-01";
          default -> "0";
        };
    return lit(text).cast(column.type().sql());
  }
}
