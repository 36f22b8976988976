/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.delta;

import static io.delta.kernel.internal.util.Utils.singletonCloseableIterator;
import static io.delta.kernel.internal.util.Utils.toCloseableIterator;

import com.fasterxml.jackson.databind.JsonNode;
import io.delta.kernel.DataWriteContext;
import io.delta.kernel.Operation;
import io.delta.kernel.Scan;
import io.delta.kernel.Snapshot;
import io.delta.kernel.Table;
import io.delta.kernel.Transaction;
import io.delta.kernel.TransactionBuilder;
import io.delta.kernel.TransactionCommitResult;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.defaults.internal.data.vector.DefaultGenericVector;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.exceptions.ConcurrentTransactionException;
import io.delta.kernel.exceptions.ConcurrentWriteException;
import io.delta.kernel.exceptions.TableAlreadyExistsException;
import io.delta.kernel.exceptions.TableNotFoundException;
import io.delta.kernel.hook.PostCommitHook;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.SnapshotImpl;
import io.delta.kernel.internal.data.ScanStateRow;
import io.delta.kernel.internal.types.DataTypeJsonSerDe;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterable;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.DataFileStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;

/**
 * A small table whose rows come and go as JSON, in plain Java with Delta Kernel: no session, no
 * job. Appends are blind: several writers at once all get their rows in. Thread-safe.
 */
public final class KernelRows {
  private static final int CREATE_ATTEMPTS = 3;

  private final String tablePath;
  private final TableLog log;
  private final Engine engine;

  /** The table at {@code tablePath}, which need not exist. */
  public KernelRows(String tablePath, Configuration hadoop) {
    this.tablePath = tablePath;
    this.log = new TableLog(tablePath, hadoop);
    this.engine = DefaultEngine.create(hadoop);
  }

  /** The table's columns and properties; empty if there is no table. */
  public Optional<Shape> shape() {
    return snapshot()
        .map(
            now ->
                new Shape(
                    now.getVersion(),
                    now.getSchema().fieldNames(),
                    ((SnapshotImpl) now).getMetadata().getConfiguration()));
  }

  /**
   * A table's shape.
   *
   * @param version the newest version
   * @param columns names of the columns
   * @param properties the table's properties
   */
  public record Shape(long version, List<String> columns, Map<String, String> properties) {
    public Shape {
      columns = List.copyOf(columns);
      properties = Map.copyOf(properties);
    }
  }

  /**
   * All rows, in no order; none if there is no table.
   *
   * @throws IllegalStateException when the kernel that is here reads no rows
   */
  public List<JsonNode> read() {
    List<JsonNode> rows = new ArrayList<>();
    try {
      snapshot().ifPresent(now -> read(now, rows));
    } catch (LinkageError older) {
      throw new IllegalStateException("this Delta kernel is too old: it needs 4.1 or later", older);
    }
    return rows;
  }

  /**
   * Adds {@code rows} in one commit and creates the table if there is none.
   *
   * @param rows one JSON object each; what the table has no column for is left out
   * @param schema the columns of a new table, in Delta's JSON
   * @param properties the properties of a new table
   * @param writer what the table's history is to call the writer
   */
  public void append(
      List<String> rows, String schema, Map<String, String> properties, String writer) {
    append(rows, schema, properties, writer, Optional.empty());
  }

  /**
   * As {@link #append}, unless {@code once} is in the table already.
   *
   * @return whether the rows are in
   */
  public boolean appendOnce(
      List<String> rows, String schema, Map<String, String> properties, String writer, Once once) {
    try {
      append(rows, schema, properties, writer, Optional.of(once));
      return true;
    } catch (ConcurrentTransactionException another) {
      return false;
    }
  }

  /** Delta's identifier of what may be written once: later versions replace earlier ones. */
  public record Once(String application, long version) {}

  /** The newest version of {@code application} that is in the table. */
  public OptionalLong lastOnce(String application) {
    return snapshot()
        .flatMap(now -> now.getLatestTransactionVersion(engine, application))
        .map(OptionalLong::of)
        .orElse(OptionalLong.empty());
  }

  private void append(
      List<String> rows,
      String schema,
      Map<String, String> properties,
      String writer,
      Optional<Once> once) {
    for (int attempt = 1; ; attempt++) {
      try {
        tryAppend(rows, schema, properties, writer, once);
        return;
      } catch (ConcurrentTransactionException another) {
        throw another;
      } catch (TableAlreadyExistsException | ConcurrentWriteException lost) {
        if (attempt == CREATE_ATTEMPTS) {
          throw lost;
        }
      } catch (IOException unwritable) {
        throw new UncheckedIOException(unwritable);
      }
    }
  }

  private void tryAppend(
      List<String> rows,
      String schema,
      Map<String, String> properties,
      String writer,
      Optional<Once> once)
      throws IOException {
    boolean isNew = snapshot().isEmpty();
    TransactionBuilder builder =
        Table.forPath(engine, tablePath)
            .createTransactionBuilder(
                engine, writer, isNew ? Operation.CREATE_TABLE : Operation.WRITE);
    if (isNew) {
      builder =
          builder
              .withSchema(engine, DataTypeJsonSerDe.deserializeStructType(schema))
              .withTableProperties(engine, properties);
    }
    if (once.isPresent()) {
      builder = builder.withTransactionId(engine, once.get().application(), once.get().version());
    }
    Transaction transaction = builder.build(engine);
    TransactionCommitResult committed =
        transaction.commit(
            engine,
            CloseableIterable.inMemoryIterable(
                files(transaction, batch(rows, transaction.getSchema(engine)))));
    for (PostCommitHook hook : committed.getPostCommitHooks()) {
      hook.threadSafeInvoke(engine);
    }
  }

  private FilteredColumnarBatch batch(List<String> rows, StructType schema) {
    ColumnarBatch parsed =
        engine
            .getJsonHandler()
            .parseJson(
                DefaultGenericVector.fromArray(StringType.STRING, rows.toArray()),
                schema,
                Optional.empty());
    return new FilteredColumnarBatch(parsed, Optional.empty());
  }

  private CloseableIterator<Row> files(Transaction transaction, FilteredColumnarBatch rows)
      throws IOException {
    Row state = transaction.getTransactionState(engine);
    CloseableIterator<FilteredColumnarBatch> physical =
        Transaction.transformLogicalData(
            engine, state, toCloseableIterator(List.of(rows).iterator()), Map.of());
    DataWriteContext context = Transaction.getWriteContext(engine, state, Map.of());
    CloseableIterator<DataFileStatus> written =
        engine
            .getParquetHandler()
            .writeParquetFiles(
                context.getTargetDirectory(), physical, context.getStatisticsColumns());
    return Transaction.generateAppendActions(engine, state, written, context);
  }

  private void read(Snapshot now, List<JsonNode> rows) {
    Scan scan = now.getScanBuilder().build();
    Row state = scan.getScanState(engine);
    try (CloseableIterator<FilteredColumnarBatch> batches = scan.getScanFiles(engine)) {
      while (batches.hasNext()) {
        try (CloseableIterator<Row> files = batches.next().getRows()) {
          while (files.hasNext()) {
            read(state, files.next(), rows);
          }
        }
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Without partitions and column mapping the files have the table's own columns. */
  private void read(Row state, Row file, List<JsonNode> rows) throws IOException {
    CloseableIterator<ColumnarBatch> physical =
        engine
            .getParquetHandler()
            .readParquetFiles(
                singletonCloseableIterator(InternalScanFileUtils.getAddFileStatus(file)),
                ScanStateRow.getLogicalSchema(state),
                Optional.empty())
            .map(FileReadResult::getData);
    try (CloseableIterator<FilteredColumnarBatch> batches =
        Scan.transformPhysicalData(engine, state, file, physical)) {
      while (batches.hasNext()) {
        try (CloseableIterator<Row> found = batches.next().getRows()) {
          while (found.hasNext()) {
            rows.add(RowJson.of(found.next()));
          }
        }
      }
    }
  }

  private Optional<Snapshot> snapshot() {
    if (log.versions().isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Table.forPath(engine, tablePath).getLatestSnapshot(engine));
    } catch (TableNotFoundException none) {
      return Optional.empty();
    }
  }
}
