/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.countDistinct;
import static org.apache.spark.sql.functions.lit;

import io.dayfill.definition.Definition;
import io.dayfill.definition.Project;
import io.dayfill.delta.FileEntry;
import io.dayfill.delta.TableState;
import io.dayfill.plan.TablePast;
import io.dayfill.publish.TargetTable;
import io.dayfill.spark.Sessions;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Row;

/**
 * Counts a table's days and rows: from its files' statistics where they tell, by a query otherwise.
 */
final class TotalsReader {
  private TotalsReader() {}

  /** From the statistics of the table's files; empty where they do not tell the days. */
  private static Optional<TableTotals> fromFiles(TableState state, Definition definition) {
    Optional<String> dayColumn =
        state.partitionColumns().stream()
            .filter(definition.dayColumn()::equalsIgnoreCase)
            .findFirst();
    List<FileEntry> files = state.files();
    if (dayColumn.isEmpty() || files.stream().anyMatch(file -> file.rows().isEmpty())) {
      return Optional.empty();
    }
    List<FileEntry> filled = files.stream().filter(file -> file.rows().orElseThrow() > 0).toList();
    long days = filled.stream().map(file -> file.partition(dayColumn.get())).distinct().count();
    return Optional.of(
        new TableTotals(days, filled.stream().mapToLong(file -> file.rows().orElseThrow()).sum()));
  }

  /**
   * What the table holds in the state {@code now}, with what corrects it beside it; empty where
   * files and commits do not tell.
   */
  static Optional<TableTotals> now(
      Project project, Definition definition, Configuration hadoop, TableState now) {
    return definition.adjusts()
        ? fromPast(Planning.past(project, definition, hadoop))
        : fromFiles(now, definition);
  }

  private static Optional<TableTotals> fromPast(TablePast past) {
    List<OptionalLong> rows = past.days().stream().map(past::rows).toList();
    if (rows.stream().anyMatch(OptionalLong::isEmpty)) {
      return Optional.empty();
    }
    List<Long> filled = rows.stream().map(OptionalLong::getAsLong).filter(n -> n > 0).toList();
    return Optional.of(
        new TableTotals(filled.size(), filled.stream().mapToLong(Long::longValue).sum()));
  }

  /** From the table's rows. */
  static TableTotals query(TargetTable table, Sessions sessions, Definition definition) {
    Row row =
        table
            .effective(sessions.child(definition.timeZone()))
            .agg(countDistinct(col(definition.dayColumn())), count(lit(1)))
            .head();
    return new TableTotals(row.getLong(0), row.getLong(1));
  }
}
