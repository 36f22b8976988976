/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import io.dayfill.publish.CatalogEntry;
import io.dayfill.publish.DayPublisher;
import io.dayfill.publish.NewColumns;
import io.dayfill.publish.Publishers;
import io.dayfill.publish.TargetTable;
import java.time.LocalDate;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * The table of a command and the publisher to it: made by the first day that has something to
 * stage.
 */
final class Destination {
  private final BackfillRequest request;
  private final FactsWriter facts;
  private final Configuration hadoop;
  private final TargetTable table;
  private Optional<DayPublisher> publisher = Optional.empty();

  Destination(BackfillRequest request, FactsWriter facts, Configuration hadoop) {
    this.request = request;
    this.facts = facts;
    this.hadoop = hadoop;
    String path = request.project().resolve(request.definition().location());
    this.table = new TargetTable(request.definition(), path, hadoop);
  }

  TargetTable table() {
    return table;
  }

  /**
   * The publisher; the table is created with the columns of {@code rows} if there is none, and
   * given those that it lacks if that is asked for.
   */
  synchronized DayPublisher publisher(SparkSession session, StructType rows) {
    if (publisher.isEmpty()) {
      Optional<CatalogEntry> entry =
          request.definition().catalogName().map(name -> new CatalogEntry(name, table, hadoop));
      entry.ifPresent(its -> its.requireFree(session));
      table.createIfAbsent(session, rows);
      entry.ifPresent(its -> its.register(session));
      if (request.newColumns() == NewColumns.Choice.ADD) {
        new NewColumns(table).add(session, rows, facts.of(List.of()));
      }
      List<LocalDate> days = request.runDates().stream().map(request.definition()::day).toList();
      Publishers.Span span =
          new Publishers.Span(
              first(days),
              Collections.max(days),
              request.project().scratch("staging", request.definition().location()),
              request.publish() == PublishMode.HOLD);
      publisher =
          Optional.of(
              Publishers.choose(
                  request.publisher(), request.definition(), table, session, span, hadoop));
    }
    return publisher.get();
  }

  /** In a chain the day before the first one is read. */
  private LocalDate first(List<LocalDate> days) {
    LocalDate first = Collections.min(days);
    return request.definition().previous().isPresent() ? first.minusDays(1) : first;
  }

  /** Lets the next day choose its publisher anew, because the table has become another. */
  synchronized void chooseAgain() {
    publisher = Optional.empty();
  }
}
