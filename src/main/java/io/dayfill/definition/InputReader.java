/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import io.dayfill.definition.DimensionInput.Join;
import io.dayfill.definition.DimensionInput.Validity;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads one input of a definition: what kind it is and what that kind says. */
final class InputReader {
  /** The key that tells each kind, and what else that kind may say. */
  private static final Map<String, List<String>> KINDS = new LinkedHashMap<>();

  static {
    KINDS.put("files", List.of("format", "columns", "local_times"));
    KINDS.put("table", List.of("days"));
    KINDS.put("dimension", List.of("key", "valid_from", "valid_to", "join", "columns"));
    KINDS.put("previous", List.of("first_day", "columns"));
  }

  private static final Pattern GLOB = Pattern.compile("[*?\\[\\]{}\\\\]");
  private static final Pattern WINDOW = Pattern.compile("(-?[0-9]{1,4})\\.\\.(-?[0-9]{1,4})");

  private final String name;
  private final YamlMapping input;

  /** A reader of the input {@code name}. */
  InputReader(String name, YamlMapping input) {
    this.name = name;
    this.input = input;
  }

  Input read() {
    Set<String> known = new LinkedHashSet<>(KINDS.keySet());
    KINDS.values().forEach(known::addAll);
    input.allow(known);
    String kind = kind();
    for (String key : input.keys()) {
      if (!key.equals(kind) && !KINDS.getOrDefault(kind, List.of()).contains(key)) {
        throw input.keyMistake(key, "'" + key + "' says nothing of an input of " + kind);
      }
    }
    return switch (kind) {
      case "table" -> table();
      case "dimension" -> dimension();
      case "previous" -> previous();
      default -> files();
    };
  }

  private String kind() {
    List<String> kinds = input.keys().stream().filter(KINDS::containsKey).toList();
    if (kinds.size() > 1) {
      throw input.keyMistake(
          kinds.get(1), "an input is " + String.join(" or ", kinds) + ", not both: keep one");
    }
    return kinds.isEmpty() ? "files" : kinds.get(0);
  }

  private FilesInput files() {
    String files = input.requiredText("files", "files: landing/orders/{day}.csv");
    input.converted("files", files, InputReader::checkedPath);
    String format = input.text("format").orElse("csv");
    if (!format.equals("csv")) {
      throw input.mistake("format", "the format '" + format + "' is not known: write csv");
    }
    String columns = input.requiredText("columns", "columns: order_id BIGINT NOT NULL, ...");
    return new FilesInput(
        name,
        files,
        input.converted("columns", columns, ColumnList::parse),
        DefinitionReader.word(
            input, "local_times", LocalTimes.values(), LocalTimes::word, LocalTimes.REFUSE));
  }

  private TableInput table() {
    String table = input.requiredText("table", "table: orders_daily");
    String days = input.optionalText("days", "days: -6..0 or leave it out").orElse("0..0");
    int[] window = input.converted("days", days, InputReader::window);
    return new TableInput(name, table, window[0], window[1], input.where("table"));
  }

  private DimensionInput dimension() {
    String location = input.requiredText("dimension", "dimension: warehouse/customers");
    List<String> key = input.oneOrMore("key");
    if (key.isEmpty()) {
      throw input.mistake("dimension", "'key' is missing: write key: customer_id");
    }
    return new DimensionInput(
        name,
        location,
        key,
        validity(),
        join(key),
        input.oneOrMore("columns"),
        input.where("dimension"));
  }

  private Optional<Validity> validity() {
    Optional<String> from = input.optionalText("valid_from", "valid_from: valid_from");
    Optional<String> to = input.optionalText("valid_to", "valid_to: valid_to");
    if (from.isPresent() != to.isPresent()) {
      throw input.mistake(
          from.isPresent() ? "valid_from" : "valid_to",
          "an interval has two ends: write valid_from and valid_to, or neither");
    }
    return from.map(start -> new Validity(start, to.orElseThrow()));
  }

  private Join join(List<String> key) {
    List<String> join = input.oneOrMore("join");
    if (join.size() != key.size()) {
      throw input.mistake(
          "join",
          "'join' names the columns that hold the key, as many as it has: write join: orders.customer_id");
    }
    Set<Optional<String>> inputs = new LinkedHashSet<>();
    List<String> columns = new ArrayList<>();
    for (String column : join) {
      int dot = column.indexOf('.');
      inputs.add(dot < 0 ? Optional.empty() : Optional.of(column.substring(0, dot)));
      columns.add(column.substring(dot + 1));
    }
    if (inputs.size() > 1) {
      throw input.mistake("join", "the columns of 'join' are of one input: " + join);
    }
    return new Join(inputs.iterator().next(), columns);
  }

  private PreviousInput previous() {
    String wanted = input.requiredText("previous", "previous: true");
    if (!wanted.equals("true")) {
      throw input.mistake("previous", "'" + wanted + "' is not known: write previous: true");
    }
    String firstDay = input.requiredText("first_day", "first_day: 2026-09-01");
    String columns =
        input.requiredText("columns", "columns: customer_id STRING, closing DECIMAL(14,2)");
    return new PreviousInput(
        name,
        input.converted("first_day", firstDay, InputReader::date),
        input.converted("columns", columns, ColumnList::parse));
  }

  private static String checkedPath(String files) {
    int day = files.indexOf(FilesInput.DAY);
    if (day < 0 || day != files.lastIndexOf(FilesInput.DAY)) {
      throw new IllegalArgumentException(
          "'files' must hold {day} once: write landing/orders/{day}.csv");
    }
    if (GLOB.matcher(files.replace(FilesInput.DAY, "")).find()) {
      throw new IllegalArgumentException(
          "'files' names one file a day: write it without * ? [ ] { } and \\");
    }
    return files;
  }

  private static int[] window(String text) {
    Matcher window = WINDOW.matcher(text);
    if (!window.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a window of days: write days: -6..0");
    }
    int[] days =
        Arrays.stream(new String[] {window.group(1), window.group(2)})
            .mapToInt(Integer::parseInt)
            .toArray();
    if (days[0] > days[1] || days[1] > 0) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' does not line up: a window goes from an earlier day to the day itself or before it, for example days: -6..0");
    }
    return days;
  }

  private static LocalDate date(String text) {
    try {
      return LocalDate.parse(text);
    } catch (DateTimeException wrong) {
      throw new IllegalArgumentException("'" + text + "' is not a date: write 2026-09-01");
    }
  }
}
