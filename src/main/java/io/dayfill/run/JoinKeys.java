/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import static io.dayfill.spark.Names.named;
import static org.apache.spark.sql.functions.date_add;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.sequence;

import io.dayfill.check.UsedRows;
import io.dayfill.definition.Definition;
import io.dayfill.definition.Definitions;
import io.dayfill.definition.DimensionInput;
import io.dayfill.definition.Project;
import io.dayfill.definition.TableInput;
import io.dayfill.load.TableDays;
import io.dayfill.plan.Upstreams;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Finds the keys of a dimension that days use: the columns that the definition calls its join. */
final class JoinKeys {
  private final Project project;
  private final Definition definition;
  private final Upstreams upstreams;

  JoinKeys(Project project, Definition definition, Upstreams upstreams) {
    this.project = project;
    this.definition = definition;
    this.upstreams = upstreams;
  }

  /**
   * The keys of {@code input} that stand in the days of the other table which {@code days} read:
   * the day that uses them, and the key. One scan of those columns, whatever the number of days.
   *
   * @param from the join's table input
   */
  Dataset<Row> in(
      SparkSession session, DimensionInput input, TableInput from, Collection<LocalDate> days) {
    TreeSet<LocalDate> read = new TreeSet<>();
    days.forEach(day -> read.addAll(from.days(day)));
    String dayColumn = upstreams.dayColumn(from);
    String path = project.resolve(Definitions.load(project, Optional.of(from.table())).location());
    Dataset<Row> rows =
        new TableDays(
                path, upstreams.version(from), upstreams.files(from, List.copyOf(read)), dayColumn)
            .rows(session, List.copyOf(read));
    Column day = named(dayColumn);
    Column first = date_add(day, -from.last());
    Column last = date_add(day, -from.first());
    Column user = from.first() == from.last() ? first : explode(sequence(first, last));
    return keys(rows, user, input);
  }

  /** The keys of {@code input} that stand in {@code rows} of the definition's own table. */
  Dataset<Row> in(Dataset<Row> rows, DimensionInput input) {
    return keys(rows, named(definition.dayColumn()), input);
  }

  private static Dataset<Row> keys(Dataset<Row> rows, Column day, DimensionInput input) {
    List<Column> columns = new ArrayList<>();
    columns.add(day.as(UsedRows.DAY));
    input.join().columns().forEach(name -> columns.add(named(name).as("_key_" + name)));
    return rows.select(columns.toArray(Column[]::new));
  }
}
