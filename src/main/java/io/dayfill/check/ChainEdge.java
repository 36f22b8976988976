/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.check;

import static io.dayfill.spark.Names.named;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.not;

import io.dayfill.definition.Check;
import io.dayfill.definition.Definition;
import io.dayfill.definition.PreviousInput;
import io.dayfill.load.DaySources;
import io.dayfill.load.SourceTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Compares where a day of a chain opens with where the day before has closed, key by key. */
final class ChainEdge {
  private static final int NAMED_KEYS = 10;
  private static final String OPENING = "_dayfill_opening";
  private static final String CLOSING = "_dayfill_closing";
  private static final String TODAY = "_dayfill_today";
  private static final String BEFORE = "_dayfill_before";

  private final Check.Continues check;
  private final List<String> key;

  ChainEdge(Definition definition, Check.Continues check) {
    this.check = check;
    this.key =
        definition.key().stream()
            .filter(column -> !column.equalsIgnoreCase(definition.dayColumn()))
            .toList();
  }

  /** Which keys of {@code rows} do not go on from the day before, in words; empty: all do. */
  Optional<String> broken(Dataset<Row> rows, DaySources day) {
    Dataset<Row> before =
        day.tables().stream()
            .filter(table -> table.input() instanceof PreviousInput)
            .findFirst()
            .map(SourceTable::rows)
            .orElseThrow(() -> new IllegalStateException("no day before " + day.day()))
            .apply(rows.sparkSession());
    // One pass over both sides: a key stands once in each.
    Dataset<Row> sides =
        side(rows, named(check.opening()), lit(1), lit(null), lit(null))
            .union(side(before, lit(null), lit(null), closing(), lit(1)));
    List<Column> aggregates =
        Stream.of(OPENING, TODAY, CLOSING, BEFORE).map(name -> max(col(name)).as(name)).toList();
    Column[] keys = key.stream().map(column -> named(column)).toArray(Column[]::new);
    Dataset<Row> wrong =
        sides
            .groupBy(keys)
            .agg(aggregates.get(0), aggregates.subList(1, aggregates.size()).toArray(Column[]::new))
            .where(not(goesOn()));
    List<String> first =
        wrong
            .select(
                Stream.of(keys)
                    .map(column -> coalesce(column.cast("string"), lit("null")))
                    .toArray(Column[]::new))
            .limit(NAMED_KEYS + 1)
            .collectAsList()
            .stream()
            .map(row -> row.mkString(" "))
            .toList();
    return first.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "does not go on from the day before for "
                + String.join(", ", key)
                + " "
                + first.stream().limit(NAMED_KEYS).sorted().collect(Collectors.joining(", "))
                + (first.size() > NAMED_KEYS ? " and more" : ""));
  }

  private Column closing() {
    return named(check.closing());
  }

  /** A new key opens with 0 or null, any other with what it closed with. */
  private static Column goesOn() {
    return col(BEFORE)
        .isNull()
        .and(coalesce(col(OPENING), lit(0)).equalTo(lit(0)))
        .or(
            col(BEFORE)
                .isNotNull()
                .and(col(TODAY).isNotNull())
                .and(col(OPENING).eqNullSafe(col(CLOSING))));
  }

  private Dataset<Row> side(
      Dataset<Row> rows, Column opening, Column today, Column closing, Column before) {
    List<Column> columns = new ArrayList<>();
    key.forEach(column -> columns.add(named(column)));
    columns.add(opening.as(OPENING));
    columns.add(today.cast("int").as(TODAY));
    columns.add(closing.as(CLOSING));
    columns.add(before.cast("int").as(BEFORE));
    return rows.select(columns.toArray(Column[]::new));
  }
}
