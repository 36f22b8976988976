/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.reader.ReaderException;

/** Reads one definition; every mistake is told with file, line and what to write instead. */
final class DefinitionReader {
  private static final Set<String> KEYS =
      keys(
          "table",
          "location",
          "catalog_name",
          "day_column",
          "layout",
          "corrections",
          "time_zone",
          "day_offset",
          "late_days",
          "inputs",
          "history",
          "sql",
          "key",
          "checks",
          "notify");

  /** A value with its anchor, and a block's line end. */
  private static final Pattern AROUND = Pattern.compile("(?s)(&\\S+\\s+)?.*?(\\s*)");

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final Pattern CATALOG_NAME = Pattern.compile("\\w+(\\.\\w+){1,2}");

  private final YamlMapping root;

  private DefinitionReader(String file, Node node) {
    this.root = new YamlMapping(file, node).allow(KEYS);
  }

  /**
   * The definition in {@code path}; messages call the file {@code name}.
   *
   * @throws DayfillException (usage) when the file is missing or holds a mistake
   */
  static Definition read(Path path, String name) {
    return reader(text(path, name), name).definition();
  }

  /**
   * The text of the definition in {@code path}, in which addresses that consumers are told at are
   * cut off after the host: what follows may be secret.
   *
   * @throws DayfillException (usage) when the file is missing or no definition
   */
  static String textToKeep(Path path, String name) {
    String text = text(path, name);
    int[] whole = text.codePoints().toArray();
    StringBuilder kept = new StringBuilder();
    int from = 0;
    for (ConsumerReader.Address address : new ConsumerReader(reader(text, name).root).addresses()) {
      String given = new String(whole, address.start(), address.end() - address.start());
      kept.append(new String(whole, from, address.start() - from));
      kept.append(keptAround(given, address.shown()));
      from = address.end();
    }
    return Redaction.of(kept.append(new String(whole, from, whole.length - from)).toString());
  }

  private static String keptAround(String given, String shown) {
    Matcher parts = AROUND.matcher(given);
    if (!parts.matches()) {
      throw new IllegalStateException("every text matches");
    }
    return Optional.ofNullable(parts.group(1)).orElse("") + shown + parts.group(2);
  }

  private static DefinitionReader reader(String text, String name) {
    try {
      LoaderOptions options = new LoaderOptions();
      options.setAllowDuplicateKeys(false);
      Node node = new Yaml(options).compose(new StringReader(text));
      if (node == null) {
        throw DayfillException.usage(
            name + " line 1: the definition is empty: write table: NAME and the rest");
      }
      return new DefinitionReader(name, node);
    } catch (MarkedYAMLException broken) {
      int line = broken.getProblemMark() == null ? 1 : broken.getProblemMark().getLine() + 1;
      throw notYaml(name, line, broken.getProblem());
    } catch (ReaderException broken) {
      int line = (int) text.codePoints().limit(broken.getPosition()).filter(c -> c == '\n').count();
      throw notYaml(name, line + 1, "it holds a control character");
    } catch (YAMLException broken) {
      throw notYaml(name, 1, String.valueOf(broken.getMessage()));
    }
  }

  static String text(Path path, String name) {
    try {
      return Files.readString(path, StandardCharsets.UTF_8);
    } catch (NoSuchFileException missing) {
      throw DayfillException.usage(name + " does not exist");
    } catch (CharacterCodingException foreign) {
      throw DayfillException.usage(name + " is not UTF-8 text: save it as UTF-8");
    } catch (IOException unreadable) {
      throw DayfillException.usage(name + " cannot be read: " + unreadable.getMessage());
    }
  }

  private static DayfillException notYaml(String name, int line, String problem) {
    return DayfillException.usage(name + " line " + line + ": not valid YAML: " + problem);
  }

  private Definition definition() {
    String table = name("table", "table: orders_daily");
    List<Input> inputs = inputs();
    requireFitting(inputs);
    String sql = root.requiredText("sql", "sql: | and a SELECT below it").strip();
    SqlGuard.firstForbidden(sql)
        .ifPresent(
            found -> {
              throw root.mistake("sql", "the SQL uses " + found + ": " + SqlGuard.REASON);
            });
    String zone = root.text("time_zone").orElse("UTC");
    String offset = root.text("day_offset").orElse(String.valueOf(Definition.DEFAULT_DAY_OFFSET));
    return new Definition(
        table,
        root.optionalText("location", "location: warehouse/" + table + " or leave it out")
            .orElse("warehouse/" + table),
        catalogName(),
        name("day_column", "day_column: order_date"),
        layout(),
        corrections(),
        root.converted("time_zone", zone, DefinitionReader::zone),
        root.converted("day_offset", offset, DefinitionReader::wholeNumber),
        root.converted("late_days", root.text("late_days").orElse("0"), DefinitionReader::lateDays),
        inputs,
        history(inputs),
        sql,
        key(),
        new CheckReader(root, inputs).checks(),
        new ConsumerReader(root).consumers());
  }

  private Optional<String> catalogName() {
    String example = "catalog_name: main.shop.orders_daily or leave it out";
    Optional<String> name = root.optionalText("catalog_name", example);
    if (name.filter(given -> !CATALOG_NAME.matcher(given).matches()).isPresent()) {
      throw root.mistake(
          "catalog_name",
          "'"
              + name.get()
              + "' is no schema and table, or catalog, schema and table: write "
              + example);
    }
    return name;
  }

  private Layout layout() {
    return word("layout", Layout.values(), Layout::word, Layout.PARTITIONED);
  }

  private Corrections corrections() {
    Corrections corrections =
        word("corrections", Corrections.values(), Corrections::word, Corrections.REPLACE);
    if (corrections == Corrections.ADJUST && layout() == Layout.UNPARTITIONED) {
      throw root.mistake(
          "corrections",
          "'adjust' needs days that have files of their own: write layout: partitioned, or corrections: replace");
    }
    if (corrections == Corrections.ADJUST && !root.items("notify").isEmpty()) {
      throw root.mistake(
          "notify",
          "with corrections: adjust every correction is a commit of its own table beside this one: stream from that one, and take notify away");
    }
    return corrections;
  }

  private List<String> key() {
    List<String> key = root.texts("key");
    requireDifferent(key, column -> root.mistake("key", "'" + column + "' stands twice: keep one"));
    return key;
  }

  private List<Input> inputs() {
    YamlMapping inputs = root.mapping("inputs", "inputs: with a named input below it");
    List<Input> found = new ArrayList<>();
    requireDifferent(
        inputs.keys(),
        name -> inputs.keyMistake(name, "the input '" + name + "' stands twice: rename one"));
    for (String name : inputs.keys()) {
      if (!NAME.matcher(name).matches()) {
        throw inputs.keyMistake(
            name, "'" + name + "' cannot name an input: use letters, digits and _");
      }
      found.add(new InputReader(name, inputs.mapping(name, "an input")).read());
    }
    if (found.isEmpty()) {
      throw root.mistake(
          "inputs", "there is no input: write its name below it, for example orders:");
    }
    return found;
  }

  /** What no input by itself can tell. */
  private void requireFitting(List<Input> inputs) {
    List<PreviousInput> chains =
        inputs.stream()
            .filter(PreviousInput.class::isInstance)
            .map(PreviousInput.class::cast)
            .toList();
    if (chains.size() > 1) {
      throw root.mistake("inputs", "there is one day before: keep one input with previous: true");
    }
    if (!chains.isEmpty() && root.text("late_days").filter(days -> !days.equals("0")).isPresent()) {
      throw root.mistake(
          "late_days",
          "a chain has no late days: correcting a day makes all after it stale; take it away");
    }
    if (!chains.isEmpty() && root.text("corrections").filter("adjust"::equals).isPresent()) {
      throw root.mistake(
          "corrections",
          "a chain's days are replaced, for the next day is computed from them: write replace");
    }
    for (Input input : inputs) {
      if (input instanceof DimensionInput dimension) {
        dimension.join().input().ifPresent(named -> requireTable(inputs, dimension, named));
      }
    }
  }

  private void requireTable(List<Input> inputs, DimensionInput dimension, String named) {
    boolean isTable =
        inputs.stream()
            .anyMatch(input -> input instanceof TableInput && input.name().equals(named));
    if (!isTable) {
      throw root.mapping("inputs", "")
          .mapping(dimension.name(), "")
          .mistake(
              "join",
              "'"
                  + named
                  + "' is no input of another table: name a column of one, or without a dot a column of this table");
    }
  }

  /** Which past is shown must be said where there are two. */
  private Optional<History> history(List<Input> inputs) {
    boolean isAsked = inputs.stream().anyMatch(DimensionInput.class::isInstance);
    if (!isAsked && root.keys().contains("history")) {
      throw root.mistake("history", "no input is a dimension, so there is one past: take it away");
    }
    if (!isAsked) {
      return Optional.empty();
    }
    root.requiredText("history", "history: original (dimensions as on the day) or restated");
    return Optional.of(word("history", History.values(), History::word, History.ORIGINAL));
  }

  private String name(String key, String example) {
    String value = root.requiredText(key, example);
    if (!NAME.matcher(value).matches()) {
      throw root.mistake(
          key,
          "'" + value + "' cannot be a name: use letters, digits and _, for example " + example);
    }
    return value;
  }

  private <T> T word(String key, T[] values, Function<T, String> word, T fallback) {
    return word(root, key, values, word, fallback);
  }

  static <T> T word(
      YamlMapping mapping, String key, T[] values, Function<T, String> word, T fallback) {
    String text = mapping.text(key).orElse(word.apply(fallback));
    return Arrays.stream(values)
        .filter(value -> word.apply(value).equals(text.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                mapping.mistake(
                    key,
                    "'"
                        + text
                        + "' is not known: write "
                        + Arrays.stream(values).map(word).collect(Collectors.joining(" or "))));
  }

  private static ZoneId zone(String text) {
    try {
      return ZoneId.of(text);
    } catch (DateTimeException unknown) {
      throw new IllegalArgumentException(
          "the time zone '" + text + "' is not known: write UTC or a name such as Europe/Berlin");
    }
  }

  private static int wholeNumber(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException wrong) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a number of days: write -1, 0 or 1");
    }
  }

  private static int lateDays(String text) {
    if (!text.matches("[0-9]{1,3}")) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a number of days before the range: write 0 to 999");
    }
    return Integer.parseInt(text);
  }

  /** SQL knows no difference between upper and lower case in names. */
  private static void requireDifferent(
      Collection<String> names, Function<String, DayfillException> mistake) {
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (!seen.add(name.toLowerCase(Locale.ROOT))) {
        throw mistake.apply(name);
      }
    }
  }

  private static Set<String> keys(String... keys) {
    return new LinkedHashSet<>(Arrays.asList(keys));
  }
}
