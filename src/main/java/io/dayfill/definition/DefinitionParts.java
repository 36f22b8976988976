/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What a definition says, part by part, as short fingerprints: they tell which part of it has
 * changed. Layout is none of them, for it changes no row; a formatting-only change changes none.
 *
 * @param day whose day it is: day column, time zone and offset
 * @param inputs names, paths and local times of the inputs
 * @param columns names and types of the inputs' columns
 * @param sql the query
 * @param rules one fingerprint for the key and one for each check
 */
public record DefinitionParts(
    String day, String inputs, String columns, String sql, List<String> rules) {
  private static final int LENGTH = 16;

  public DefinitionParts {
    Objects.requireNonNull(day, "day");
    Objects.requireNonNull(inputs, "inputs");
    Objects.requireNonNull(columns, "columns");
    Objects.requireNonNull(sql, "sql");
    rules = List.copyOf(rules);
  }

  /** The parts of {@code definition}. */
  public static DefinitionParts of(Definition definition) {
    Said day = new Said();
    day.add("day_column", definition.dayColumn());
    day.add("time_zone", definition.timeZone().getId());
    day.add("day_offset", String.valueOf(definition.dayOffset()));
    Said inputs = new Said();
    Said columns = new Said();
    for (Input input : definition.inputs()) {
      inputs.add("input", input.name());
      if (input instanceof FilesInput files) {
        say(files, inputs, columns);
      } else {
        say(input, inputs);
      }
    }
    definition.history().ifPresent(history -> inputs.add("history", history.word()));
    Said sql = new Said();
    sql.add("sql", SqlTokens.normalized(definition.sql()));
    return new DefinitionParts(
        shortened(day),
        shortened(inputs),
        shortened(columns),
        shortened(sql),
        List.copyOf(rules(definition).keySet()));
  }

  private static void say(FilesInput input, Said inputs, Said columns) {
    inputs.add("files", input.files());
    inputs.add("local_times", input.localTimes().word());
    columns.add("input", input.name());
    for (Column column : input.columns()) {
      columns.add("column", column.name());
      columns.add("type", column.type().sql() + (column.required() ? " NOT NULL" : ""));
    }
  }

  private static void say(Input input, Said inputs) {
    if (input instanceof TableInput table) {
      inputs.add("table", table.table());
      inputs.add("days", table.first() + ".." + table.last());
    } else if (input instanceof PreviousInput previous) {
      inputs.add("first_day", previous.firstDay().toString());
      previous
          .columns()
          .forEach(column -> inputs.add("column", column.name() + " " + column.type().sql()));
    } else if (input instanceof DimensionInput dimension) {
      inputs.add("dimension", dimension.location());
      dimension.key().forEach(column -> inputs.add("key", column));
      dimension.validity().ifPresent(its -> inputs.add("valid", its.from() + " " + its.to()));
      dimension.columns().forEach(column -> inputs.add("column", column));
      inputs.add("join", dimension.join().input().orElse("") + "." + dimension.join().columns());
    }
  }

  /**
   * Which parts of {@code now} differ from these, in words; checks that were taken away are no
   * difference, for the day has passed more than is asked.
   */
  public List<String> changedIn(Definition now) {
    return changedIn(of(now));
  }

  /** Which parts of {@code other} differ from these, but for the rules. */
  public List<String> changedIn(DefinitionParts other) {
    List<String> changed = new ArrayList<>();
    if (!sql.equals(other.sql)) {
      changed.add("SQL");
    }
    if (!columns.equals(other.columns)) {
      changed.add("columns");
    }
    if (!inputs.equals(other.inputs)) {
      changed.add("inputs");
    }
    if (!day.equals(other.day)) {
      changed.add("day");
    }
    return changed;
  }

  /** The rules of {@code now} that these parts do not have, as the definition writes them. */
  public List<String> rulesAddedBy(Definition now) {
    Map<String, String> all = rules(now);
    all.keySet().removeAll(rules);
    return List.copyOf(all.values());
  }

  private static Map<String, String> rules(Definition definition) {
    Map<String, String> rules = new LinkedHashMap<>();
    if (!definition.key().isEmpty()) {
      rule(rules, "key: [" + String.join(", ", definition.key()) + "]");
    }
    for (Check check : definition.checks()) {
      rule(rules, normalized(check));
    }
    return rules;
  }

  private static void rule(Map<String, String> rules, String text) {
    Said said = new Said();
    said.add("rule", text);
    rules.put(shortened(said), text);
  }

  static String normalized(Check check) {
    if (check instanceof Check.Warning warning) {
      return normalized(warning.check()) + " (severity: warn)";
    }
    if (check instanceof Check.OfRange range) {
      return normalized(range.check()) + " (scope: range)";
    }
    if (check instanceof Check.NoRows query) {
      return "no_rows: " + SqlTokens.normalized(query.sql());
    }
    return check instanceof Check.Expression expression
        ? "expression: " + SqlTokens.normalized(expression.sql())
        : check.text();
  }

  private static String shortened(Said said) {
    return said.sha256().substring(0, LENGTH);
  }
}
