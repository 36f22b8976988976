/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dayfill.testing.Rows;
import io.dayfill.testing.Sessions;
import io.dayfill.testing.TestProject;
import io.dayfill.testing.TestProject.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --downstream}: one backfill over a table and all that is computed from it. */
class DownstreamIT {
  private static final String ORDERS = "orders_daily";
  private static final String REVENUE = "revenue_by_region";
  private static final String BALANCE = "customer_balance";
  private static final List<String> TABLES = List.of(ORDERS, BALANCE, REVENUE);

  @TempDir static Path filled;
  private static TestProject original;

  @TempDir Path folder;
  private TestProject project;

  @BeforeAll
  static void fourDays() {
    Sessions.shared();
    original = TestProject.in(filled);
    for (int i = 1; i <= 4; i++) {
      original.lands(
          day(i),
          i + "1,C01,10.00," + day(i) + "T10:00:00",
          i + "2,C02,1.00," + day(i) + "T11:00:00");
    }
    Rows.of(original, customers());
    Rows.of(
        original,
        "INSERT INTO @customers VALUES ('C01', 'Berlin', DATE'2026-01-01', NULL),"
            + " ('C02', 'Munich', DATE'2026-01-01', NULL)");
    Ended ended = original.run("backfill", "2026-09-02", "2026-09-05", "--downstream", "--json");
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    JsonNode document = Rows.json(ended);
    assertThat(document.path("totals").path("runs").asInt()).isEqualTo(4);
    assertThat(document.path("downstream").findValuesAsText("table"))
        .containsExactly(BALANCE, REVENUE);
    assertThat(document.path("downstream").findValuesAsText("backfill"))
        .containsOnly(document.path("backfill").asText());
    for (String table : TABLES) {
      assertThat(Rows.states(original, table).values()).containsOnly("COMPLETE").hasSize(4);
    }
  }

  private static String customers() {
    return "CREATE TABLE delta.`"
        + original.table("customers")
        + "` (customer_id STRING, region STRING, valid_from DATE, valid_to DATE) USING delta";
  }

  @BeforeEach
  void copy() {
    project = TestProject.copyOf(original, folder);
  }

  @Test
  @Tag("slow")
  void aCorrectedDayIsCarriedThroughAllTablesAndTakenBack() {
    Map<String, Map<String, TreeSet<String>>> before = files();
    correct(2, "2.50");
    Ended plan = project.run("plan", "2026-09-03", "2026-09-03");
    assertThat(plan.out())
        .contains("touches customer_balance 2026-09-02 to 2026-09-04 (3 days): say --downstream")
        .contains("touches revenue_by_region 2026-09-02: say --downstream");

    Ended ended = project.run("backfill", "2026-09-03", "2026-09-03", "--downstream");

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    String id = ended.out().replaceAll("(?s).*\\(backfill ([0-9a-f]+)\\).*", "$1");
    assertThat(ended.out().lines())
        .containsExactly(
            "ran 1 runs, 0 failed; orders_daily has 4 days, 8 orders (backfill " + id + ")",
            "ran 3 runs, 0 failed; customer_balance has 4 days, 8 rows (backfill " + id + ")",
            "ran 1 runs, 0 failed; revenue_by_region has 4 days, 8 rows (backfill " + id + ")");
    assertThat(files().get(BALANCE).get("2026-09-01"))
        .isEqualTo(before.get(BALANCE).get("2026-09-01"));
    assertThat(files().get(REVENUE).get("2026-09-03"))
        .isEqualTo(before.get(REVENUE).get("2026-09-03"));
    assertThat(closings("2026-09-04")).containsExactly("C01 30.00 40.00", "C02 4.50 5.50");
    assertThat(
            Rows.of(
                project,
                "SELECT region, amount FROM @revenue_by_region WHERE order_date = '2026-09-02' ORDER BY 1"))
        .containsExactly("Berlin 10.00", "Munich 2.50");
    complete();
    assertThat(project.run("backfill", "2026-09-03", "2026-09-03", "--downstream").out())
        .doesNotContain("ran 1 runs");

    Ended undone = project.run("undo", id);
    assertThat(undone.exitCode()).as(undone.err()).isZero();
    assertThat(undone.out().lines()).hasSize(3);
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void aDayThatComesOutTheSameStopsTheWave() {
    Ended ended =
        project.run(
            "backfill", "2026-09-03", "2026-09-03", "--downstream", "--reprocess", "completed");
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out().lines().map(line -> line.substring(0, 10)))
        .containsExactly("ran 1 runs", "ran 0 runs", "ran 0 runs");

    Map<String, TreeSet<String>> before = Rows.files(project, BALANCE);
    Ended chain =
        project.run(
            "backfill",
            "2026-09-03",
            "2026-09-03",
            "--table",
            BALANCE,
            "--downstream",
            "--reprocess",
            "completed");
    assertThat(chain.exitCode()).as(chain.err()).isZero();
    assertThat(chain.err())
        .contains("customer_balance 2026-09-03 SKIPPED")
        .contains("customer_balance 2026-09-04 SKIPPED");
    assertThat(Rows.files(project, BALANCE).get("2026-09-04")).isEqualTo(before.get("2026-09-04"));
  }

  @Test
  void aRangeThatWouldBreakAChainAtItsEndIsRefused() {
    correct(2, "2.50");
    assertThat(project.run("load", "2026-09-03").exitCode()).isZero();
    Map<String, TreeSet<String>> before = Rows.files(project, BALANCE);
    String told =
        "customer_balance 2026-09-02 refused: 2026-09-03 to 2026-09-04 are computed from it and the chain would break there; run backfill 2026-09-03 2026-09-03 --table customer_balance --downstream";
    for (String[] call :
        new String[][] {
          {"backfill", "2026-09-03", "2026-09-03", "--table", BALANCE},
          {"load", "2026-09-03", "--table", BALANCE}
        }) {
      Ended ended = project.run(call);
      assertThat(ended.exitCode()).isEqualTo(4);
      assertThat(ended.err()).contains(told);
    }
    assertThat(project.run("plan", "2026-09-03", "2026-09-03", "--table", BALANCE).out())
        .contains("note: backfill refuses this range, for 2026-09-03 to 2026-09-04");
    assertThat(Rows.files(project, BALANCE)).isEqualTo(before);

    Ended ended =
        project.run(
            "backfill",
            "2026-09-03",
            "2026-09-03",
            "--table",
            BALANCE,
            "--downstream",
            "--publish",
            "together");
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.summary()).startsWith("ran 3 runs, 0 failed;");
    assertThat(closings("2026-09-04")).containsExactly("C01 30.00 40.00", "C02 4.50 5.50");
    assertThat(Rows.states(project, BALANCE).values()).containsOnly("COMPLETE");
  }

  @Test
  @Tag("slow")
  void derivedDaysAreHeldComparedAndPublishedWithThoseThatTheyAreComputedFrom() {
    correct(2, "2.50");
    Map<String, Map<String, TreeSet<String>>> before = files();
    Ended held =
        project.run("backfill", "2026-09-03", "2026-09-03", "--downstream", "--publish", "hold");
    assertThat(held.exitCode()).as(held.err()).isZero();
    assertThat(files()).isEqualTo(before);
    assertThat(held.out()).contains("5 held, no reader sees them: diff ");
    String id = held.out().replaceAll("(?s).*\\(backfill ([0-9a-f]+)\\).*", "$1");

    Ended diff = project.run("diff", id);
    assertThat(diff.out())
        .contains(id + " against orders_daily: 0 added, 0 removed, 1 changed")
        .contains(id + " against customer_balance: 0 added, 0 removed, 3 changed")
        .contains(id + " against revenue_by_region: 0 added, 0 removed, 1 changed");

    Ended published = project.run("publish", id);
    assertThat(published.exitCode()).as(published.err()).isZero();
    assertThat(closings("2026-09-04")).containsExactly("C01 30.00 40.00", "C02 4.50 5.50");
    complete();
    assertThat(project.run("publish", id).out()).contains("is published already");
  }

  @Test
  void whatIsPublishedAndWhatIsNotIsSaidAndTheSameCommandFinishes() throws IOException {
    correct(2, "2.50");
    Path definition = project.root().resolve("conf/revenue_by_region.yaml");
    String good = Files.readString(definition);
    Files.writeString(definition, good + "  - expression: amount < 2\n");

    Ended ended = project.run("backfill", "2026-09-03", "2026-09-03", "--downstream");

    assertThat(ended.exitCode()).isEqualTo(4);
    assertThat(ended.err())
        .contains(
            "published is orders_daily (1 day), customer_balance (3 days); not published is revenue_by_region 2026-09-02;");
    assertThat(Rows.states(project, BALANCE).values()).containsOnly("COMPLETE");
    Files.writeString(definition, good);
    Ended again = project.run("backfill", "2026-09-03", "2026-09-03", "--downstream");
    assertThat(again.exitCode()).as(again.err()).isZero();
    assertThat(again.out().lines().map(line -> line.substring(0, 10)))
        .containsExactly("ran 0 runs", "ran 0 runs", "ran 1 runs");
    complete();
  }

  @Test
  @Tag("slow")
  void aChangedDefinitionIsCarriedThrough() throws IOException {
    Path definition = project.root().resolve("conf/orders_daily.yaml");
    Files.writeString(
        definition,
        Files.readString(definition)
            .replace(
                "SELECT order_id, customer_id, amount,",
                "SELECT order_id, customer_id, CAST(amount * 2 AS DECIMAL(12,2)) AS amount,"));
    Ended ended =
        project.run(
            "backfill", "2026-09-02", "2026-09-05", "--downstream", "--publish", "together");
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out().lines().map(line -> line.substring(0, 10)))
        .containsExactly("ran 4 runs", "ran 4 runs", "ran 4 runs");
    assertThat(closings("2026-09-04")).containsExactly("C01 60.00 80.00", "C02 6.00 8.00");
    complete();
  }

  @Test
  void aTimeZoneBugIsFixedHeldComparedAndPublishedTogether() throws IOException {
    assertThat(times()).containsExactly("2026-09-01T10:00:00Z", "2026-09-01T11:00:00Z");
    for (String table : TABLES) {
      Path definition = project.root().resolve("conf/" + table + ".yaml");
      Files.writeString(
          definition,
          Files.readString(definition).replace("time_zone: UTC", "time_zone: Europe/Berlin"));
    }
    Map<String, Map<String, TreeSet<String>>> before = files();

    Ended held =
        project.run("backfill", "2026-09-02", "2026-09-05", "--downstream", "--publish", "hold");

    assertThat(held.exitCode()).as(held.err()).isZero();
    assertThat(held.out()).contains("12 held, no reader sees them: diff ");
    assertThat(files()).isEqualTo(before);
    String id = held.out().replaceAll("(?s).*\\(backfill ([0-9a-f]+)\\).*", "$1");
    assertThat(project.run("diff", id).out())
        .contains(id + " against orders_daily: 0 added, 0 removed, 8 changed, 0 unchanged")
        .contains(id + " against customer_balance: 0 added, 0 removed, 0 changed, 8 unchanged")
        .contains(id + " against revenue_by_region: 0 added, 0 removed, 0 changed, 8 unchanged");
    assertThat(project.run("publish", id).exitCode()).isZero();
    assertThat(times()).containsExactly("2026-09-01T08:00:00Z", "2026-09-01T09:00:00Z");
    complete();
  }

  private List<String> times() {
    return Rows.of(
        project,
        "SELECT date_format(to_utc_timestamp(ordered_at, current_timezone()), \"yyyy-MM-dd'T'HH:mm:ss'Z'\") FROM @orders_daily WHERE order_date = '2026-09-01' ORDER BY 1");
  }

  private void complete() {
    for (String table : TABLES) {
      assertThat(Rows.states(project, table).values()).as(table).containsOnly("COMPLETE");
    }
  }

  private List<String> closings(String day) {
    return Rows.of(
        project,
        "SELECT customer_id, opening, closing FROM @customer_balance WHERE balance_date = '"
            + day
            + "' ORDER BY 1");
  }

  private Map<String, Map<String, TreeSet<String>>> files() {
    Map<String, Map<String, TreeSet<String>>> files = new TreeMap<>();
    TABLES.forEach(table -> files.put(table, Rows.files(project, table)));
    return files;
  }

  /** Customer C02 has bought for {@code amount} on that day. */
  private void correct(int day, String amount) {
    project.lands(
        day(day),
        day + "1,C01,10.00," + day(day) + "T10:00:00",
        day + "2,C02," + amount + "," + day(day) + "T11:00:00");
  }

  private static LocalDate day(int day) {
    return LocalDate.of(2026, 9, day);
  }
}
