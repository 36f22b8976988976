/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.dayfill.cli.CommandRunner;
import io.dayfill.cli.Terminal;
import io.dayfill.testing.Sessions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** A project in a folder: files are delivered to it, commands run in it, its table looked at. */
final class CaseProject {
  static final String DAY = "2026-09-15";
  static final String RUN_DATE = "2026-09-16";

  private static final String TABLE = "orders_daily";

  private final Path root;

  private CaseProject(Path root) {
    this.root = root;
  }

  /** A project with the checkout's definitions and nothing else. */
  static CaseProject empty(Path root) {
    copy(Path.of("conf"), root.resolve("conf"));
    return new CaseProject(root);
  }

  /** The project in a folder that is one already. */
  static CaseProject at(Path root) {
    return new CaseProject(root);
  }

  /** A project whose table holds the seed: 2 rows of 100.00 on the 15th, 1 of 12.34 on the 14th. */
  static CaseProject seeded(Path root) {
    copy(Seed.project(), root);
    return new CaseProject(root);
  }

  Path root() {
    return root;
  }

  /** Puts the file of {@code day} in place of what was there. */
  CaseProject deliver(String day, byte[] content) {
    return put("landing/orders/" + day + ".csv", content);
  }

  /** Puts the file of the 15th in place, in UTF-8. */
  CaseProject deliver(String content) {
    return deliver(DAY, content.getBytes(StandardCharsets.UTF_8));
  }

  /** Changes the text of the definition of orders_daily. */
  CaseProject define(UnaryOperator<String> change) {
    Path definition = root.resolve("conf/orders_daily.yaml");
    try {
      String text = Files.readString(definition);
      String changed = change.apply(text);
      assertThat(changed).isNotEqualTo(text);
      Files.writeString(definition, changed);
      return this;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Writes a file of the project. */
  CaseProject put(String path, byte[] content) {
    try {
      Path file = root.resolve(path);
      Files.createDirectories(file.getParent());
      Files.write(file, content);
      return this;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** The bytes of a case's landing file. */
  static byte[] caseFile(String name, String day) {
    String resource = "/cases/" + name + "/landing/orders/" + day + ".csv";
    try (InputStream in = CaseProject.class.getResourceAsStream(resource)) {
      assertThat(in).as(resource).isNotNull();
      return in.readAllBytes();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** {@code load 2026-09-16}. */
  Call load(String... options) {
    return run(
        Stream.concat(Stream.of("load", RUN_DATE), Arrays.stream(options)).toArray(String[]::new));
  }

  /** Runs a command in this JVM, in the session that is there. */
  Call run(String... args) {
    Sessions.shared();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    LoggedTroubles.forget();
    Terminal terminal = new Terminal(stream(out), stream(err));
    List<String> call =
        Stream.concat(Arrays.stream(args), Stream.of("--project", root.toString())).toList();
    int exitCode = new CommandRunner(terminal).run(call);
    return new Call(
        exitCode,
        out.toString(StandardCharsets.UTF_8),
        err.toString(StandardCharsets.UTF_8),
        LoggedTroubles.heard());
  }

  private static PrintStream stream(ByteArrayOutputStream out) {
    return new PrintStream(out, true, StandardCharsets.UTF_8);
  }

  /** Where the table of {@code orders_daily} lies. */
  String tablePath() {
    return root.resolve("warehouse").resolve(TABLE).toString();
  }

  /** The table's rows, as any reader sees them. */
  Dataset<Row> table() {
    return Sessions.shared().read().format("delta").load(tablePath());
  }

  /** The table's rows. */
  List<StoredRow> rows() {
    return table().selectExpr(StoredRow.COLUMNS).collectAsList().stream()
        .map(StoredRow::of)
        .toList();
  }

  /** The table's rows of the 15th. */
  List<StoredRow> rowsOfDay() {
    return rows().stream().filter(row -> row.day().equals(DAY)).toList();
  }

  /** The number of commits. */
  long commits() {
    try (Stream<Path> files = Files.list(Path.of(tablePath(), "_delta_log"))) {
      return files.filter(file -> file.toString().endsWith(".json")).count();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** The table is the seed, commit for commit, file for file and row for row. */
  void holdsOnlyTheSeed() {
    assertThat(commits()).as("commits").isEqualTo(Seed.COMMITS);
    assertThat(rows()).containsExactlyInAnyOrderElementsOf(Seed.rows());
    hasNoNullPartition();
  }

  private void hasNoNullPartition() {
    try (Stream<Path> files = Files.list(Path.of(tablePath()))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .noneMatch(name -> name.contains("__HIVE_DEFAULT_PARTITION__"));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static void copy(Path from, Path to) {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target);
        }
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
