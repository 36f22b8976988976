/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.testing;

import io.dayfill.cli.CommandRunner;
import io.dayfill.cli.Terminal;
import io.dayfill.definition.Definition;
import io.dayfill.definition.Definitions;
import io.dayfill.definition.Project;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A project's folder as a user has it: {@code conf/} copied from the checkout, {@code landing/}
 * with what the test puts there, and no table yet. Commands run in this JVM.
 */
public final class TestProject {
  /** The header of the sample's files. */
  public static final String HEADER = "order_id,customer_id,amount,ordered_at";

  private final Path root;

  private TestProject(Path root) {
    this.root = root;
  }

  /** A project in {@code root}, an empty folder. */
  public static TestProject in(Path root) {
    try (Stream<Path> conf = Files.list(Path.of("conf"))) {
      Files.createDirectories(root.resolve("conf"));
      for (Path file : conf.filter(Files::isRegularFile).toList()) {
        Files.copy(
            file,
            root.resolve("conf").resolve(file.getFileName()),
            StandardCopyOption.REPLACE_EXISTING);
      }
      return new TestProject(root);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /** A copy of {@code other}, tables and ledger included, in {@code root}, an empty folder. */
  public static TestProject copyOf(TestProject other, Path root) {
    try (Stream<Path> all = Files.walk(other.root)) {
      for (Path each : all.filter(path -> !path.equals(other.root)).toList()) {
        Files.copy(
            each,
            root.resolve(other.root.relativize(each).toString()),
            StandardCopyOption.COPY_ATTRIBUTES);
      }
      return new TestProject(root);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /** The project's folder. */
  public Path root() {
    return root;
  }

  /** The project as the product knows it. */
  public Project project() {
    return new Project(root);
  }

  /** The definition of {@code table}. */
  public Definition definition(String table) {
    return Definitions.load(project(), Optional.of(table));
  }

  /** Where {@code table} lies. */
  public Path table(String table) {
    return root.resolve("warehouse").resolve(table);
  }

  /** Where the file of {@code day} lies. */
  public Path landing(LocalDate day) {
    return root.resolve("landing/orders").resolve(day + ".csv");
  }

  /** A file for {@code day} with the sample's header and {@code lines}. */
  public TestProject lands(LocalDate day, String... lines) {
    return write("landing/orders/" + day + ".csv", HEADER, lines);
  }

  /** A file for {@code day} with an order for each of {@code ids}. */
  public TestProject lands(LocalDate day, long... ids) {
    return lands(day, orders(day, ids));
  }

  /** A file at {@code path} in the project. */
  public TestProject write(String path, String firstLine, String... lines) {
    try {
      Path file = root.resolve(path);
      Files.createDirectories(file.getParent());
      String text =
          String.join("\n", Stream.concat(Stream.of(firstLine), Stream.of(lines)).toList());
      Files.writeString(file, text + "\n");
      return this;
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /** A line for each of {@code ids}: customer C01, amount 10.00, noon. */
  public static String[] orders(LocalDate day, long... ids) {
    String[] lines = new String[ids.length];
    for (int i = 0; i < ids.length; i++) {
      lines[i] = ids[i] + ",C01,10.00," + day + "T12:00:00";
    }
    return lines;
  }

  /** Runs a command on this project. */
  public Ended run(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    CommandRunner runner = new CommandRunner(new Terminal(stream(out), stream(err)));
    List<String> all =
        Stream.concat(Stream.of(args), Stream.of("--project", root.toString())).toList();
    int exitCode = runner.run(all);
    return new Ended(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  /** How a command ended and what it wrote. */
  public record Ended(int exitCode, String out, String err) {
    /** The last line of stdout. */
    public String summary() {
      return out.strip().lines().reduce((first, second) -> second).orElse("");
    }
  }
}
