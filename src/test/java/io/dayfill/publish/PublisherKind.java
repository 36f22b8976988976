/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.commons.io.FileUtils;

/** The publishers and layouts that one contract holds for. */
enum PublisherKind {
  FILES("orders_daily", Publishers.Choice.FILES),
  REPLACE_WHERE("orders_daily", Publishers.Choice.REPLACE_WHERE),
  UNPARTITIONED("orders_daily_unpartitioned", Publishers.Choice.AUTO);

  private final String definition;
  private final Publishers.Choice choice;
  private Optional<Path> template = Optional.empty();

  PublisherKind(String definition, Publishers.Choice choice) {
    this.definition = definition;
    this.choice = choice;
  }

  /**
   * The files publisher, whose commits are its own; those of {@code replaceWhere} are Delta's.
   * {@code -Ddayfill.publishers=all}: all.
   */
  static List<PublisherKind> asked() {
    return System.getProperty("dayfill.publishers", "").equals("all")
        ? List.of(values())
        : List.of(FILES);
  }

  /** The name that the publisher has for {@code --publisher}. */
  String publisher() {
    return this == FILES ? "files" : "replace-where";
  }

  /** The name of the definition. */
  String definition() {
    return definition;
  }

  boolean isPartitioned() {
    return this != UNPARTITIONED;
  }

  /** A table of three days in {@code folder}: a copy of one that is made once. */
  synchronized DayTable table(Path folder) {
    try {
      if (template.isEmpty()) {
        Path made = Files.createTempDirectory("dayfill-template");
        template = Optional.of(new DayTable(made, definition, choice).created().path());
        Runtime.getRuntime()
            .addShutdownHook(new Thread(() -> FileUtils.deleteQuietly(made.toFile())));
      }
      DayTable table = new DayTable(folder, definition, choice);
      FileUtils.copyDirectory(template.get().toFile(), table.path().toFile());
      return table;
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
