/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import static io.dayfill.testing.TableAssert.assertThatTable;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.dayfill.delta.LogCommit;
import io.dayfill.delta.TableLog;
import io.dayfill.ledger.Json;
import io.dayfill.testing.Sessions;
import io.dayfill.testing.TableSnapshot;
import io.dayfill.testing.TestProject;
import io.dayfill.testing.TestProject.Ended;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code --publish hold}, {@code publish}, {@code discard}, and what {@code status} says. */
class HoldIT {
  @TempDir static Path filled;
  private static TestProject original;

  @TempDir Path folder;
  private TestProject project;
  private Path table;
  private TableSnapshot before;

  @BeforeAll
  static void fourDays() {
    Sessions.shared();
    original = TestProject.in(filled);
    for (int i = 1; i <= 4; i++) {
      original.lands(day(i), i * 10L, i * 10L + 1);
    }
    assertThat(original.run("backfill", "2026-09-02", "2026-09-05").exitCode()).isZero();
    original.lands(day(1), 10, 12).lands(day(2), 20, 21, 22).lands(day(5), 50);
  }

  @BeforeEach
  void copy() {
    project = TestProject.copyOf(original, folder);
    table = project.table("orders_daily");
    before = TableSnapshot.of(table);
  }

  @Test
  void heldDaysAreSeenByNobodyUntilTheyArePublishedInOneCommitThatMovesNoData() {
    String id = hold();
    assertThatTable(table).isUnchangedSince(before);
    JsonNode status = json(project.run("status", "--json"));
    assertThat(status.path("held").get(0).path("backfill").asText()).isEqualTo(id);
    assertThat(status.path("held").get(0).path("rows").asLong()).isEqualTo(6);
    assertThat(status.path("held").get(0).path("publishable").asBoolean()).isTrue();
    assertThat(status.path("held").get(0).path("safe_until").asText()).isNotEmpty();
    assertThat(project.run("status").out())
        .contains("held " + id + ": 2026-09-01 to 2026-09-05, 3 days, 6 rows")
        .contains("2026-09-01  HELD")
        .contains("3 held");
    long files = dataFiles();

    Ended published = project.run("publish", id);

    assertThat(published.exitCode()).as(published.err()).isZero();
    assertThat(published.summary())
        .isEqualTo(
            "published %s: 3 days, 6 rows, version %d; orders_daily has 5 days, 10 orders"
                .formatted(id, before.version() + 1));
    assertThat(dataFiles()).isEqualTo(files);
    assertThatTable(table)
        .isAtVersion(before.version() + 1)
        .hasOrders(day(1), 10, 12)
        .hasOrders(day(2), 20, 21, 22)
        .hasOrders(day(3), 30, 31)
        .hasOrders(day(5), 50);
    assertThat(project.run("status").summary())
        .isEqualTo("orders_daily: 5 days, 0 missing, 5 complete, 0 stale, 0 corrupt");
  }

  @Test
  void publishingTwiceIsHarmlessAndSaysSo() {
    String id = hold();
    assertThat(project.run("publish", id).exitCode()).isZero();
    TableSnapshot published = TableSnapshot.of(table);
    Ended again = project.run("publish", id);
    assertThat(again.exitCode()).isZero();
    assertThat(again.summary()).startsWith(id + " is published already: version ");
    assertThatTable(table).isUnchangedSince(published);
  }

  @Test
  void aPublicationThatWasKilledBeforeItForgotTheListIsTold() throws IOException {
    String id = hold();
    Path list = project.root().resolve("warehouse/dayfill_held/" + id + ".json");
    byte[] bytes = Files.readAllBytes(list);
    assertThat(project.run("publish", id).exitCode()).isZero();
    Files.write(list, bytes);
    TableSnapshot published = TableSnapshot.of(table);

    assertThat(project.run("publish", id).summary()).startsWith(id + " is published already");
    assertThatTable(table).isUnchangedSince(published);
    assertThat(list).doesNotExist();
  }

  @Test
  void heldDaysAreLeftAloneByABackfillAndRunAgainOnceDiscarded() {
    String id = hold();
    Ended plan = project.run("plan", "2026-09-02", "2026-09-06");
    assertThat(plan.out()).contains("HELD      SKIP").contains("held by backfill " + id);
    assertThat(project.run("backfill", "2026-09-02", "2026-09-06").summary())
        .startsWith("ran 0 runs, 0 failed, 5 skipped;");

    Ended discarded = project.run("discard", id);
    assertThat(discarded.exitCode()).isZero();
    assertThat(discarded.summary())
        .isEqualTo(
            "discarded %s: orders_daily 2026-09-01 to 2026-09-05, 6 rows; the table is as it was"
                .formatted(id));
    assertThatTable(table).isUnchangedSince(before);
    Ended unknown = project.run("publish", id);
    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.err()).contains("nothing is held by the id " + id);
    assertThat(project.run("backfill", "2026-09-02", "2026-09-06").summary())
        .startsWith("ran 3 runs, 0 failed, 2 skipped;");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ':',
      quoteCharacter = '"',
      value = {
        "INSERT INTO TABLE_PATH SELECT 29L, 'C09', 1, DATE'2026-09-02', DATE'2026-09-02'"
            + ": changed 2026-09-02",
        "DELETE FROM TABLE_PATH WHERE order_id = 10: changed 2026-09-01",
        "ALTER TABLE TABLE_PATH ADD COLUMN note STRING: changed the table's columns",
        "ALTER TABLE TABLE_PATH SET TBLPROPERTIES ('delta.minWriterVersion' = '3')"
            + ": changed the table's columns",
      })
  void whatCannotBePublishedAnyMoreSaysWhyAndOffersTheRange(String statement, String why) {
    String id = hold();
    sql(statement);
    TableSnapshot theirs = TableSnapshot.of(table);

    Ended refused = project.run("publish", id);

    assertThat(refused.exitCode()).isEqualTo(5);
    assertThat(refused.err())
        .contains("backfill " + id + " cannot be published any more: version 5 " + why)
        .contains("run backfill 2026-09-02 2026-09-06 --table orders_daily --publish hold again");
    assertThatTable(table).isUnchangedSince(theirs);
    JsonNode held = json(project.run("status", "--json")).path("held").get(0);
    assertThat(held.path("publishable").asBoolean()).isFalse();
    assertThat(held.path("obstacle").asText()).contains(why);
    assertThat(project.run("discard", id).exitCode()).isZero();
  }

  @Test
  void optimizeAndOtherDaysAreNoObstacle() {
    String id = hold();
    sql(
        "INSERT INTO TABLE_PATH SELECT 39L, 'C09', 1, TIMESTAMP'2026-09-03 10:00:00', DATE'2026-09-03'");
    sql("OPTIMIZE TABLE_PATH");
    Ended published = project.run("publish", id);
    assertThat(published.exitCode()).as(published.err()).isZero();
    assertThatTable(table).hasOrders(day(1), 10, 12).hasOrders(day(3), 30, 31, 39);
  }

  @Test
  @Tag("slow")
  void vacuumTakesHeldFilesOnlyWhenItIsToldAShorterRetention() {
    String id = hold();
    sql("VACUUM TABLE_PATH");
    assertThat(json(project.run("status", "--json")).at("/held/0/publishable").asBoolean())
        .isTrue();

    Sessions.shared().conf().set("spark.databricks.delta.retentionDurationCheck.enabled", "false");
    sql("VACUUM TABLE_PATH RETAIN 0 HOURS");
    TableSnapshot theirs = TableSnapshot.of(table);

    Ended refused = project.run("publish", id);
    assertThat(refused.exitCode()).isEqualTo(5);
    assertThat(refused.err()).contains("of its files are gone (VACUUM?)");
    assertThat(project.run("diff", id).exitCode()).isEqualTo(4);
    assertThatTable(table).isUnchangedSince(theirs);
  }

  @Test
  void aBadDayHoldsNothing() {
    project.lands(day(5), "50,C01,nothing,2026-09-05T12:00:00");
    Ended ended = project.run("backfill", "2026-09-02", "2026-09-06", "--publish", "hold");
    assertThat(ended.exitCode()).isEqualTo(4);
    assertThat(json(project.run("status", "--json")).path("held")).isEmpty();
    assertThatTable(table).isUnchangedSince(before);
  }

  @Test
  void anUnpartitionedTableCannotBeHeldAndSaysWhatToDo() {
    Ended refused =
        project.run(
            "backfill",
            "2026-09-02",
            "2026-09-06",
            "--publish",
            "hold",
            "--table",
            "orders_daily_unpartitioned");
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("--publish hold cannot be used").contains("together");
  }

  @Test
  void theLedgerTellsHoldingAndPublishing() {
    String id = hold();
    assertThat(project.run("publish", id).exitCode()).isZero();
    String rows =
        Sessions.shared()
            .read()
            .format("delta")
            .load(project.root().resolve("warehouse/dayfill_ledger").toString())
            .where("backfill = '" + id + "' AND day = '2026-09-05'")
            .selectExpr("concat(outcome, ' ', rows, ' ', recovered)")
            .collectAsList()
            .toString();
    assertThat(rows).contains("HELD 1 false").contains("PUBLISHED 1 false");
    LogCommit commit =
        new TableLog(table.toString(), new Configuration())
            .commit(before.version() + 1)
            .orElseThrow();
    assertThat(commit.operation()).isEqualTo("WRITE");
  }

  private String hold() {
    Ended ended = project.run("backfill", "2026-09-02", "2026-09-06", "--publish", "hold");
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out()).contains("3 held, no reader sees them: diff ");
    return ended.out().replaceFirst("(?s).*\\(backfill ([0-9a-f]+)\\).*", "$1");
  }

  private void sql(String statement) {
    Sessions.shared().sql(statement.replace("TABLE_PATH", "delta.`" + table + "`"));
  }

  private long dataFiles() {
    try (Stream<Path> all = Files.walk(table)) {
      return all.filter(path -> path.toString().endsWith(".parquet")).count();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private static JsonNode json(Ended ended) {
    try {
      return Json.mapper().readTree(ended.out());
    } catch (JsonProcessingException broken) {
      throw new AssertionError(ended.out(), broken);
    }
  }

  private static LocalDate day(int day) {
    return LocalDate.of(2026, 9, day);
  }
}
