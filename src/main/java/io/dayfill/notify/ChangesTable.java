/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.notify;

import io.dayfill.definition.Project;
import io.dayfill.delta.KernelRows;
import io.dayfill.ledger.Json;
import io.dayfill.notify.Message.DayChange;
import io.dayfill.notify.Message.SumChange;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;

/**
 * The Delta table {@code warehouse/dayfill_changes}: a row for each day of each publication, only
 * ever appended, so that jobs can stream from it. Delta's own transaction identifiers, one a table
 * that is told of, keep each publication from standing in it twice, whoever writes it.
 */
final class ChangesTable {
  static final String NAME = "dayfill_changes";

  private static final int FORMAT = 1;
  private static final String FORMAT_PROPERTY = "dayfill.changes.format";
  private static final List<String> OURS = List.of("event", "table", "backfill", "day", "version");

  private final KernelRows rows;

  ChangesTable(Project project, Configuration hadoop) {
    this.rows = new KernelRows(project.resolve("warehouse/" + NAME), hadoop);
  }

  /** The version of the table {@code tableId} up to which its changes are in; -1 if none are. */
  long toldUpTo(String tableId) {
    requireOurs();
    return rows.lastOnce(application(tableId)).orElse(-1);
  }

  /**
   * Adds the days of {@code messages} in one commit.
   *
   * @param version up to which the table {@code tableId} is told with them
   * @return whether they are in; otherwise another command was first, and {@link #toldUpTo} is new
   */
  boolean append(List<Message> messages, String tableId, long version) {
    requireOurs();
    List<String> lines =
        messages.stream()
            .flatMap(message -> message.days().stream().map(day -> Row.of(message, day)))
            .map(Json::line)
            .toList();
    return rows.appendOnce(
        lines,
        schema(),
        Map.of(
            FORMAT_PROPERTY,
            String.valueOf(FORMAT),
            "delta.appendOnly",
            "true",
            "delta.checkpointInterval",
            "50"),
        "dayfill",
        new KernelRows.Once(application(tableId), version));
  }

  private static String application(String tableId) {
    return "dayfill-changes-" + tableId;
  }

  private void requireOurs() {
    rows.shape()
        .ifPresent(
            shape -> {
              String format = shape.properties().getOrDefault(FORMAT_PROPERTY, "0");
              boolean isKnown =
                  shape.columns().containsAll(OURS)
                      && format.matches("[0-9]{1,6}")
                      && Integer.parseInt(format) <= FORMAT;
              if (!isKnown) {
                throw new IllegalStateException(
                    "warehouse/" + NAME + " is another's table or a newer dayfill's");
              }
            });
  }

  private static String schema() {
    try (InputStream in =
        ChangesTable.class.getResourceAsStream("/io/dayfill/notify/changes.json")) {
      if (in == null) {
        throw new IllegalStateException("the jar has no schema of changes");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** One row. */
  private record Row(
      String event,
      String table,
      String tableId,
      String backfill,
      Optional<String> undoes,
      Optional<String> reason,
      Instant publishedAt,
      LocalDate day,
      LocalDate runDate,
      String commit,
      Optional<String> history,
      long oldVersion,
      long version,
      OptionalLong rowsBefore,
      long rows,
      List<SumChange> sums) {
    static Row of(Message message, DayChange day) {
      return new Row(
          message.id(),
          message.table(),
          message.tableId(),
          message.backfill(),
          message.undoes(),
          message.reason(),
          message.publishedAt(),
          day.day(),
          day.runDate(),
          day.commit(),
          day.history(),
          day.oldVersion(),
          day.version(),
          day.rowsBefore(),
          day.rows(),
          day.sums());
    }
  }
}
