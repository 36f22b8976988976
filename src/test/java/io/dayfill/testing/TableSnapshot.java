/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.testing;

import io.dayfill.delta.FileEntry;
import io.dayfill.delta.KernelReader;
import io.dayfill.delta.TableState;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;

/**
 * What a table holds at one moment, read by Kernel and so by another reader than dayfill's: its
 * version, each day's rows as text, and each day's files where the table is partitioned by the day.
 */
public record TableSnapshot(
    long version, Map<LocalDate, Set<String>> rows, Map<LocalDate, Set<String>> files) {
  static final String DAY = "order_date";

  /** The table at {@code path} now. */
  public static TableSnapshot of(Path path) {
    TableState state =
        new KernelReader(path.toString(), new Configuration())
            .latest()
            .orElseThrow(() -> new AssertionError("no table at " + path));
    Map<LocalDate, Set<String>> files = new TreeMap<>();
    for (FileEntry file : state.files()) {
      file.partition(DAY)
          .map(LocalDate::parse)
          .ifPresent(day -> files.computeIfAbsent(day, any -> new TreeSet<>()).add(file.path()));
    }
    return new TableSnapshot(state.version(), rows(path, state.version()), files);
  }

  private static Map<LocalDate, Set<String>> rows(Path path, long version) {
    Map<LocalDate, Set<String>> rows = new TreeMap<>();
    List<Map<String, String>> all = new TableRows(path).read(version);
    for (Map<String, String> row : all) {
      LocalDate day = LocalDate.parse(row.get(DAY));
      if (!rows.computeIfAbsent(day, any -> new TreeSet<>()).add(row.toString())) {
        throw new AssertionError(path + " holds a row twice: " + row);
      }
    }
    return rows;
  }
}
