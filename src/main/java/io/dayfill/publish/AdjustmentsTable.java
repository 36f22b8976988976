/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import static io.dayfill.spark.Names.named;
import static io.dayfill.spark.Names.quoted;

import io.dayfill.definition.Adjustments;
import io.dayfill.definition.Corrections;
import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Definition;
import io.dayfill.definition.Layout;
import io.dayfill.definition.Outcome;
import io.dayfill.delta.KernelReader;
import io.dayfill.delta.TableLog;
import io.dayfill.delta.TableState;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The table beside a definition's table that holds the signed rows of corrected days: the table's
 * columns, {@code _sign} and {@code _backfill}, partitioned by the day, append-only. Created by the
 * first correction.
 */
public final class AdjustmentsTable {
  private final Definition definition;
  private final String tablePath;
  private final String path;
  private final Configuration hadoop;

  /** The adjustments of {@code definition}'s table at {@code tablePath}; need not exist. */
  public AdjustmentsTable(Definition definition, String tablePath, Configuration hadoop) {
    this.definition = definition;
    this.tablePath = tablePath;
    this.path = Adjustments.path(tablePath);
    this.hadoop = hadoop;
  }

  String path() {
    return path;
  }

  String name() {
    return Adjustments.table(definition);
  }

  /** The commits of the table. */
  public TableLog log() {
    return new TableLog(path, hadoop);
  }

  /**
   * The table with the files of the days from {@code first} to {@code last}; empty if there is
   * none.
   *
   * @throws DayfillException REFUSED when what lies there are no adjustments of this table
   */
  Optional<TableState> state(String tableId, String dayColumn, LocalDate first, LocalDate last) {
    Optional<TableState> state = new KernelReader(path, hadoop).latest(dayColumn, first, last);
    state.ifPresent(found -> requireOf(tableId, found));
    return state;
  }

  /**
   * Refuses to replace days that have adjustments: they would count for the new rows.
   *
   * @param tableId Delta's id of the table
   */
  void requireNone(String tableId) {
    boolean isThere =
        new KernelReader(path, hadoop)
            .latest()
            .filter(state -> tableId.equals(state.properties().get(Adjustments.OF_TABLE)))
            .filter(state -> !state.files().isEmpty())
            .isPresent();
    if (isThere) {
      throw refused(
          "days of it were corrected by rows of "
              + name()
              + ", which would count for replaced days too: say corrections: adjust again");
    }
  }

  /**
   * The rows that {@code table} and its adjustments are together: the one place that joins both.
   * Days without adjustments are passed through.
   *
   * @param table the table's rows, all or some
   */
  Dataset<Row> joined(SparkSession session, Dataset<Row> table, String dayColumn) {
    Optional<TableState> state = new KernelReader(path, hadoop).latest();
    if (state.isEmpty()) {
      return table;
    }
    String tableId = new KernelReader(tablePath, hadoop).latest().orElseThrow().id();
    requireOf(tableId, state.get());
    Object[] days =
        state.get().files().stream()
            .flatMap(file -> file.partition(dayColumn).stream())
            .distinct()
            .map(LocalDate::parse)
            .toArray();
    if (days.length == 0) {
      return table;
    }
    Column adjusted = named(dayColumn).isin(days);
    Dataset<Row> adjustments =
        session.read().format("delta").option("versionAsOf", state.get().version()).load(path);
    return table
        .where(functions.not(adjusted))
        .unionAll(SignedRows.joined(table.where(adjusted), adjustments));
  }

  /**
   * Sees that the table is there and has the columns {@code columns}; those that the table has got
   * since are added.
   *
   * @param tableId Delta's id of the table whose days are corrected
   */
  void prepare(SparkSession session, StructType columns, String tableId) {
    requireComparable(columns);
    target(tableId).createIfAbsent(session, withSign(columns));
    TableState state = new KernelReader(path, hadoop).latest().orElseThrow();
    requireOf(tableId, state);
    StructType present = target(tableId).schema(session);
    for (StructField field : columns.fields()) {
      Optional<StructField> known =
          Arrays.stream(present.fields())
              .filter(its -> its.name().equalsIgnoreCase(field.name()))
              .findFirst();
      if (known.isEmpty()) {
        session.sql(
            "ALTER TABLE delta."
                + quoted(path)
                + " ADD COLUMNS ("
                + quoted(field.name())
                + " "
                + field.dataType().sql()
                + ")");
      } else if (!known.get().dataType().equals(field.dataType())) {
        throw refused(
            "the column '"
                + field.name()
                + "' is "
                + field.dataType().sql()
                + " in the table and "
                + known.get().dataType().sql()
                + " in "
                + name()
                + ": give it the same type there (ALTER TABLE)");
      }
    }
  }

  /** {@code signed} with the columns of this table in its order. */
  Dataset<Row> conform(Dataset<Row> signed, SparkSession session) {
    Column[] columns =
        Arrays.stream(target("").schema(session).fieldNames())
            .map(name -> named(name))
            .toArray(Column[]::new);
    return signed.select(columns);
  }

  private TargetTable target(String tableId) {
    Definition signed =
        new Definition(
            name(),
            Adjustments.location(definition),
            Optional.empty(),
            definition.dayColumn(),
            Layout.PARTITIONED,
            Corrections.ADJUST,
            definition.timeZone(),
            definition.dayOffset(),
            0,
            definition.inputs(),
            definition.history(),
            definition.sql(),
            List.of(),
            List.of(),
            List.of());
    return new TargetTable(signed, path, hadoop, Map.of(Adjustments.OF_TABLE, tableId));
  }

  private StructType withSign(StructType columns) {
    StructType all = new StructType();
    for (StructField field : columns.fields()) {
      if (List.of(Adjustments.SIGN, Adjustments.BACKFILL).contains(field.name())) {
        throw refused("it has a column '" + field.name() + "', which corrections: adjust needs");
      }
      all = all.add(field.name(), field.dataType(), true);
    }
    return all.add(Adjustments.SIGN, DataTypes.IntegerType, false)
        .add(Adjustments.BACKFILL, DataTypes.StringType, false);
  }

  /** Rows are told apart by all their columns, so these must be comparable. */
  private void requireComparable(StructType columns) {
    for (StructField field : columns.fields()) {
      String type = field.dataType().sql();
      if (type.contains("MAP<") || type.contains("VARIANT") || type.contains("COLLATE")) {
        throw refused(
            "the column '"
                + field.name()
                + "' is "
                + type
                + ", by which rows cannot be told apart: use another type, or corrections: replace");
      }
    }
  }

  private void requireOf(String tableId, TableState state) {
    if (!tableId.equals(state.properties().get(Adjustments.OF_TABLE))) {
      throw refused(
          name()
              + " at "
              + path
              + " does not belong to the table (to one of that name that was dropped?): move it away");
    }
  }

  private DayfillException refused(String reason) {
    return new DayfillException(Outcome.REFUSED, definition.table() + " refused: " + reason);
  }
}
