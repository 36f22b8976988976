/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.delta;

import io.dayfill.delta.TableState.TableColumn;
import io.delta.kernel.Scan;
import io.delta.kernel.ScanBuilder;
import io.delta.kernel.Snapshot;
import io.delta.kernel.Table;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.defaults.internal.json.JsonUtils;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.exceptions.TableNotFoundException;
import io.delta.kernel.expressions.And;
import io.delta.kernel.expressions.Column;
import io.delta.kernel.expressions.Literal;
import io.delta.kernel.expressions.Predicate;
import io.delta.kernel.internal.ScanImpl;
import io.delta.kernel.internal.SnapshotImpl;
import io.delta.kernel.internal.actions.Metadata;
import io.delta.kernel.utils.CloseableIterator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** Reads a table's state with Delta Kernel, in plain Java: no session, no job. Thread-safe. */
public final class KernelReader {
  private static final String IDENTITY = "delta.identity.start";

  private final String tablePath;
  private final TableLog log;
  private final Engine engine;

  /** A reader of the table at {@code tablePath}. */
  public KernelReader(String tablePath, Configuration hadoop) {
    this.tablePath = tablePath;
    this.log = new TableLog(tablePath, hadoop);
    this.engine = DefaultEngine.create(hadoop);
  }

  /** The table as it is now with all its files; empty if there is none. */
  public Optional<TableState> latest() {
    return snapshot().map(snapshot -> state(snapshot, snapshot.getScanBuilder()));
  }

  /**
   * The table as it is now with the files of the days from {@code first} to {@code last}, both
   * included.
   *
   * @param dayColumn the day column's name in any case; if the table has none of it, all files
   */
  public Optional<TableState> latest(String dayColumn, LocalDate first, LocalDate last) {
    return snapshot().map(snapshot -> state(snapshot, dayColumn, first, last));
  }

  /**
   * The table as it was at {@code version} with all its files.
   *
   * @throws RuntimeException when that version cannot be told any more
   */
  public TableState at(long version) {
    Snapshot then = Table.forPath(engine, tablePath).getSnapshotAsOfVersion(engine, version);
    return state(then, then.getScanBuilder());
  }

  /**
   * The table as it was at {@code version} with the files of the days from {@code first} to {@code
   * last}, both included.
   *
   * @throws RuntimeException when that version cannot be told any more
   */
  public TableState at(long version, String dayColumn, LocalDate first, LocalDate last) {
    Snapshot then = Table.forPath(engine, tablePath).getSnapshotAsOfVersion(engine, version);
    return state(then, dayColumn, first, last);
  }

  private TableState state(Snapshot snapshot, String dayColumn, LocalDate first, LocalDate last) {
    ScanBuilder all = snapshot.getScanBuilder();
    return snapshot.getSchema().fieldNames().stream()
        .filter(dayColumn::equalsIgnoreCase)
        .findFirst()
        .map(its -> new And(compare(">=", its, first), compare("<=", its, last)))
        .map(days -> state(snapshot, all.withFilter(days)))
        .orElseGet(() -> state(snapshot, all));
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

  private TableState state(Snapshot snapshot, ScanBuilder scan) {
    Metadata metadata = ((SnapshotImpl) snapshot).getMetadata();
    return new TableState(
        metadata.getId(),
        snapshot.getVersion(),
        snapshot.getSchema().fields().stream()
            .map(
                field ->
                    new TableColumn(
                        field.getName(),
                        field.getDataType().toString(),
                        field.isNullable(),
                        field.getMetadata().contains(IDENTITY)))
            .toList(),
        snapshot.getPartitionColumnNames(),
        metadata.getConfiguration(),
        files(scan.build()));
  }

  private List<FileEntry> files(Scan scan) {
    List<FileEntry> files = new ArrayList<>();
    try (CloseableIterator<FilteredColumnarBatch> batches = statistics(scan)) {
      while (batches.hasNext()) {
        try (CloseableIterator<Row> rows = batches.next().getRows()) {
          while (rows.hasNext()) {
            files.add(
                FileEntry.of("add", LogJson.read(JsonUtils.rowToJson(rows.next())).get("add")));
          }
        }
      }
      return files;
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Files with their statistics; what Delta 4.0's kernel has too. */
  private CloseableIterator<FilteredColumnarBatch> statistics(Scan scan) {
    return ((ScanImpl) scan).getScanFiles(engine, true);
  }

  private static Predicate compare(String operator, String column, LocalDate day) {
    return new Predicate(operator, new Column(column), Literal.ofDate((int) day.toEpochDay()));
  }
}
