/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.testing;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A class of the tests in a JVM of its own. */
public final class TestJvm {
  private TestJvm() {}

  /** Starts {@code main}; its stderr goes to {@code log}. */
  public static Process start(Class<?> main, Path log, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("@" + Path.of("target/java.options").toAbsolutePath(), "-Xmx1g"));
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"));
    command.add(
        String.join(
            File.pathSeparator,
            Path.of("target/test-classes").toAbsolutePath().toString(),
            System.getProperty("dayfill.job.jar"),
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            Files.readString(Path.of("target/spark.classpath")).strip()));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(log.toFile()).start();
  }
}
