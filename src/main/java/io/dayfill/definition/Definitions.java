/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The definitions of a project: one YAML file a table in {@code conf/}, named after the table. */
public final class Definitions {
  /** The table that is meant when a project has several and none is named. */
  public static final String DEFAULT_TABLE = "orders_daily";

  private static final String SUFFIX = ".yaml";

  private Definitions() {}

  /**
   * The definition of {@code table}, or, if none is named, the only one or {@value #DEFAULT_TABLE}.
   *
   * @throws DayfillException (usage) when there is no such definition or it holds a mistake
   */
  public static Definition load(Project project, Optional<String> table) {
    String name = table.orElseGet(() -> defaultTable(project));
    List<String> known = tables(project);
    if (!known.contains(name)) {
      throw DayfillException.usage(
          "there is no definition conf/"
              + name
              + SUFFIX
              + " in "
              + project.root()
              + ": "
              + (known.isEmpty()
                  ? "write one, or name the project's folder with --project"
                  : "--table can be " + String.join(" or ", known)));
    }
    Definition definition = read(project, name);
    requireOwnLocation(project, definition, known);
    if (!definition.tables().isEmpty()) {
      DefinitionGraph.upTo(project, definition);
    }
    return definition;
  }

  /** The definition of {@code table} by itself, whatever stands in others. */
  static Definition read(Project project, String table) {
    Definition definition =
        DefinitionReader.read(project.conf().resolve(table + SUFFIX), "conf/" + table + SUFFIX);
    if (!definition.table().equals(table)) {
      throw DayfillException.usage(
          "conf/"
              + table
              + SUFFIX
              + " defines the table '"
              + definition.table()
              + "': name the file and the table alike");
    }
    requireInside(project, definition);
    return definition;
  }

  private static void requireInside(Project project, Definition definition) {
    try {
      project.resolve(definition.location());
      definition.files().forEach(input -> project.resolve(input.files()));
      definition.dimensions().forEach(input -> project.resolve(input.location()));
    } catch (DayfillException outside) {
      throw outside.in("conf/" + definition.table() + SUFFIX);
    }
  }

  /**
   * Where the table {@code table} lies: as its definition says or, if the project has none, under
   * {@code warehouse/}.
   */
  public static String location(Project project, String table) {
    return tables(project).contains(table)
        ? load(project, Optional.of(table)).location()
        : "warehouse/" + table;
  }

  private static void requireOwnLocation(
      Project project, Definition definition, List<String> tables) {
    String location = project.resolve(definition.location());
    for (String other : tables) {
      if (!other.equals(definition.table()) && location.equals(locationOf(project, other))) {
        throw sameLocation(definition.table(), other, definition.location());
      }
    }
  }

  /** Where {@code table} lies; empty if its definition holds a mistake, which is told elsewhere. */
  private static String locationOf(Project project, String table) {
    try {
      return project.resolve(read(project, table).location());
    } catch (DayfillException mistake) {
      return "";
    }
  }

  static DayfillException sameLocation(String table, String other, String location) {
    return DayfillException.usage(
        "conf/"
            + table
            + SUFFIX
            + " and conf/"
            + other
            + SUFFIX
            + " are two definitions of one table, "
            + location
            + ": give one another location, or take it away");
  }

  /**
   * The text of the definition of {@code table} as it stands in its file, but for the addresses of
   * consumers, which may hold secrets.
   */
  public static String text(Project project, String table) {
    return DefinitionReader.textToKeep(
        project.conf().resolve(table + SUFFIX), "conf/" + table + SUFFIX);
  }

  /** The names of the project's tables in alphabetical order. */
  public static List<String> tables(Project project) {
    if (!Files.isDirectory(project.conf())) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(project.conf())) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(SUFFIX))
          .map(name -> name.substring(0, name.length() - SUFFIX.length()))
          .sorted()
          .toList();
    } catch (IOException unreadable) {
      throw DayfillException.usage(project.conf() + " cannot be read: " + unreadable.getMessage());
    }
  }

  private static String defaultTable(Project project) {
    List<String> known = tables(project);
    return known.size() == 1 ? known.get(0) : DEFAULT_TABLE;
  }
}
