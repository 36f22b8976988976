/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.plan;

import static io.dayfill.testing.TableAssert.assertThatTable;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.dayfill.ledger.Json;
import io.dayfill.testing.Sessions;
import io.dayfill.testing.TableSnapshot;
import io.dayfill.testing.TestProject;
import io.dayfill.testing.TestProject.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each day's state with its cause, what a plan makes of it, and what a backfill then does. */
class StatesIT {
  @TempDir static Path filled;
  private static TestProject original;

  @TempDir Path folder;
  private TestProject project;
  private Path table;

  @BeforeAll
  static void eightDays() {
    Sessions.shared();
    original = TestProject.in(filled);
    for (int i = 1; i <= 8; i++) {
      original.lands(day(i), i * 10L, i * 10L + 1);
    }
    assertThat(original.run("backfill", "2026-09-02", "2026-09-09").exitCode()).isZero();
  }

  @BeforeEach
  void copy() {
    project = TestProject.copyOf(original, folder);
    table = project.table("orders_daily");
  }

  @Test
  void eachDayIsNamedWithItsCauseAndABackfillMendsExactlyWhatItMay() throws IOException {
    project.lands(day(1), 10, 11, 12);
    Files.delete(project.landing(day(2)));
    sql("DELETE FROM TABLE WHERE order_id = 30");
    append(4);
    sql("OPTIMIZE TABLE WHERE order_date = '2026-09-05' ZORDER BY (order_id)");
    sql("UPDATE TABLE SET amount = 11 WHERE order_id = 60");
    TableSnapshot before = TableSnapshot.of(table);

    Map<String, JsonNode> plan = days("plan", "2026-09-02", "2026-09-10");

    assertDay(plan, 1, "STALE", "RUN", "SOURCE_CHANGED");
    assertDay(plan, 2, "COMPLETE", "SKIP", "SOURCE_GONE");
    assertDay(plan, 3, "CORRUPT", "SKIP", "DELETED");
    assertDay(plan, 4, "CORRUPT", "SKIP", "APPENDED");
    assertDay(plan, 5, "COMPLETE", "SKIP", "OPTIMIZED");
    assertDay(plan, 6, "CORRUPT", "SKIP", "UPDATED");
    assertDay(plan, 7, "COMPLETE", "SKIP");
    assertDay(plan, 9, "MISSING", "WAIT", "NEVER_PUBLISHED");
    assertThatTable(table).isUnchangedSince(before);

    Ended first = project.run("backfill", "2026-09-02", "2026-09-09");
    assertThat(first.exitCode()).isZero();
    assertThat(first.summary()).startsWith("ran 1 runs, 0 failed, 7 skipped;");
    assertThatTable(table).differsOnlyIn(day(1), before).hasOrders(day(1), 10, 11, 12);

    Ended second = project.run("backfill", "2026-09-02", "2026-09-09", "--reprocess", "corrupt");
    assertThat(second.exitCode()).isZero();
    assertThat(second.summary()).startsWith("ran 3 runs, 0 failed, 5 skipped;");
    assertThatTable(table)
        .hasOrders(day(3), 30, 31)
        .hasOrders(day(4), 40, 41)
        .hasOrders(day(6), 60, 61);

    assertThat(project.run("backfill", "2026-09-02", "2026-09-09", "--reprocess", "corrupt").out())
        .startsWith("ran 0 runs, 0 failed, 8 skipped;");
  }

  @Test
  void onlyWhatADefinitionSaysMakesDaysStale() throws IOException {
    Path file = folder.resolve("conf/orders_daily.yaml");
    String text = Files.readString(file);

    Files.writeString(file, text.replace("SELECT order_id, ", "SELECT   order_id,\n    "));
    assertThat(states()).containsOnly(Map.entry("COMPLETE", 8));

    Files.writeString(file, text.replace("SELECT order_id", "SELECT 1 + order_id AS order_id"));
    Map<String, JsonNode> changed = days("plan", "2026-09-02", "2026-09-09");
    assertDay(changed, 1, "STALE", "RUN", "DEFINITION_CHANGED");
    assertThat(changed.get("2026-09-01").path("reason").asText()).contains("SQL");

    Files.writeString(file, text + "  - expression: amount < 1000\n");
    Map<String, JsonNode> stricter = days("plan", "2026-09-02", "2026-09-09");
    assertDay(stricter, 1, "STALE", "RUN", "CHECKS_ADDED");
    assertThat(stricter.get("2026-09-01").path("reason").asText()).contains("amount < 1000");

    Files.writeString(file, text);
    assertThat(states()).containsOnly(Map.entry("COMPLETE", 8));
  }

  @Test
  @Tag("slow")
  void aRestoredOrEmptiedTableIsCorruptUntilAskedFor() {
    project.lands(day(2), 20, 21, 22);
    assertThat(project.run("load", "2026-09-03").exitCode()).isZero();
    sql("RESTORE TABLE TO VERSION AS OF 8");
    Map<String, JsonNode> restored = days("plan", "2026-09-02", "2026-09-09");
    assertDay(restored, 1, "COMPLETE", "SKIP");
    assertDay(restored, 2, "CORRUPT", "SKIP", "RESTORED");

    sql("DELETE FROM TABLE");
    assertThat(states()).containsOnly(Map.entry("CORRUPT", 8));
    assertThat(project.run("status", "--fail-on", "corrupt").exitCode()).isEqualTo(4);
    assertThat(project.run("status", "--fail-on", "stale").exitCode()).isZero();
  }

  @Test
  void daysThatSomethingElseWroteBeforeAreNotRecordedAndLeftAlone() {
    append(20);
    Map<String, JsonNode> days = days("plan", "2026-09-21", "2026-09-21");
    assertDay(days, 20, "COMPLETE", "SKIP", "NOT_RECORDED");
  }

  @Test
  void storedRowsAreProvedByTheirFingerprint() {
    sql("DELETE FROM TABLE WHERE order_id = 30");
    sql(
        "INSERT INTO TABLE VALUES (30, 'C01', 10.00, TIMESTAMP'2026-09-03T12:00:00Z', DATE'2026-09-03')");
    append(4);

    Map<String, JsonNode> verified = days("status", "2026-09-02", "2026-09-09", "--verify");

    assertDay(verified, 1, "COMPLETE", "", "VERIFIED");
    assertDay(verified, 3, "COMPLETE", "", "VERIFIED");
    assertDay(verified, 4, "CORRUPT", "", "FINGERPRINT_DIFFERS");
  }

  @Test
  void failedDaysWaitForTheirWord() {
    project.lands(day(9), "9,c9,1.0x,2026-09-09T08:00:00");
    assertThat(project.run("backfill", "2026-09-10", "2026-09-10").exitCode()).isEqualTo(4);

    Map<String, JsonNode> none = days("plan", "2026-09-10", "2026-09-10", "--reprocess", "none");
    assertDay(none, 9, "MISSING", "SKIP", "LAST_RUN_FAILED");
    assertThat(none.get("2026-09-09").path("reason").asText()).contains("REFUSED");
    Map<String, JsonNode> failed =
        days("plan", "2026-09-10", "2026-09-10", "--reprocess", "failed");
    assertDay(failed, 9, "MISSING", "RUN", "LAST_RUN_FAILED");

    project.lands(day(9), 90);
    assertThat(project.run("backfill", "2026-09-10", "2026-09-10").exitCode()).isZero();
    assertThatTable(table).hasOrders(day(9), 90);
  }

  @Test
  void lateDaysBeforeTheRangeAreLookedAtAgain() throws IOException {
    Path file = folder.resolve("conf/orders_daily.yaml");
    Files.writeString(file, Files.readString(file) + "late_days: 3\n");
    project.lands(day(7), 70, 71, 72).lands(day(2), 20).lands(day(9), 90);

    Ended ended = project.run("backfill", "2026-09-10", "2026-09-10");

    assertThat(ended.exitCode()).isZero();
    assertThat(ended.summary()).startsWith("ran 2 runs, 0 failed;");
    assertThatTable(table)
        .hasOrders(day(7), 70, 71, 72)
        .hasOrders(day(9), 90)
        .hasOrders(day(2), 20, 21);
  }

  @Test
  @Tag("slow")
  void anUnpartitionedTableHasStatesToo() {
    String name = "orders_daily_unpartitioned";
    assertThat(project.run("backfill", "2026-09-02", "2026-09-05", "--table", name).exitCode())
        .isZero();
    assertThat(days("status", "--table", name).values())
        .allMatch(day -> day.path("state").asText().equals("COMPLETE"))
        .hasSize(4);
    Sessions.shared()
        .sql(
            "INSERT INTO delta.`"
                + project.table(name)
                + "` VALUES (99, 'C', 1.00, TIMESTAMP'2026-09-02T12:00:00Z', DATE'2026-09-02')");
    Map<String, JsonNode> days = days("status", "--table", name);
    assertDay(days, 1, "COMPLETE", "");
    assertDay(days, 2, "CORRUPT", "", "APPENDED");
  }

  @Test
  void otherToolsMetadataIsNeitherOursNorAnObstacle() {
    write(3, "nightly job 7");
    write(4, "{\"dayfill\":\"9.9\",\"commit\":\"x\",\"days\":[{\"day\":\"soon\"}]}");

    Map<String, JsonNode> plan = days("plan", "2026-09-02", "2026-09-09");

    assertDay(plan, 3, "CORRUPT", "SKIP", "APPENDED");
    assertDay(plan, 4, "CORRUPT", "SKIP", "APPENDED");
    assertDay(plan, 5, "COMPLETE", "SKIP");
    assertThat(project.run("history").exitCode()).isZero();
  }

  @Test
  void aSourceFromTheFutureIsSaidAndJudgedByItsContent() throws IOException {
    FileTime ahead = FileTime.from(Instant.now().plus(400, ChronoUnit.DAYS));
    project.lands(day(2), 20, 21, 22);
    for (int i = 1; i <= 2; i++) {
      Files.setLastModifiedTime(project.landing(day(i)), ahead);
    }

    Map<String, JsonNode> plan = days("plan", "2026-09-02", "2026-09-09");

    assertDay(plan, 1, "COMPLETE", "SKIP", "SOURCE_FROM_FUTURE");
    assertDay(plan, 2, "STALE", "RUN", "SOURCE_CHANGED");
  }

  @Test
  void aDefinitionThatIsGoneIsToldAndNoStateIsMadeUp() throws IOException {
    Files.delete(folder.resolve("conf/orders_daily.yaml"));
    TableSnapshot before = TableSnapshot.of(table);
    for (String command : List.of("plan", "status", "backfill")) {
      Ended ended = project.run(command, "2026-09-02", "2026-09-09", "--table", "orders_daily");
      assertThat(ended.exitCode()).isEqualTo(2);
      assertThat(ended.err().lines()).hasSize(1);
      assertThat(ended.err()).contains("orders_daily");
      assertThat(ended.out()).isEmpty();
    }
    assertThatTable(table).isUnchangedSince(before);
  }

  private void write(int day, String userMetadata) {
    Sessions.shared()
        .sql(
            "SELECT 99L AS order_id, 'C01' AS customer_id, CAST(1 AS DECIMAL(12,2)) AS amount, TIMESTAMP'"
                + day(day)
                + "T12:00:00Z' AS ordered_at, DATE'"
                + day(day)
                + "' AS order_date")
        .write()
        .format("delta")
        .mode("append")
        .option("userMetadata", userMetadata)
        .save(table.toString());
  }

  private Map<String, Integer> states() {
    Map<String, Integer> states = new TreeMap<>();
    days("status")
        .values()
        .forEach(day -> states.merge(day.path("state").asText(), 1, Integer::sum));
    return states;
  }

  private Map<String, JsonNode> days(String... args) {
    String[] call = Arrays.copyOf(args, args.length + 1);
    call[args.length] = "--json";
    Ended ended = project.run(call);
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    Map<String, JsonNode> days = new TreeMap<>();
    try {
      for (JsonNode day : Json.mapper().readTree(ended.out()).path("days")) {
        days.put(day.path("day").asText(), day);
      }
    } catch (JsonProcessingException broken) {
      throw new AssertionError(ended.out(), broken);
    }
    return days;
  }

  private static void assertDay(
      Map<String, JsonNode> days, int day, String state, String action, String... codes) {
    JsonNode found = days.get(day(day).toString());
    assertThat(found.path("state").asText()).as("state of %s", found).isEqualTo(state);
    assertThat(found.path("action").asText()).as("action of %s", found).isEqualTo(action);
    assertThat(found.path("causes").findValuesAsText("code")).as("%s", found).contains(codes);
  }

  private void sql(String sql) {
    Sessions.shared().sql(sql.replace("TABLE", "delta.`" + table + "`"));
  }

  private void append(int day) {
    sql(
        "INSERT INTO TABLE VALUES (99, 'C01', 1.00, TIMESTAMP'"
            + day(day)
            + "T12:00:00Z', DATE'"
            + day(day)
            + "')");
  }

  private static LocalDate day(int day) {
    return LocalDate.of(2026, 9, day);
  }
}
