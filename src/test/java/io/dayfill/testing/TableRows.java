/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.testing;

import io.delta.kernel.Scan;
import io.delta.kernel.Snapshot;
import io.delta.kernel.Table;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.data.ScanStateRow;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;

/** Reads a table's rows with Delta Kernel: no session, no job, and no code that is under test. */
final class TableRows {
  private final Engine engine = DefaultEngine.create(new Configuration());
  private final Path path;

  TableRows(Path path) {
    this.path = path;
  }

  /** The rows of {@code version}: values as text by column name. */
  List<Map<String, String>> read(long version) {
    Snapshot snapshot =
        Table.forPath(engine, path.toString()).getSnapshotAsOfVersion(engine, version);
    Scan scan = snapshot.getScanBuilder().build();
    Row state = scan.getScanState(engine);
    List<Map<String, String>> rows = new ArrayList<>();
    try (CloseableIterator<FilteredColumnarBatch> batches = scan.getScanFiles(engine)) {
      while (batches.hasNext()) {
        try (CloseableIterator<Row> files = batches.next().getRows()) {
          while (files.hasNext()) {
            readFile(state, files.next(), rows);
          }
        }
      }
      return rows;
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private void readFile(Row state, Row file, List<Map<String, String>> rows) throws IOException {
    FileStatus status = InternalScanFileUtils.getAddFileStatus(file);
    StructType physical = ScanStateRow.getPhysicalDataReadSchema(state);
    try (CloseableIterator<ColumnarBatch> data =
            engine
                .getParquetHandler()
                .readParquetFiles(singleton(status), physical, Optional.empty())
                .map(io.delta.kernel.engine.FileReadResult::getData);
        CloseableIterator<FilteredColumnarBatch> logical =
            Scan.transformPhysicalData(engine, state, file, data)) {
      while (logical.hasNext()) {
        add(logical.next(), rows);
      }
    }
  }

  private static CloseableIterator<FileStatus> singleton(FileStatus file) {
    return io.delta.kernel.internal.util.Utils.singletonCloseableIterator(file);
  }

  private static void add(FilteredColumnarBatch batch, List<Map<String, String>> rows) {
    ColumnarBatch data = batch.getData();
    Optional<ColumnVector> selected = batch.getSelectionVector();
    for (int row = 0; row < data.getSize(); row++) {
      int position = row;
      if (selected.map(vector -> vector.getBoolean(position)).orElse(true)) {
        Map<String, String> values = new TreeMap<>();
        for (int column = 0; column < data.getSchema().length(); column++) {
          values.put(
              data.getSchema().at(column).getName(), text(data.getColumnVector(column), row));
        }
        rows.add(values);
      }
    }
  }

  private static String text(ColumnVector column, int row) {
    DataType type = column.getDataType();
    if (column.isNullAt(row)) {
      return "null";
    }
    if (type instanceof LongType) {
      return String.valueOf(column.getLong(row));
    }
    if (type instanceof DecimalType) {
      return column.getDecimal(row).toPlainString();
    }
    if (type instanceof DateType) {
      return LocalDate.ofEpochDay(column.getInt(row)).toString();
    }
    if (type instanceof TimestampType) {
      return Instant.EPOCH.plus(column.getLong(row), ChronoUnit.MICROS).toString();
    }
    if (type instanceof StringType) {
      return column.getString(row);
    }
    throw new AssertionError("a column of type " + type);
  }
}
