/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.delta;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.threeten.extra.LocalDateRange;

/**
 * A data file as a table's log names it.
 *
 * @param path the file's path as the log has it: relative to the table, URI-encoded
 * @param partitionValues the partition's values as text; a null value is an empty Optional
 * @param sizeBytes the file's size
 * @param rows the rows by the file's statistics, where it has any
 * @param dataChange whether the action changed the table's rows (OPTIMIZE does not)
 * @param json the whole action, statistics included
 */
public record FileEntry(
    String path,
    Map<String, Optional<String>> partitionValues,
    long sizeBytes,
    OptionalLong rows,
    boolean dataChange,
    String json) {
  public FileEntry {
    partitionValues = Map.copyOf(partitionValues);
  }

  /** The entry of an {@code add} or {@code remove} action. */
  static FileEntry of(String kind, JsonNode action) {
    Map<String, Optional<String>> values = new LinkedHashMap<>();
    action
        .path("partitionValues")
        .properties()
        .forEach(value -> values.put(value.getKey(), text(value.getValue())));
    return new FileEntry(
        action.path("path").asText(),
        values,
        action.path("size").asLong(),
        rows(action),
        action.path("dataChange").asBoolean(true),
        LogJson.line(kind, action));
  }

  /** The file that the line of JSON {@code {"add": ...}} names. */
  public static FileEntry parse(String json) {
    return of("add", LogJson.read(json).path("add"));
  }

  /** The same file as an action that changes the table's rows, as a commit adds it. */
  public FileEntry changingData() {
    ObjectNode action = action().deepCopy();
    return of("add", action.put("dataChange", true));
  }

  /** Where the file lies: relative to the table's folder, or a URI of its own. */
  public String location() {
    URI uri = URI.create(path);
    return uri.isAbsolute() ? path : uri.getPath();
  }

  /** The value of the partition column {@code column}, if the file has it and it is not null. */
  public Optional<String> partition(String column) {
    return partitionValues.getOrDefault(column, Optional.empty());
  }

  /**
   * What tells the file's present rows from all others: its path, and its deletion vector if rows
   * were taken from it without writing it anew.
   */
  public String identity() {
    JsonNode vector = action().path("deletionVector");
    return vector.isObject()
        ? path + "#" + vector.path("pathOrInlineDv").asText() + "@" + vector.path("offset").asText()
        : path;
  }

  /**
   * The least and the greatest value of the DATE column {@code column} by the file's statistics;
   * empty if they do not tell.
   */
  public Optional<LocalDateRange> days(String column) {
    JsonNode stats = LogJson.read(action().path("stats").asText("{}"));
    JsonNode least = stats.path("minValues").path(column);
    JsonNode greatest = stats.path("maxValues").path(column);
    return least.isTextual() && greatest.isTextual()
        ? Optional.of(
            LocalDateRange.ofClosed(
                LocalDate.parse(least.asText()), LocalDate.parse(greatest.asText())))
        : Optional.empty();
  }

  private JsonNode action() {
    JsonNode line = LogJson.read(json);
    return line.has("add") ? line.get("add") : line.path("remove");
  }

  private static OptionalLong rows(JsonNode action) {
    JsonNode rows = LogJson.read(action.path("stats").asText("{}")).path("numRecords");
    long deleted = action.path("deletionVector").path("cardinality").asLong();
    return rows.isNumber() ? OptionalLong.of(rows.asLong() - deleted) : OptionalLong.empty();
  }

  private static Optional<String> text(JsonNode value) {
    return value.isNull() ? Optional.empty() : Optional.of(value.asText());
  }
}
