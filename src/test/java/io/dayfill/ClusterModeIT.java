/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.dayfill.testing.TestProject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A driver on a standalone cluster, of which the client learns only how it ended: {@code submit.sh}
 * with a stand-in for Spark's own script. The real thing is {@code src/it/cluster.sh}.
 */
class ClusterModeIT {
  @TempDir Path folder;
  private TestProject project;
  private Path spark;

  @BeforeEach
  void aProjectAndASpark() throws IOException {
    project = TestProject.in(folder.resolve("project")).lands(LocalDate.of(2026, 9, 15), 1);
    spark = folder.resolve("spark");
    Files.createDirectories(spark.resolve("jars"));
    Files.createDirectories(spark.resolve("bin"));
    Files.createFile(spark.resolve("jars/delta-spark.jar"));
  }

  @ParameterizedTest
  @CsvSource({"4,FAILED,4", "0,FINISHED,0", "'',FAILED,1", "'',KILLED,1", "'',FINISHED,0"})
  void theExitCodeIsDayfillsOwnOrElseTheDriversState(String told, String state, int exitCode)
      throws Exception {
    String tells =
        told.isEmpty()
            ? ""
            : "printf '%s\\n' "
                + told
                + " 'orders_daily refused' >\"$(sed -n 's/^spark.dayfill.exit.file=//p' <<<\"$words\")\"";
    submits(
        "words=$(printf '%s\\n' \"$@\")",
        tells, "echo 'State of driver driver-1 is " + state + ", exiting spark-submit JVM.' >&2");

    ProcessBuilder submit =
        new ProcessBuilder(
                "./submit.sh",
                "--master",
                "spark://nowhere:7077",
                "--deploy-mode",
                "cluster",
                "load",
                "2026-09-16",
                "--project",
                project.root().toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("out").toFile());
    submit.environment().put("SPARK_HOME", spark.toString());

    assertThat(submit.start().waitFor())
        .as(Files.readString(folder.resolve("out")))
        .isEqualTo(exitCode);
    assertThat(Files.readString(folder.resolve("out")))
        .contains(told.isEmpty() ? "State of driver" : "dayfill: orders_daily refused");
    try (Stream<Path> left = Files.list(project.root())) {
      assertThat(left.map(Path::getFileName).map(Path::toString))
          .noneMatch(name -> name.startsWith(".dayfill-exit"));
    }
  }

  @Test
  void theDriverTellsItsExitCodeAndFailures() throws IOException {
    Path exit = Files.createFile(folder.resolve("exit"));
    System.setProperty("spark.dayfill.exit.file", exit.toString());
    try {
      assertThat(catchThrowable(() -> Main.main(new String[] {"load", "yesterday"})))
          .isInstanceOf(CommandFailedException.class);
    } finally {
      System.clearProperty("spark.dayfill.exit.file");
    }
    assertThat(Files.readAllLines(exit)).hasSize(2).first().isEqualTo("2");
    assertThat(Files.readAllLines(exit).get(1)).contains("yesterday");
  }

  private void submits(String... lines) throws IOException {
    Path script = spark.resolve("bin/spark-submit");
    Files.write(script, List.of("#!/usr/bin/env bash", String.join("\n", lines)));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
