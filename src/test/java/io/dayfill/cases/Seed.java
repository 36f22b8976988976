/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cases;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The project that cases start from: loaded once in a JVM, copied for each case. */
final class Seed {
  /** The table's creation, and one commit a day. */
  static final long COMMITS = 3;

  private static final Path PROJECT = loaded();
  private static final List<StoredRow> ROWS = CaseProject.at(PROJECT).rows();

  private Seed() {}

  static Path project() {
    return PROJECT;
  }

  static List<StoredRow> rows() {
    return ROWS;
  }

  private static Path loaded() {
    Path folder = folder();
    CaseProject project = CaseProject.empty(folder);
    for (String day : List.of("2026-09-14", CaseProject.DAY)) {
      project.deliver(day, CaseProject.caseFile("_seed", day));
    }
    project.run("backfill", "2026-09-15", CaseProject.RUN_DATE).isPublished();
    return folder;
  }

  private static Path folder() {
    try {
      Path folder = Files.createTempDirectory("dayfill-cases");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
      return folder;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException left) {
      // The system's temporary folder is cleaned by the system.
    }
  }
}
