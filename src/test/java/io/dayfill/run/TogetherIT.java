/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import static io.dayfill.testing.TableAssert.assertThatTable;
import static org.assertj.core.api.Assertions.assertThat;

import io.dayfill.delta.LogCommit;
import io.dayfill.delta.TableLog;
import io.dayfill.ledger.Facts;
import io.dayfill.testing.Sessions;
import io.dayfill.testing.TableAssert;
import io.dayfill.testing.TableSnapshot;
import io.dayfill.testing.TestProject;
import io.dayfill.testing.TestProject.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --publish together}: all days of a range in one commit, or none of them. */
class TogetherIT {
  @TempDir Path folder;
  private TestProject project;

  @BeforeAll
  static void session() {
    Sessions.shared();
  }

  @BeforeEach
  void fourDays() {
    project = TestProject.in(folder);
    for (int i = 1; i <= 4; i++) {
      project.lands(day(i), i * 10L, i * 10L + 1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"orders_daily", "orders_daily_unpartitioned"})
  void allDaysAppearInOneCommit(String definition) {
    Path table = project.table(definition);
    assertThat(project.run("load", "2026-09-02", "--table", definition).exitCode()).isZero();
    long before = TableAssert.versionOf(table);

    Ended ended =
        project.run(
            "backfill",
            "2026-09-02",
            "2026-09-05",
            "--publish",
            "together",
            "--table",
            definition,
            "--reprocess",
            "completed",
            "--concurrency",
            "2");

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.summary()).startsWith("ran 4 runs, 0 failed; " + definition + " has 4 days");
    assertThatTable(table)
        .isAtVersion(before + 1)
        .hasOrders(day(1), 10, 11)
        .hasOrders(day(2), 20, 21)
        .hasOrders(day(3), 30, 31)
        .hasOrders(day(4), 40, 41);
    LogCommit commit =
        new TableLog(table.toString(), new Configuration()).commit(before + 1).orElseThrow();
    assertThat(Facts.days(commit)).containsExactly(day(1), day(2), day(3), day(4));
    assertThat(project.run("status", "--table", definition).summary())
        .startsWith(definition + ": 4 days, 0 missing, 4 complete");
  }

  @Test
  void oneFailedDayStopsThePublicationAndIsNamed() {
    assertThat(project.run("load", "2026-09-02").exitCode()).isZero();
    project.lands(day(1), 10, 11, 12).lands(day(3), "30,C01,nothing,2026-09-03T12:00:00");
    project.lands(day(4), 40, 40);
    TableSnapshot before = TableSnapshot.of(project.table("orders_daily"));

    Ended ended = project.run("backfill", "2026-09-02", "2026-09-05", "--publish", "together");

    assertThat(ended.exitCode()).isEqualTo(4);
    assertThat(ended.err())
        .contains("dayfill: orders_daily 2026-09-03 refused: ")
        .contains("dayfill: orders_daily 2026-09-04 refused: ")
        .contains("orders_daily 2026-09-01 SKIPPED")
        .contains("orders_daily 2026-09-02 SKIPPED");
    assertThat(ended.summary()).startsWith("ran 4 runs, 2 failed;");
    assertThatTable(project.table("orders_daily")).isUnchangedSince(before);

    project.lands(day(3), 30).lands(day(4), 40);
    Ended again = project.run("backfill", "2026-09-02", "2026-09-05", "--publish", "together");
    assertThat(again.exitCode()).as(again.err()).isZero();
    assertThatTable(project.table("orders_daily"))
        .isAtVersion(before.version() + 1)
        .hasOrders(day(1), 10, 11, 12)
        .hasOrders(day(4), 40);
  }

  @Test
  void theReasonOfADayThatWaitedForOthersIsInTheAnswer() {
    project.lands(day(3), "30,C01,nothing,2026-09-03T12:00:00");
    Ended ended =
        project.run("backfill", "2026-09-02", "2026-09-05", "--publish", "together", "--json");
    assertThat(ended.exitCode()).isEqualTo(4);
    assertThat(ended.out())
        .contains(
            "orders_daily 2026-09-01 not published, though it is right: all days or none, and these failed: [2026-09-03]");
    assertThatTable(project.table("orders_daily")).isAtVersion(0).hasDays();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rows_between: 9..20 | the days have 8 rows, not 9 to 20",
        "rows_match: orders | the days have 8 rows, orders has 9",
        "sum_matches: orders.amount | the days have 80, the sources 90",
        "key_in_one_day: true | keys stand in several days: 10",
      })
  void checksOfTheRangeAreAskedOfAllDaysTogether(String check, String found) throws IOException {
    project.lands(day(2), 20, 21, 29).lands(day(3), 30, 10);
    Path definition = project.root().resolve("conf/orders_daily.yaml");
    String text = Files.readString(definition);
    Files.writeString(
        definition,
        text.replace("\n  FROM orders", "\n  FROM orders WHERE order_id <> 29")
            .replace("  - rows_match: orders\n", "  - " + check + "\n    scope: range\n"));

    Ended refused = project.run("backfill", "2026-09-02", "2026-09-05", "--publish", "together");

    assertThat(refused.exitCode()).as(refused.err()).isEqualTo(4);
    assertThat(refused.err())
        .contains("orders_daily 2026-09-01 to 2026-09-04 refused: check '" + check)
        .contains(found);
    assertThatTable(project.table("orders_daily")).isAtVersion(0).hasDays();
    Files.writeString(
        definition,
        Files.readString(definition).replace("scope: range", "scope: range\n    severity: warn"));
    Ended warned = project.run("backfill", "2026-09-02", "2026-09-05", "--publish", "together");
    assertThat(warned.exitCode()).as(warned.err()).isZero();
    assertThat(warned.err()).contains("warning: orders_daily 2026-09-01 check '" + check);
  }

  private static LocalDate day(int day) {
    return LocalDate.of(2026, 9, day);
  }
}
