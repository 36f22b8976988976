/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import static io.dayfill.spark.Names.named;

import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Definition;
import io.dayfill.definition.Layout;
import io.dayfill.definition.Outcome;
import io.dayfill.delta.TableLog;
import io.dayfill.delta.TableState;
import io.delta.tables.DeltaTable;
import io.delta.tables.DeltaTableBuilder;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The table that a definition fills, as it is: its path, columns and partitioning. Created if there
 * is none; only {@link NewColumns} ever alters it.
 */
public final class TargetTable {
  /** How long a driver that is creating the table is waited for. */
  private static final RetryConfig UNTIL_THERE =
      RetryConfig.<Boolean>custom()
          .maxAttempts(10)
          .waitDuration(Duration.ofMillis(200))
          .retryOnResult(there -> !there)
          .build();

  private static final String BAD_NAME = "DELTA_INVALID_CHARACTERS_IN_COLUMN_NAMES";

  private final Definition definition;
  private final String path;
  private final Configuration hadoop;
  private final Map<String, String> properties;

  /** The table of {@code definition} at {@code path}, a path or URI that Hadoop understands. */
  public TargetTable(Definition definition, String path, Configuration hadoop) {
    this(definition, path, hadoop, Map.of());
  }

  /** As above; {@code properties} are given to the table when it is created. */
  TargetTable(
      Definition definition, String path, Configuration hadoop, Map<String, String> properties) {
    this.definition = definition;
    this.path = path;
    this.hadoop = hadoop;
    this.properties = Map.copyOf(properties);
  }

  /** The table's name, as the definition has it. */
  String name() {
    return definition.table();
  }

  /** Where the table lies. */
  public String path() {
    return path;
  }

  /** The commits of the table. */
  public TableLog log() {
    return new TableLog(path, hadoop);
  }

  /** Whether the table is there. */
  public boolean exists() {
    return log().latestVersion().isPresent();
  }

  /**
   * Creates the table with the columns of {@code rows} if there is none; when two do so at once,
   * one wins and the other uses the winner's.
   */
  public void createIfAbsent(SparkSession session, StructType rows) {
    if (exists()) {
      return;
    }
    try {
      create(session, rows);
    } catch (Exception failure) {
      if (isTaken(failure)) {
        createWhereFilesAre(session, rows);
      } else if (!exists()) {
        refuseBadName(failure);
        throw failure;
      }
    }
  }

  /** Puts Delta's refusal of a column's name into the operator's words. */
  void refuseBadName(Exception failure) {
    if (failure instanceof SparkThrowable known && BAD_NAME.equals(known.getCondition())) {
      throw refused(
          "a Delta table cannot have the column "
              + known.getMessageParameters().getOrDefault("invalidColumnNames", "").strip()
              + ": blanks and any of ,;{}()= in a name need column mapping; give it another name in sql");
    }
  }

  /**
   * Whether Delta took a folder that is not empty for the table, created nothing and missed it
   * then.
   */
  private boolean isTaken(Exception failure) {
    // Spark's Scala code throws this checked exception without declaring it.
    return failure instanceof AnalysisException && !exists() && holdsFiles(new Path(path));
  }

  /**
   * Another driver may be about to commit the table, or was killed then and left an empty log
   * behind.
   */
  private void createWhereFilesAre(SparkSession session, StructType rows) {
    if (Retry.of(path, UNTIL_THERE).executeSupplier(this::exists)) {
      return;
    }
    removeEmpty(new Path(path, "_delta_log"));
    try {
      create(session, rows);
    } catch (Exception failure) {
      if (isTaken(failure)) {
        throw refused(
            "the folder "
                + path
                + " holds files but no Delta table: empty it, or give the definition another location");
      }
      if (!exists()) {
        throw failure;
      }
    }
  }

  /** Leaves every folder alone that holds a file. */
  private void removeEmpty(Path folder) {
    try {
      FileSystem fileSystem = folder.getFileSystem(hadoop);
      if (!fileSystem.exists(folder)) {
        return;
      }
      for (FileStatus found : fileSystem.listStatus(folder)) {
        if (found.isDirectory()) {
          removeEmpty(found.getPath());
        }
      }
      if (!holdsFiles(folder)) {
        fileSystem.delete(folder, false);
      }
    } catch (IOException unremovable) {
      throw new UncheckedIOException(unremovable);
    }
  }

  private boolean holdsFiles(Path folder) {
    try {
      FileSystem fileSystem = folder.getFileSystem(hadoop);
      return fileSystem.exists(folder) && fileSystem.listStatus(folder).length > 0;
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private void create(SparkSession session, StructType rows) {
    DeltaTableBuilder table =
        DeltaTable.createIfNotExists(session).location(path).addColumns(created(rows));
    if (definition.layout() == Layout.PARTITIONED) {
      table = table.partitionedBy(definition.dayColumn());
    }
    if (definition.adjusts()) {
      table = table.property("delta.appendOnly", "true");
    }
    for (Map.Entry<String, String> property : properties.entrySet()) {
      table = table.property(property.getKey(), property.getValue());
    }
    table
        .property("delta.logRetentionDuration", "interval 365 days")
        .property("delta.checkpointInterval", "100")
        .property("delta.enableDeletionVectors", "false")
        .execute();
  }

  /** The table's columns now. */
  public StructType schema(SparkSession session) {
    return read(session).schema();
  }

  /** The table's rows now. */
  public Dataset<Row> read(SparkSession session) {
    return session.read().format("delta").load(path);
  }

  /** The rows that the table's days are now: with what corrects them, where that lies beside it. */
  public Dataset<Row> effective(SparkSession session) {
    Dataset<Row> rows = read(session);
    return definition.adjusts()
        ? new AdjustmentsTable(definition, path, hadoop)
            .joined(session, rows, dayColumn(rows.schema()))
        : rows;
  }

  /** The table's rows of {@code version}. */
  public Dataset<Row> read(SparkSession session, long version) {
    return session.read().format("delta").option("versionAsOf", version).load(path);
  }

  /**
   * {@code rows} with exactly the columns of the table whose columns are {@code table}: its names,
   * order and types.
   *
   * @throws DayfillException REFUSED when the SQL gives other columns or types than the table has
   */
  public Dataset<Row> conform(Dataset<Row> rows, StructType table) {
    StructType given = rows.schema();
    requireGiven(given, table);
    requireKnown(given, table);
    Column[] columns =
        Arrays.stream(table.fields())
            .map(field -> named(given(given, field).name()).as(field.name()))
            .toArray(Column[]::new);
    return rows.select(columns);
  }

  /**
   * Refuses SQL that does not give every column of the table with its type.
   *
   * @param given the columns of the SQL
   * @param table the columns of the table
   */
  void requireGiven(StructType given, StructType table) {
    for (StructField field : table.fields()) {
      StructField source = given(given, field);
      if (!source.dataType().equals(field.dataType())) {
        throw refused(
            "the column '"
                + field.name()
                + "' is "
                + field.dataType().sql()
                + " in the table and "
                + source.dataType().sql()
                + " in the SQL: cast it in sql; a column's type is never changed by a run");
      }
    }
  }

  private StructField given(StructType given, StructField field) {
    return find(given, field.name())
        .orElseThrow(
            () ->
                refused(
                    "the table has the column '"
                        + field.name()
                        + "' that the SQL does not give: give it in sql (if it is called otherwise now: AS "
                        + field.name()
                        + "; if it is to be empty: CAST(NULL AS "
                        + field.dataType().sql()
                        + ") AS "
                        + field.name()
                        + "), or fill a table of another name"));
  }

  private void requireKnown(StructType given, StructType table) {
    for (StructField source : given.fields()) {
      if (find(table, source.name()).isEmpty()) {
        throw refused(
            "the SQL gives the column '"
                + source.name()
                + "' that the table does not have: say --evolve to add it to the table, or leave it out of sql");
      }
    }
  }

  /** The table's own name of the day column, which may differ in case from the definition's. */
  public String dayColumn(StructType table) {
    return find(table, definition.dayColumn())
        .map(StructField::name)
        .orElseThrow(this::withoutDayColumn);
  }

  /**
   * The day column's own name in the table as it stands.
   *
   * @throws DayfillException REFUSED when the table has none
   */
  String dayColumn(TableState now) {
    return now.columns().stream()
        .map(TableState.TableColumn::name)
        .filter(definition.dayColumn()::equalsIgnoreCase)
        .findFirst()
        .orElseThrow(this::withoutDayColumn);
  }

  private DayfillException withoutDayColumn() {
    return refused("the table has no column '" + definition.dayColumn() + "'");
  }

  /**
   * Refuses a table whose layout is not the definition's.
   *
   * @param partitionColumns the table's partition columns
   */
  public void requireLayout(List<String> partitionColumns) {
    boolean byDay = partitionColumns.stream().anyMatch(definition.dayColumn()::equalsIgnoreCase);
    if (byDay != (definition.layout() == Layout.PARTITIONED)) {
      String is =
          partitionColumns.isEmpty()
              ? "not partitioned"
              : "partitioned by " + String.join(", ", partitionColumns);
      throw refused(
          "the table at "
              + path
              + " is "
              + is
              + ", the definition says layout: "
              + definition.layout().word()
              + "; correct layout, or give the definition a table of its own");
    }
  }

  private StructType created(StructType rows) {
    StructType created = new StructType();
    for (StructField field : rows.fields()) {
      boolean needed =
          field.name().equalsIgnoreCase(definition.dayColumn())
              || definition.key().contains(field.name());
      created = created.add(field.name(), field.dataType(), field.nullable() && !needed);
    }
    return created;
  }

  private DayfillException refused(String reason) {
    return new DayfillException(Outcome.REFUSED, definition.table() + " refused: " + reason);
  }

  static Optional<StructField> find(StructType columns, String name) {
    return Arrays.stream(columns.fields())
        .filter(field -> field.name().equals(name))
        .findFirst()
        .or(
            () ->
                Arrays.stream(columns.fields())
                    .filter(field -> field.name().equalsIgnoreCase(name))
                    .findFirst());
  }
}
