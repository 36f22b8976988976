/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.condition.OS;

/** The job jar in a JVM of its own, under spark-submit as {@code submit.sh} starts it. */
public final class SubmittedJob implements AutoCloseable {
  private static final int LONGEST_MINUTES = 3;

  private final Process process;
  private final Path out;
  private final Path err;

  private SubmittedJob(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /** Starts a command on {@code project}. */
  public static SubmittedJob start(TestProject project, String... arguments) throws IOException {
    Path out = Files.createTempFile(project.root(), "job", ".out");
    Path err = Files.createTempFile(project.root(), "job", ".err");
    List<String> command = new ArrayList<>(java());
    command.addAll(List.of("org.apache.spark.deploy.SparkSubmit", "--master", "local[2]"));
    command.addAll(
        List.of(
            "--properties-file", Path.of("conf/spark-defaults.conf").toAbsolutePath().toString()));
    command.addAll(List.of("--class", "io.dayfill.Main", System.getProperty("dayfill.job.jar")));
    command.addAll(List.of(arguments));
    command.addAll(List.of("--project", project.root().toString()));
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    return new SubmittedJob(process, out, err);
  }

  private static List<String> java() throws IOException {
    List<String> java = new ArrayList<>();
    if (OS.current() == OS.LINUX) {
      // A shell's background jobs, and so a build among them, hand on that Ctrl-C is ignored.
      java.addAll(List.of("env", "--default-signal=INT"));
    }
    java.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    java.addAll(List.of("@" + Path.of("target/java.options").toAbsolutePath(), "-Xmx1g"));
    java.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"));
    java.add(
        Path.of("conf").toAbsolutePath()
            + File.pathSeparator
            + Files.readString(Path.of("target/spark.classpath")).strip());
    return java;
  }

  /** Whether it still runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Sends a signal, such as {@code INT}, as {@code kill} does. */
  public void signal(String name) {
    try {
      new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor();
    } catch (IOException broken) {
      throw new java.io.UncheckedIOException(broken);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while sending " + name, interrupted);
    }
  }

  /** Waits for the end and returns the exit code; 128 and the signal's number after a signal. */
  public int exitCode() throws InterruptedException {
    assertThat(process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES)).as("it ends").isTrue();
    return process.exitValue();
  }

  /** What it has written to stdout so far. */
  public String out() throws IOException {
    return Files.readString(out);
  }

  /** What it has written to stderr so far. */
  public String err() throws IOException {
    return Files.readString(err);
  }

  /** Kills it if it still runs. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
