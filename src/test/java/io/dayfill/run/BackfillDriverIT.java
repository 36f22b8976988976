/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import static io.dayfill.testing.TableAssert.assertThatTable;
import static org.assertj.core.api.Assertions.assertThat;

import io.dayfill.delta.CommitMoment.When;
import io.dayfill.testing.MomentInBackfill;
import io.dayfill.testing.Sessions;
import io.dayfill.testing.TableAssert;
import io.dayfill.testing.TableSnapshot;
import io.dayfill.testing.TestProject;
import io.dayfill.testing.TestProject.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranges: each day by itself, the gravest end counts, and what fails keeps its rows. */
class BackfillDriverIT {
  private static final LocalDate[] DAYS = {day(1), day(2), day(3), day(4), day(5)};
  private static final String BAD = "7,c7,1.0x,2026-09-03T08:00:00";

  @TempDir Path folder;
  private TestProject project;
  private Path table;

  @BeforeAll
  static void session() {
    Sessions.shared();
  }

  @BeforeEach
  void fiveDays() {
    project = TestProject.in(folder);
    table = project.table("orders_daily");
    for (int i = 1; i <= 5; i++) {
      project.lands(day(i), i * 10L, i * 10L + 1);
    }
  }

  @Test
  void aCommitADayAndTheSameAgainChangesNothing() {
    Ended first = backfill();

    assertThat(first.exitCode()).isZero();
    assertThat(first.summary())
        .startsWith("ran 5 runs, 0 failed; orders_daily has 5 days, 10 orders");
    assertThatTable(table).isAtVersion(5).hasDays(DAYS);
    TableSnapshot before = TableSnapshot.of(table);

    Ended again = backfill();
    assertThat(again.exitCode()).isZero();
    assertThat(again.summary())
        .isEqualTo(
            "ran 0 runs, 0 failed, 5 skipped; orders_daily has 5 days, 10 orders; nothing was to be done");
    assertThatTable(table).isUnchangedSince(before);

    assertThat(backfill("--reprocess", "completed").exitCode()).isZero();
    assertThatTable(table).isAtVersion(10).hasContentOf(before);
  }

  @Test
  void aCorrectedDayChangesNoOther() {
    backfill();
    TableSnapshot before = TableSnapshot.of(table);
    project.lands(day(3), 30, 31, 32);

    Ended load = project.run("load", "2026-09-04");

    assertThat(load.exitCode()).isZero();
    assertThat(load.summary())
        .startsWith("run 2026-09-04 loaded 2026-09-03: 3 rows (was 2), orders_daily has 11");
    assertThatTable(table).differsOnlyIn(day(3), before).hasOrders(day(3), 30, 31, 32);
    assertThat(project.run("check", "2026-09-04").out())
        .startsWith("ok 2026-09-03: 3 rows for the file's 3 orders, 0 missing");
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "1", "3"})
  void oneBadDayOfFiveStopsNoOther(String concurrency) {
    backfill();
    TableSnapshot before = TableSnapshot.of(table);
    project.lands(day(3), BAD);

    Ended ended = backfill("--concurrency", concurrency, "--reprocess", "completed");

    assertThat(ended.exitCode()).isEqualTo(4);
    assertThat(ended.summary()).startsWith("ran 5 runs, 1 failed; orders_daily has 5 days");
    assertThat(ended.err())
        .contains("2026-09-03 refused")
        .contains("line 2")
        .contains("1.0x")
        .doesNotContain("\tat ");
    assertThatTable(table).isAtVersion(9).hasContentOf(before);
  }

  @Test
  void theGravestEndCounts() throws IOException {
    backfill();
    TableSnapshot before = TableSnapshot.of(table);
    Files.delete(project.landing(day(2)));
    assertThat(backfill("--reprocess", "completed").exitCode()).isEqualTo(3);
    project.lands(day(3), BAD);

    Ended ended = backfill("--reprocess", "completed");

    assertThat(ended.exitCode()).isEqualTo(4);
    assertThat(ended.err()).contains("landing/orders/2026-09-02.csv does not exist");
    assertThatTable(table).hasContentOf(before);
  }

  @Test
  void aLostConflictIsExitCode5AndTheWinnersRowsStay() {
    backfill();
    TableSnapshot before = TableSnapshot.of(table);
    project.lands(day(3), 32, 33, 34);
    String delete = "DELETE FROM delta.`%s` WHERE order_id = 31".formatted(table);

    BackfillReport lost =
        MomentInBackfill.run(
            project,
            "orders_daily",
            day(3),
            When.BEFORE_COMMIT,
            () -> Sessions.shared().sql(delete));

    assertThat(lost.exitCode()).isEqualTo(5);
    assertThat(lost.failures().get(0).reason().orElseThrow())
        .startsWith("orders_daily 2026-09-03 not published: version 6 (DELETE")
        .endsWith("look at it, then run the day again");
    assertThatTable(table).isAtVersion(6).hasOrders(day(3), 30).differsOnlyIn(day(3), before);
  }

  @Test
  void failFastStartsNoMore() {
    project.lands(day(2), "9,c9,1.0x,2026-09-02T08:00:00");

    Ended ended = backfill("--fail-fast", "--concurrency", "1");

    assertThat(ended.exitCode()).isEqualTo(4);
    assertThat(ended.err()).contains("stopped before 3 runs");
    assertThatTable(table).hasDays(day(1));
  }

  @Test
  void anEmptyDayIsRefusedUnlessItIsAllowed() {
    backfill();
    TableSnapshot before = TableSnapshot.of(table);
    project.lands(day(3), new String[0]);

    assertThat(project.run("load", "2026-09-04").exitCode()).isEqualTo(4);
    assertThatTable(table).isUnchangedSince(before);

    assertThat(project.run("load", "2026-09-04", "--allow-empty").exitCode()).isZero();
    assertThatTable(table).hasDays(day(1), day(2), day(4), day(5));
  }

  @Test
  void rowsThatSwappedTheirFilesAreRefusedOnBothDays() {
    backfill();
    TableSnapshot before = TableSnapshot.of(table);
    project.lands(day(1), "10,c,1.00,2026-09-01T08:00:00", "20,c,1.00,2026-09-02T08:00:00");
    project.lands(day(2), "21,c,1.00,2026-09-02T08:00:00", "11,c,1.00,2026-09-01T08:00:00");

    Ended ended = project.run("backfill", "2026-09-02", "2026-09-03");

    assertThat(ended.exitCode()).isEqualTo(4);
    assertThat(ended.err())
        .contains("line 3: order_date is 2026-09-02")
        .contains("line 3: order_date is 2026-09-01");
    assertThatTable(table).isUnchangedSince(before);
  }

  @Test
  void sqlThatIsNotRowByRowRunsADayAtATimeAndStillReadsStrictly() throws IOException {
    sql(
        "SELECT min(order_id) AS order_id, customer_id, sum(amount) AS amount, CAST(min(ordered_at) AS DATE) AS order_date FROM orders GROUP BY customer_id");
    assertThat(backfill().exitCode()).isZero();
    assertThatTable(table).hasDays(DAYS);
    TableSnapshot before = TableSnapshot.of(table);
    project.lands(day(3), "1,c1,1.00,2026-09-03T08:00:00", BAD);

    Ended ended = project.run("load", "2026-09-04");

    assertThat(ended.exitCode()).isEqualTo(4);
    assertThat(ended.err()).contains("1 bad line").contains("line 3: amount '1.0x'");
    assertThatTable(table).isUnchangedSince(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "1"})
  void aValueThatTheSqlCannotConvertRefusesItsDayAlone(String concurrency) throws IOException {
    sql(
        "SELECT order_id, CAST(customer_id AS BIGINT) AS customer_id, amount, CAST(ordered_at AS DATE) AS order_date FROM orders");
    project
        .lands(day(2), "1,7,1.00,2026-09-02T08:00:00")
        .lands(day(3), "2,8,1.00,2026-09-03T08:00:00");
    assertThat(project.run("backfill", "2026-09-03", "2026-09-04").exitCode()).isZero();
    TableSnapshot before = TableSnapshot.of(table);
    project
        .lands(day(2), "3,x,1.00,2026-09-02T08:00:00")
        .lands(day(3), "4,9,1.00,2026-09-03T08:00:00");

    Ended ended = project.run("backfill", "2026-09-03", "2026-09-04", "--concurrency", concurrency);

    assertThat(ended.exitCode()).isEqualTo(4);
    assertThat(ended.err())
        .contains("orders_daily 2026-09-02 refused: the SQL failed on this day's data: ")
        .contains("'x'")
        .doesNotContain("2026-09-03 refused");
    assertThatTable(table).hasOrders(day(3), 4).differsOnlyIn(day(3), before);
  }

  @Test
  void rowsOfAnotherDayThanTheRunsAreNeverPublished() throws IOException {
    backfill();
    TableSnapshot before = TableSnapshot.of(table);
    sql(
        "SELECT order_id, customer_id, amount, ordered_at, date_add(:day, 1) AS order_date FROM orders");

    Ended ended = project.run("load", "2026-09-04");

    assertThat(ended.exitCode()).isEqualTo(4);
    assertThat(ended.err()).contains("rows of other days: [2026-09-04]");
    assertThatTable(table).isUnchangedSince(before);
  }

  @Test
  @Tag("slow")
  void anUnpartitionedTableIsFilledDayByDayToo() {
    Ended ended = backfill("--table", "orders_daily_unpartitioned", "--concurrency", "2");

    assertThat(ended.exitCode()).isZero();
    assertThat(ended.summary()).contains("has 5 days, 10 orders");
    assertThatTable(project.table("orders_daily_unpartitioned")).hasDays(DAYS);
    assertThat(TableAssert.versionOf(project.table("orders_daily_unpartitioned"))).isEqualTo(5);
  }

  private Ended backfill(String... flags) {
    String[] call = new String[flags.length + 3];
    call[0] = "backfill";
    call[1] = "2026-09-02";
    call[2] = "2026-09-06";
    System.arraycopy(flags, 0, call, 3, flags.length);
    return project.run(call);
  }

  private void sql(String sql) throws IOException {
    Files.writeString(
        folder.resolve("conf/orders_daily.yaml"),
        """
        table: orders_daily
        day_column: order_date
        inputs:
          orders:
            files: landing/orders/{day}.csv
            columns: order_id BIGINT NOT NULL, customer_id STRING NOT NULL, amount DECIMAL(12,2) NOT NULL, ordered_at TIMESTAMP NOT NULL
        sql: %s
        key: [order_id]
        checks: [{not_empty: true}]
        """
            .formatted(sql.replace(": ", ":")));
  }

  private static LocalDate day(int day) {
    return LocalDate.of(2026, 9, day);
  }
}
