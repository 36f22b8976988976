/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.dayfill.delta.KernelReader;
import io.dayfill.ledger.Json;
import io.dayfill.testing.Sessions;
import io.dayfill.testing.TestProject;
import io.dayfill.testing.TestProject.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Days that are computed from other tables, dimensions and the day before. */
class DerivedIT {
  private static final String REVENUE = "revenue_by_region";
  private static final String BALANCE = "customer_balance";

  @TempDir static Path filled;
  private static TestProject original;

  @TempDir Path folder;
  private TestProject project;

  @BeforeAll
  static void fiveDays() {
    Sessions.shared();
    original = TestProject.in(filled);
    for (int i = 1; i <= 5; i++) {
      original.lands(
          day(i),
          i + "1,C01,10.00," + day(i) + "T10:00:00",
          i + "2,C02,1.00," + day(i) + "T11:00:00");
    }
    Sessions.shared()
        .sql(
            "CREATE TABLE delta.`"
                + original.table("customers")
                + "` (customer_id STRING, region STRING, note STRING, valid_from DATE, valid_to DATE) USING delta");
    customers(
        original,
        "INSERT INTO TABLE VALUES"
            + " ('C01', 'Berlin', 'a', DATE'2026-01-01', DATE'2026-09-03'),"
            + " ('C01', 'Munich', 'b', DATE'2026-09-03', NULL),"
            + " ('C02', 'Berlin', 'c', DATE'2026-01-01', NULL),"
            + " ('C03', 'Berlin', 'd', DATE'2026-01-01', NULL)");
    for (String table : List.of("orders_daily", REVENUE, BALANCE)) {
      Ended ended = original.run("backfill", "2026-09-02", "2026-09-06", "--table", table);
      assertThat(ended.exitCode()).as(ended.err()).isZero();
    }
  }

  @BeforeEach
  void copy() {
    project = TestProject.copyOf(original, folder);
  }

  @Test
  void theSampleIsFilledAndChecked() {
    TestProject sample = TestProject.in(folder.resolve("sample"));
    assertThat(sample.run("make-days").out()).contains("warehouse/customers written");
    assertThat(sample.run("make-days").out()).contains("warehouse/customers already there");
    for (String table : List.of("orders_daily", REVENUE, BALANCE)) {
      Ended ended = sample.run("backfill", "2026-09-02", "2026-09-07", "--table", table);
      assertThat(ended.exitCode()).as(ended.err()).isZero();
      assertThat(ended.summary()).startsWith("ran 6 runs, 0 failed; " + table + " has 6 days");
      Ended check = sample.run("check", "2026-09-06", "--table", table);
      assertThat(check.exitCode()).as(check.err()).isZero();
      assertThat(states(sample, table).values()).containsOnly("COMPLETE").hasSize(6);
    }
    assertThat(rows(sample, "SELECT sum(amount) FROM " + REVENUE))
        .isEqualTo(rows(sample, "SELECT sum(amount) FROM orders_daily"));
    assertThat(
            rows(
                sample,
                "SELECT sum(closing) FROM " + BALANCE + " WHERE balance_date = '2026-09-06'"))
        .isEqualTo(rows(sample, "SELECT sum(amount) FROM orders_daily"));
  }

  @Test
  void aDayShowsItsDimensionsAsTheyWereOrAsTheyAre() {
    String sums = "SELECT day(order_date), region, amount FROM " + REVENUE + " ORDER BY 1, 2";
    assertThat(rows(project, sums))
        .containsExactly(
            "1 Berlin 11.00",
            "2 Berlin 11.00",
            "3 Berlin 1.00",
            "3 Munich 10.00",
            "4 Berlin 1.00",
            "4 Munich 10.00",
            "5 Berlin 1.00",
            "5 Munich 10.00");

    Ended plan = run("plan", "2026-09-02", "2026-09-06", "--history", "restated");
    assertThat(plan.out()).contains("5 to run").contains("restated");
    Ended held =
        run("backfill", "2026-09-02", "2026-09-03", "--history", "restated", "--publish", "hold");
    assertThat(held.exitCode()).as(held.err()).isZero();
    String id = held.out().replaceAll("(?s).*\\(backfill ([0-9a-f]+)\\).*", "$1");
    Ended diff = project.run("diff", id);
    assertThat(diff.out())
        .contains("history original -> restated")
        .contains("changed: 2026-09-01 region Berlin: orders 2 -> 1, amount 11.00 -> 1.00");
    assertThat(project.run("publish", id).exitCode()).isZero();
    Ended again = project.run("publish", id);
    assertThat(again.exitCode()).as(again.err()).isZero();
    assertThat(again.out()).contains("is published already").contains("2 days of " + REVENUE);

    assertThat(rows(project, sums))
        .contains("1 Berlin 1.00", "1 Munich 10.00", "2 Berlin 1.00", "2 Munich 10.00");
    Ended status = run("status");
    assertThat(status.out())
        .contains("restated")
        .contains(
            "note: days of revenue_by_region show different histories: original on 3 days, restated on 2 days");
    assertThat(states(project, REVENUE).values()).containsOnly("COMPLETE");
    assertThat(run("history", "--limit", "1").out()).contains("restated");
    assertThat(why(REVENUE, 2)).containsExactly("history original then, restated now");
  }

  @Test
  void onlyDaysThatUsedAChangedRowOfADimensionAreStale() {
    customers(project, "UPDATE TABLE SET region = 'Hamburg' WHERE customer_id = 'C03'");
    Ended status = run("status");
    assertThat(status.out()).contains("may be stale").contains("5 complete");
    assertThat(plan()).containsOnly(Map.entry("2026-09-0x", "COMPLETE"));

    customers(project, "UPDATE TABLE SET note = 'other' WHERE customer_id = 'C01'");
    assertThat(plan()).containsOnly(Map.entry("2026-09-0x", "COMPLETE"));

    customers(
        project,
        "UPDATE TABLE SET valid_to = DATE'2026-09-05' WHERE customer_id = 'C01' AND region = 'Munich'");
    customers(project, "INSERT INTO TABLE VALUES ('C01', 'Paris', '', DATE'2026-09-05', NULL)");
    Map<String, JsonNode> days = days("plan", "2026-09-02", "2026-09-06");
    assertState(days, 4, "COMPLETE", "SKIP");
    assertState(days, 5, "STALE", "RUN", "DIMENSION_CHANGED");

    assertThat(run("backfill", "2026-09-02", "2026-09-06").summary())
        .startsWith("ran 1 runs, 0 failed, 4 skipped;");
    assertThat(
            rows(
                project,
                "SELECT region FROM " + REVENUE + " WHERE order_date = '2026-09-05' ORDER BY 1"))
        .containsExactly("Berlin", "Paris");
    assertThat(why(REVENUE, 5))
        .singleElement(as(InstanceOfAssertFactories.STRING))
        .matches(
            "rows used of the dimension warehouse/customers changed, version \\d+ then, \\d+ now");
    assertThat(run("backfill", "2026-09-02", "2026-09-06").out()).contains("ran 0 runs");
  }

  @Test
  void aBadDimensionIsRefusedWithItsFirstKeys() {
    long version = version(REVENUE);
    customers(
        project,
        "INSERT INTO TABLE VALUES"
            + " ('C02', 'Bonn', '', DATE'2026-05-01', DATE'2026-06-01'),"
            + " ('C08', 'Bonn', '', DATE'2026-05-01', DATE'2026-04-01'),"
            + " (NULL, 'Bonn', '', DATE'2026-05-01', NULL),"
            + " ('C09', 'Bonn', '', NULL, NULL),"
            + " ('C01', 'Bonn', '', DATE'2026-05-01', DATE'2026-05-02')");
    Ended wrong = run("backfill", "2026-09-02", "2026-09-06", "--reprocess", "completed");
    assertThat(wrong.exitCode()).as(wrong.err()).isEqualTo(4);
    assertThat(wrong.err())
        .contains(
            "dimension warehouse/customers, version",
            "1 current rows with a later row beside them: C02",
            "1 intervals that end before they start: C08",
            "1 rows whose key is null",
            "1 rows that have no valid_from: C09",
            "1 intervals that overlap the next one of the key: C01");
    customers(project, "ALTER TABLE TABLE SET TBLPROPERTIES ('delta.columnMapping.mode' = 'name')");
    customers(project, "ALTER TABLE TABLE RENAME COLUMN valid_to TO ends");
    Ended ended = run("load", "2026-09-02");
    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(4);
    assertThat(ended.err()).contains("it has no column valid_to");
    assertThat(version(REVENUE)).isEqualTo(version);
  }

  @Test
  void whatIsNotThereYetIsWaitedFor() {
    project.lands(day(7), 71);
    assertThat(project.run("load", "2026-09-08").exitCode()).isZero();
    Map<String, JsonNode> days = days("plan", "2026-09-07", "2026-09-08");
    assertState(days, 6, "MISSING", "WAIT", "UPSTREAM_MISSING");
    assertState(days, 7, "MISSING", "RUN", "NEVER_PUBLISHED");
    Ended ended = run("load", "2026-09-07");
    assertThat(ended.exitCode()).isEqualTo(3);
    assertThat(ended.err())
        .contains(
            "revenue_by_region 2026-09-06 is not ready: orders_daily 2026-09-06 is not published yet");
    Ended hole = project.run("load", "2026-09-08", "--table", BALANCE);
    assertThat(hole.exitCode()).isEqualTo(3);
    assertThat(hole.err())
        .contains(
            "the chain has a hole, 2026-09-06 is not published; run backfill --table customer_balance from 2026-09-07 on");
    Ended early = project.run("load", "2026-09-01", "--table", BALANCE);
    assertThat(early.exitCode()).isEqualTo(4);
    assertThat(early.err()).contains("the chain begins on 2026-09-01");
  }

  @Test
  void aCorrectedDayMakesExactlyItsReadersAndTheTailStale() {
    String same = "31,C01,10.00,2026-09-03T10:00:00";
    project.lands(day(3), "32,C02,1.00,2026-09-03T11:00:00", same);
    assertThat(project.run("load", "2026-09-04").exitCode()).isZero();
    assertThat(states(project, REVENUE).values()).containsOnly("COMPLETE");

    project.lands(day(3), same, "32,C02,2.50,2026-09-03T11:00:00");
    assertThat(project.run("load", "2026-09-04").exitCode()).isZero();

    assertThat(states(project, REVENUE))
        .containsEntry("2026-09-02", "COMPLETE")
        .containsEntry("2026-09-03", "STALE")
        .containsEntry("2026-09-04", "COMPLETE");
    assertThat(states(project, BALANCE).values())
        .containsExactly("COMPLETE", "COMPLETE", "STALE", "STALE", "STALE");

    assertThat(project.run("backfill", "2026-09-02", "2026-09-06", "--table", BALANCE).summary())
        .startsWith("ran 3 runs, 0 failed, 2 skipped;");
    assertThat(states(project, BALANCE).values()).containsOnly("COMPLETE");
    assertThat(why(BALANCE, 3))
        .singleElement(as(InstanceOfAssertFactories.STRING))
        .matches("orders_daily changed on 2026-09-03, version \\d+ then, \\d+ now");
    assertThat(why(BALANCE, 4))
        .singleElement(as(InstanceOfAssertFactories.STRING))
        .startsWith(BALANCE + " changed on 2026-09-03, version ");
    assertThat(
            rows(
                project,
                "SELECT customer_id, opening, closing FROM "
                    + BALANCE
                    + " WHERE balance_date = '2026-09-05' ORDER BY 1"))
        .containsExactly("C01 40.00 50.00", "C02 5.50 6.50");
  }

  @Test
  void aDayIsComparedWithTheSumOfTheOtherTablesDayWhoeverWroteIt() throws IOException {
    Path definition = folder.resolve("conf/revenue_by_region.yaml");
    String all = Files.readString(definition);
    Files.writeString(
        definition, all.replace("  GROUP BY", "  WHERE c.region <> 'Munich'\n  GROUP BY"));
    long version = version(REVENUE);

    Ended lost = run("load", "2026-09-04");
    assertThat(lost.exitCode()).isEqualTo(4);
    assertThat(lost.err())
        .contains("'sum_matches: orders.amount' failed: the day has 1, the source 11");
    assertThat(version(REVENUE)).isEqualTo(version);

    Sessions.shared()
        .sql("DELETE FROM delta.`" + project.table("orders_daily") + "` WHERE order_id = 31");
    Ended right = run("load", "2026-09-04");
    assertThat(right.exitCode()).as(right.err()).isZero();
    assertThat(version(REVENUE)).isEqualTo(version + 1);
  }

  private Ended run(String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    all.addAll(List.of("--table", REVENUE));
    return project.run(all.toArray(String[]::new));
  }

  /** The states of the plan; one entry if they are all alike. */
  private Map<String, String> plan() {
    Map<String, String> states = new TreeMap<>();
    days("plan", "2026-09-02", "2026-09-06")
        .forEach((day, row) -> states.put(day, row.path("state").asText()));
    return states.values().stream().distinct().count() == 1
        ? Map.of("2026-09-0x", states.values().iterator().next())
        : states;
  }

  private static Map<String, String> states(TestProject of, String table) {
    Map<String, String> states = new TreeMap<>();
    for (JsonNode day : json(of.run("status", "--json", "--table", table)).path("days")) {
      states.put(day.path("day").asText(), day.path("state").asText());
    }
    return states;
  }

  private Map<String, JsonNode> days(String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    all.add("--json");
    Map<String, JsonNode> days = new TreeMap<>();
    for (JsonNode day : json(run(all.toArray(String[]::new))).path("days")) {
      days.put(day.path("day").asText(), day);
    }
    return days;
  }

  /** What explain says of the newest publication of a day. */
  private List<String> why(String table, int day) {
    JsonNode told = json(project.run("explain", table, day(day).toString(), "--json"));
    List<String> reasons = new ArrayList<>();
    told.at("/events/0/why").forEach(reason -> reasons.add(reason.asText()));
    return reasons;
  }

  private static JsonNode json(Ended ended) {
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    try {
      return Json.mapper().readTree(ended.out());
    } catch (JsonProcessingException broken) {
      throw new AssertionError(ended.out(), broken);
    }
  }

  private static void assertState(
      Map<String, JsonNode> days, int day, String state, String action, String... codes) {
    JsonNode found = days.get(day(day).toString());
    assertThat(found.path("state").asText()).as("state of %s", found).isEqualTo(state);
    assertThat(found.path("action").asText()).as("action of %s", found).isEqualTo(action);
    assertThat(found.path("causes").findValuesAsText("code")).as("%s", found).contains(codes);
  }

  private long version(String table) {
    return new KernelReader(project.table(table).toString(), new Configuration())
        .latest()
        .orElseThrow()
        .version();
  }

  private static void customers(TestProject of, String sql) {
    String table = "delta.`" + of.table("customers") + "`";
    Sessions.shared().sql(sql.replaceFirst("TABLE(?! TABLE)", table.replace("$", "\\$")));
  }

  /** The rows that {@code sql} gives, with blanks between their values. */
  private static List<String> rows(TestProject of, String sql) {
    String named = sql;
    for (String table : List.of("orders_daily", REVENUE, BALANCE)) {
      named = named.replace("FROM " + table, "FROM delta.`" + of.table(table) + "`");
    }
    return Sessions.shared().sql(named).collectAsList().stream()
        .map(row -> row.mkString(" "))
        .toList();
  }

  private static LocalDate day(int day) {
    return LocalDate.of(2026, 9, day);
  }
}
