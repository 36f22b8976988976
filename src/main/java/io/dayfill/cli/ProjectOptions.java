/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Definition;
import io.dayfill.definition.Definitions;
import io.dayfill.definition.Project;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options that every command about a table has. */
final class ProjectOptions {
  @Option(
      names = "--project",
      paramLabel = "DIR",
      converter = FolderConverter.class,
      description = "Folder with conf/, landing/ and warehouse/ (default: the current folder).")
  private Path project = Path.of("");

  @Option(
      names = "--table",
      paramLabel = "NAME",
      description =
          "Which definition of conf/ (default: the only one, or "
              + Definitions.DEFAULT_TABLE
              + ").")
  private Optional<String> table = Optional.empty();

  @Option(names = "--json", description = "Write the result as one JSON document to stdout.")
  private boolean json;

  Project project() {
    if (!Files.isDirectory(project.toAbsolutePath())) {
      throw DayfillException.usage("--project " + project + " is not a folder");
    }
    return new Project(project);
  }

  Definition definition() {
    return Definitions.load(project(), table);
  }

  /**
   * The definition of the table {@code named} in the call itself.
   *
   * @throws DayfillException (usage) also when --table names another
   */
  Definition definition(String named) {
    if (table.filter(other -> !other.equals(named)).isPresent()) {
      throw DayfillException.usage(
          "two tables are named, " + named + " and --table " + table.get() + ": keep one");
    }
    return Definitions.load(project(), Optional.of(named));
  }

  /** The table that was named; empty: none was. */
  Optional<String> named() {
    return table;
  }

  boolean json() {
    return json;
  }

  /** Reads the name of a folder; a variable that was never set is none. */
  static final class FolderConverter implements ITypeConverter<Path> {
    @Override
    public Path convert(String text) {
      if (text.isBlank()) {
        throw new TypeConversionException(
            "'" + text + "' names no folder: write its path, or . for the current one");
      }
      return Path.of(text);
    }
  }
}
