/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which tables of a project are computed from which: free of cycles, every table defined once, and
 * the days of readers and read in line.
 */
public final class DefinitionGraph {
  private final Map<String, Definition> inOrder = new LinkedHashMap<>();

  private DefinitionGraph() {}

  /**
   * The graph of all definitions of {@code project}.
   *
   * @throws DayfillException (usage) when a definition holds a mistake or they do not fit together
   */
  public static DefinitionGraph of(Project project) {
    Map<String, Definition> all = new LinkedHashMap<>();
    for (String table : Definitions.tables(project)) {
      all.put(table, Definitions.read(project, table));
    }
    DefinitionGraph graph = new DefinitionGraph();
    all.values().forEach(each -> graph.add(project, each, all, new LinkedHashSet<>()));
    graph.requireDifferentLocations(project);
    return graph;
  }

  /**
   * The graph of {@code definition} and what it is computed from.
   *
   * @throws DayfillException (usage) as above
   */
  static DefinitionGraph upTo(Project project, Definition definition) {
    DefinitionGraph graph = new DefinitionGraph();
    Map<String, Definition> all = new HashMap<>(Map.of(definition.table(), definition));
    graph.add(project, definition, all, new LinkedHashSet<>());
    return graph;
  }

  /** All definitions, each after those that it is computed from. */
  public List<Definition> definitions() {
    return List.copyOf(inOrder.values());
  }

  /** The definition of {@code table}, which is one of the graph. */
  public Definition definition(String table) {
    return Optional.ofNullable(inOrder.get(table))
        .orElseThrow(() -> new IllegalArgumentException("no table of the graph: " + table));
  }

  /** The definitions that read {@code table} itself, in the graph's order. */
  public List<Definition> readers(String table) {
    return inOrder.values().stream()
        .filter(each -> each.tables().stream().anyMatch(input -> input.table().equals(table)))
        .toList();
  }

  /**
   * The definitions that are computed from {@code table}, at once or by way of others, in order.
   */
  public List<Definition> downstream(String table) {
    Set<String> reached = new LinkedHashSet<>(Set.of(table));
    List<Definition> downstream = new ArrayList<>();
    for (Definition each : inOrder.values()) {
      if (each.tables().stream().anyMatch(input -> reached.contains(input.table()))) {
        reached.add(each.table());
        downstream.add(each);
      }
    }
    return downstream;
  }

  private void add(
      Project project, Definition definition, Map<String, Definition> all, Set<String> path) {
    if (inOrder.containsKey(definition.table())) {
      return;
    }
    path.add(definition.table());
    for (TableInput input : definition.tables()) {
      if (path.contains(input.table())) {
        throw cycle(input, path);
      }
      Definition read = known(project, input, all);
      requireInLine(definition, input, read);
      add(project, read, all, path);
    }
    path.remove(definition.table());
    inOrder.put(definition.table(), definition);
  }

  private static Definition known(Project project, TableInput input, Map<String, Definition> all) {
    List<String> tables = Definitions.tables(project);
    if (!tables.contains(input.table())) {
      throw DayfillException.usage(
          input.where()
              + ": there is no definition conf/"
              + input.table()
              + ".yaml: write one, or name one of "
              + String.join(", ", tables));
    }
    return all.computeIfAbsent(input.table(), table -> Definitions.read(project, table));
  }

  private static DayfillException cycle(TableInput input, Set<String> path) {
    List<String> names = new ArrayList<>(path);
    List<String> cycle = new ArrayList<>(names.subList(names.indexOf(input.table()), names.size()));
    cycle.add(input.table());
    String itself = cycle.size() == 2 ? "; its own day before is previous: true" : "";
    return DayfillException.usage(
        input.where()
            + ": the tables are computed from each other: "
            + String.join(" reads ", cycle)
            + "; take one of these inputs away"
            + itself);
  }

  /** A day is the same day for reader and read, and is there when the reader's run comes. */
  private static void requireInLine(Definition reader, TableInput input, Definition read) {
    if (read.adjusts()) {
      throw DayfillException.usage(
          input.where()
              + ": "
              + read.table()
              + " is corrected by signed rows beside it (corrections: adjust), and no other table is computed from such a one; read its files instead");
    }
    if (!reader.timeZone().equals(read.timeZone())) {
      throw DayfillException.usage(
          input.where()
              + ": the days do not line up: those of "
              + read.table()
              + " are days of "
              + read.timeZone().getId()
              + ", those of "
              + reader.table()
              + " of "
              + reader.timeZone().getId()
              + "; write the same time_zone");
    }
    if (reader.dayOffset() + input.last() > read.dayOffset()) {
      throw DayfillException.usage(
          input.where()
              + ": the days do not line up: the run of a date fills day "
              + signed(reader.dayOffset())
              + " of "
              + reader.table()
              + " and only day "
              + signed(read.dayOffset())
              + " of "
              + read.table()
              + "; write the same day_offset, or days that are earlier");
    }
  }

  private static String signed(int days) {
    return days > 0 ? "+" + days : String.valueOf(days);
  }

  private void requireDifferentLocations(Project project) {
    Map<String, String> owners = new HashMap<>();
    for (Definition each : inOrder.values()) {
      String other = owners.put(project.resolve(each.location()), each.table());
      if (other != null) {
        throw Definitions.sameLocation(each.table(), other, each.location());
      }
    }
  }
}
