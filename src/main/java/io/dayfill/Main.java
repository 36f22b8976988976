/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill;

import io.dayfill.cli.CommandRunner;
import io.dayfill.cli.Terminal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The job's main class for spark-submit, Databricks and {@code submit.sh}. It never ends the JVM:
 * under spark-submit a failure is thrown in the form that spark-submit turns into the exit code;
 * anywhere else it is an exception with the same line, which makes a Databricks task fail.
 */
public final class Main {
  /**
   * A file to which a light JVM writes how it ended, or that Spark is needed; see {@link
   * io.dayfill.cli.Answer}.
   */
  private static final String ANSWER = "dayfill.answer";

  /**
   * An existing file for the exit code and the failures of a driver that runs away from its client,
   * which is told less than that.
   */
  private static final String EXIT_FILE = "spark.dayfill.exit.file";

  private static final String UNDER_SPARK_SUBMIT = "SPARK_SUBMIT";

  private Main() {}

  /**
   * Runs one command.
   *
   * @param args the command and its arguments
   * @throws RuntimeException when the exit code would not be 0
   */
  public static void main(String[] args) {
    CommandRunner runner = new CommandRunner(Terminal.ofProcess());
    String answerFile = System.getProperty(ANSWER);
    if (answerFile != null) {
      write(Path.of(answerFile), runner.runWithoutSpark(List.of(args)).line());
      return;
    }
    int exitCode = runner.run(List.of(args));
    Optional.ofNullable(System.getProperty(EXIT_FILE))
        .map(Path::of)
        .filter(Files::isWritable)
        .ifPresent(file -> write(file, (exitCode + "\n" + runner.failures()).strip()));
    if (exitCode != 0) {
      throw failure(exitCode, runner.failures());
    }
  }

  private static RuntimeException failure(int exitCode, String message) {
    CommandFailedException failed = new CommandFailedException(exitCode, message);
    boolean databricks = System.getenv("DATABRICKS_RUNTIME_VERSION") != null;
    if (Boolean.getBoolean(UNDER_SPARK_SUBMIT) && !databricks) {
      throw SparkExit.of(exitCode, failed);
    }
    return failed;
  }

  private static void write(Path file, String text) {
    try {
      Files.write(file, (text + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    }
  }
}
