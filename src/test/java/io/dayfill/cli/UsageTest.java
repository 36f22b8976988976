/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dayfill.cli.Answer.Need;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Mistakes in a call are one line and exit code 2, before Spark, and leave nothing behind. */
class UsageTest {
  @TempDir Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void project() throws IOException {
    Files.createDirectories(folder.resolve("conf"));
    Files.copy(Path.of("conf/orders_daily.yaml"), folder.resolve("conf/orders_daily.yaml"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-02-30",
        "2026-02-29",
        "2026-04-31",
        "2026-13-01",
        "2026-00-10",
        "2100-02-29",
        "None",
        "",
        " 2026-09-16",
        "2026-9-16",
        "2026-09-16T00:00:00+00:00",
        "20260916",
        "２０２６-09-16",
      })
  void whatIsNoRunDateIsRefused(String date) {
    assertThat(exitCode("load", date)).isEqualTo(2);
    assertThat(err()).contains("2026-09-16");
    assertNothingHappened();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{{ ds }}", "{{job.start_time.iso_date}}", "${RUN_DATE}", "%Y-%m-%d"})
  void aTemplateThatWasNotRenderedIsCalledSo(String date) {
    assertThat(exitCode("load", date)).isEqualTo(2);
    assertThat(err()).contains("template that was not rendered");
    assertNothingHappened();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "backfill 2026-09-10 2026-09-01",
        "backfill 2026-09-02",
        "backfill 2026-09-02 2026-09-03 --concurrency 0",
        "backfill 2026-09-02 2026-09-03 --concurrency -1",
        "backfill 2026-09-02 2026-09-03 --concurrency 1.5",
        "backfill 2026-09-02 2026-09-03 --concurrency abc",
        "backfill 2026-01-01 2026-12-31",
        "load",
        "load 2026-09-16 --publisher quickly",
        "load 2026-09-16 --table nothing",
        "conflicts --writers 1",
        "history --limit 0",
        "frobnicate",
      })
  void aCallThatCannotBeMeantIsRefused(String call) {
    assertThat(exitCode(call.split(" "))).isEqualTo(2);
    assertThat(err()).startsWith("dayfill: ").doesNotContain("\tat ");
    assertThat(err().lines()).hasSize(1);
    assertNothingHappened();
  }

  @Test
  void aMisspelledFlagSuggestsTheRightOne() {
    assertThat(exitCode("backfill", "2026-09-02", "2026-09-03", "--concurency", "4")).isEqualTo(2);
    assertThat(err()).contains("--concurency").contains("--concurrency");
  }

  @Test
  void aCallInOneArgumentGetsAHint() {
    assertThat(exitCode("load 2026-09-16")).isEqualTo(2);
    assertThat(err()).contains("argument");
  }

  @Test
  void noArgumentsShowTheHelp() {
    assertThat(new CommandRunner(terminal()).run(List.of())).isEqualTo(2);
    assertThat(err()).contains("backfill").contains("Exit codes");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"load", "check", "backfill", "history", "explain", "conflicts", "make-days"})
  void everyCommandHelpsWithAnExample(String command) {
    assertThat(new CommandRunner(terminal()).run(List.of(command, "--help"))).isZero();
    assertThat(out()).contains("./submit.sh " + command);
  }

  @Test
  void versionTellsTheBuild() {
    assertThat(new CommandRunner(terminal()).run(List.of("--version"))).isZero();
    assertThat(out()).contains("dayfill ").contains("Spark 4.2.0").contains("Delta 4.4.0");
  }

  @Test
  void aGoodCallNeedsSpark() {
    List<String> args = List.of("load", "2028-02-29", "--project", folder.toString());

    assertThat(new CommandRunner(terminal()).runWithoutSpark(args))
        .isEqualTo(new Answer(0, Need.SPARK_SHORT));
  }

  @Test
  void aDryRunListsBothEndsAndWritesNothing() throws IOException {
    Files.createDirectories(folder.resolve("landing/orders"));
    Files.writeString(folder.resolve("landing/orders/2026-09-02.csv"), "x");

    assertThat(exitCode("backfill", "2026-09-02", "2026-09-04", "--dry-run")).isZero();
    assertThat(out())
        .contains("2026-09-02  2026-09-01  MISSING  WAIT")
        .contains("2026-09-03  2026-09-02  MISSING  RUN")
        .contains("2026-09-04  2026-09-03  MISSING  WAIT")
        .contains("3 runs");
    assertNothingHappened();
  }

  @Test
  void aTableThatIsNotThereHasNoHistory() {
    assertThat(exitCode("history")).isZero();
    assertThat(out()).contains("no history");
  }

  private int exitCode(String... args) {
    List<String> call = new ArrayList<>(Arrays.asList(args));
    if (args.length > 0 && !args[0].contains(" ")) {
      call.addAll(List.of("--project", folder.toString()));
    }
    return new CommandRunner(terminal()).runWithoutSpark(call).exitCode();
  }

  private void assertNothingHappened() {
    assertThat(folder.resolve("warehouse")).doesNotExist();
    assertThat(SparkSession.getDefaultSession().isDefined()).isFalse();
  }

  private Terminal terminal() {
    return new Terminal(
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
