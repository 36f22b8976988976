/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dayfill.definition.Outcome;
import io.dayfill.delta.CommitMoment.When;
import io.dayfill.testing.MomentInBackfill;
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
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Windows, dimensions without validity or within a day, joins by own columns, chains at risk. */
@Tag("slow")
class DerivedKindsIT {
  private static final String DIMENSION =
      """
      table: seen
      day_column: order_date
      time_zone: Europe/Berlin
      inputs:
        orders:
          files: landing/orders/{day}.csv
          columns: order_id BIGINT NOT NULL, customer_id STRING NOT NULL, amount DECIMAL(12,2) NOT NULL, ordered_at TIMESTAMP NOT NULL
        customers:
          dimension: warehouse/customers
          key: customer_id
          VALIDITY
          join: customer_id
      history: original
      sql: |
        SELECT o.order_id, o.customer_id, c.region, :history AS history, CAST(o.ordered_at AS DATE) AS order_date
        FROM orders o LEFT JOIN customers c ON o.customer_id = c.customer_id CONDITION
      key: [order_id]
      """;

  @TempDir Path folder;
  private TestProject project;

  @BeforeAll
  static void session() {
    Sessions.shared();
  }

  @BeforeEach
  void threeDays() {
    project = TestProject.in(folder);
    for (int i = 1; i <= 3; i++) {
      project.lands(day(i), i * 10L);
    }
  }

  @Test
  void aDimensionWithoutValidityIsReadAsItWasWhenTheDayWasFirstPublished() throws IOException {
    define("", "");
    create("customers", "customer_id STRING, region STRING");
    Rows.of(project, "INSERT INTO @customers VALUES ('C01', 'Berlin')");
    run("backfill", 0, "2026-09-02", "2026-09-03");
    Rows.of(project, "UPDATE @customers SET region = 'Munich'");
    assertThat(states().values()).containsExactly("COMPLETE", "COMPLETE");

    run("backfill", 0, "2026-09-02", "2026-09-04", "--reprocess", "completed");
    assertThat(seen())
        .containsExactly("10 Berlin original", "20 Berlin original", "30 Munich original");
    run("load", 0, "2026-09-02", "--history", "restated");
    assertThat(seen())
        .containsExactly("10 Munich restated", "20 Berlin original", "30 Munich original");
    Rows.of(project, "UPDATE @customers SET region = 'Bonn'");
    Ended plan = run("plan", 0, "2026-09-02", "2026-09-04", "--json");
    assertThat(Rows.json(plan).path("days").findValuesAsText("state"))
        .containsExactly("STALE", "COMPLETE", "COMPLETE");

    long version = Rows.version(project, "seen");
    for (Path file : parquet("customers")) {
      if (!Rows.files(project, "customers").toString().contains(file.getFileName().toString())) {
        Files.delete(file);
      }
    }
    Ended gone = run("load", 4, "2026-09-03");
    assertThat(gone.err())
        .contains("version 1 of the dimension warehouse/customers is gone")
        .contains("say --history restated");
    assertThat(Rows.version(project, "seen")).isEqualTo(version);
  }

  @Test
  void anIntervalMayEndWithinTheDayOfTheDefinitionsZone() throws IOException {
    define(
        "valid_from: since\n    valid_to: until",
        "AND o.ordered_at >= c.since AND o.ordered_at < c.until");
    create("customers", "customer_id STRING, region STRING, since TIMESTAMP, until TIMESTAMP");
    Rows.of(
        project,
        "INSERT INTO @customers VALUES"
            + " ('C01', 'Berlin', TIMESTAMP'2026-01-01T00:00:00Z', TIMESTAMP'2026-09-01T22:00:00Z'),"
            + " ('C01', 'Munich', TIMESTAMP'2026-09-01T22:00:00Z', TIMESTAMP'2026-09-03T10:00:00Z'),"
            + " ('C01', 'Bonn', TIMESTAMP'2026-09-03T10:00:00Z', NULL)");
    project.lands(day(3), "30,C01,1.00,2026-09-03T11:59:59", "31,C01,1.00,2026-09-03T12:00:00");
    run("backfill", 0, "2026-09-02", "2026-09-04");
    assertThat(seen())
        .containsExactly(
            "10 Berlin original", "20 Munich original", "30 Munich original", "31 Bonn original");

    Rows.of(
        project,
        "UPDATE @customers SET since = TIMESTAMP'2026-09-03T09:00:00Z' WHERE region = 'Bonn'");
    Rows.of(
        project,
        "UPDATE @customers SET until = TIMESTAMP'2026-09-03T09:00:00Z' WHERE region = 'Munich'");
    Ended plan = run("plan", 0, "2026-09-02", "2026-09-04", "--json");
    assertThat(Rows.json(plan).path("days").findValuesAsText("state"))
        .containsExactly("COMPLETE", "COMPLETE", "STALE");
    run("backfill", 0, "2026-09-02", "2026-09-04");
    assertThat(seen()).contains("30 Bonn original", "31 Bonn original");
  }

  @Test
  void aWindowReadsDaysUpToItsOwn() throws IOException {
    write(
        "week",
        """
        table: week
        day_column: order_date
        inputs:
          orders:
            table: orders_daily
            days: -1..0
        sql: |
          SELECT COUNT(*) AS orders, :day AS order_date FROM orders
        checks:
          - expression: orders > 0
        """);
    assertThat(project.run("backfill", "2026-09-02", "2026-09-04").exitCode()).isZero();
    assertThat(project.run("backfill", "2026-09-02", "2026-09-04", "--table", "week").exitCode())
        .isZero();
    assertThat(Rows.of(project, "SELECT orders FROM @week ORDER BY order_date"))
        .containsExactly("1", "2", "2");
    project.lands(day(2), 20, 21);
    assertThat(project.run("load", "2026-09-03").exitCode()).isZero();
    assertThat(Rows.states(project, "week").values()).containsExactly("COMPLETE", "STALE", "STALE");
    JsonNode day =
        Rows.json(project.run("plan", "2026-09-04", "2026-09-04", "--table", "week", "--json"))
            .path("days")
            .get(0);
    assertThat(day.path("reason").asText())
        .isEqualTo("orders_daily 2026-09-02 has other rows than at version 3, from version 4");
  }

  @Test
  void whoChangesTheDayBeforeWhileItIsReadWins() {
    fillBalance("partitioned", 2);
    long before = Rows.files(project, "customer_balance").size();

    BackfillReport report =
        MomentInBackfill.run(
            project,
            "customer_balance",
            day(3),
            When.BEFORE_COMMIT,
            () ->
                Rows.of(
                    project, "DELETE FROM @customer_balance WHERE balance_date = '2026-09-02'"));

    assertThat(report.runs()).extracting(DayRun::outcome).containsExactly(Outcome.CONFLICT);
    assertThat(report.runs().get(0).reason().orElse(""))
        .contains("changed 2026-09-02, which this run had read");
    assertThat(Rows.files(project, "customer_balance")).hasSize((int) before - 1);
  }

  @Test
  void aChainMayLieInATableThatIsNotPartitioned() {
    fillBalance("unpartitioned", 3);
    assertThat(
            Rows.of(
                project, "SELECT opening, closing FROM @customer_balance ORDER BY balance_date"))
        .containsExactly("0.00 10.00", "10.00 20.00", "20.00 30.00");
    assertThat(Rows.states(project, "customer_balance").values()).containsOnly("COMPLETE");
  }

  @Test
  void aDayThatDoesNotGoOnFromTheDayBeforeIsRefusedAndStopsTheChain() throws IOException {
    fillBalance("partitioned", 1);
    Map<String, TreeSet<String>> before = Rows.files(project, "customer_balance");
    Path definition = project.root().resolve("conf/customer_balance.yaml");
    String good = Files.readString(definition);
    Files.writeString(
        definition, good.replace("closing AS opening, 0", "closing + 1 AS opening, 0"));

    Ended ended =
        project.run("backfill", "2026-09-03", "2026-09-04", "--table", "customer_balance");

    assertThat(ended.exitCode()).isEqualTo(4);
    assertThat(ended.err())
        .contains(
            "check 'continues: opening = closing' failed: does not go on from the day before for customer_id C01")
        .contains(
            "customer_balance not computed from 2026-09-03 on: the chain needs 2026-09-02, which was not published");
    assertThat(Rows.files(project, "customer_balance")).isEqualTo(before);
  }

  private void fillBalance(String layout, int days) {
    try {
      Path definition = project.root().resolve("conf/customer_balance.yaml");
      Files.writeString(
          definition,
          Files.readString(definition).replace("layout: partitioned", "layout: " + layout));
    } catch (IOException broken) {
      throw new AssertionError(broken);
    }
    assertThat(project.run("backfill", "2026-09-02", "2026-09-04").exitCode()).isZero();
    Ended ended =
        project.run(
            "backfill", "2026-09-02", day(days + 1).toString(), "--table", "customer_balance");
    assertThat(ended.exitCode()).as(ended.err()).isZero();
  }

  private Ended run(String command, int exitCode, String... args) {
    Ended ended =
        project.run(
            Stream.of(Stream.of(command), Stream.of(args), Stream.of("--table", "seen"))
                .flatMap(each -> each)
                .toArray(String[]::new));
    assertThat(ended.exitCode()).as(ended.out() + ended.err()).isEqualTo(exitCode);
    return ended;
  }

  private Map<String, String> states() {
    return Rows.states(project, "seen");
  }

  private List<String> seen() {
    return Rows.of(project, "SELECT order_id, region, history FROM @seen ORDER BY order_id");
  }

  private void define(String validity, String condition) throws IOException {
    write(
        "seen",
        DIMENSION
            .replace("    VALIDITY\n", validity.isEmpty() ? "" : "    " + validity + "\n")
            .replace("CONDITION", condition));
  }

  private void write(String table, String text) throws IOException {
    Files.writeString(project.root().resolve("conf/" + table + ".yaml"), text);
  }

  private void create(String table, String columns) {
    Sessions.shared()
        .sql("CREATE TABLE delta.`" + project.table(table) + "` (" + columns + ") USING delta");
  }

  private List<Path> parquet(String table) throws IOException {
    try (Stream<Path> files = Files.list(project.table(table))) {
      return files.filter(file -> file.toString().endsWith(".parquet")).toList();
    }
  }

  private static LocalDate day(int day) {
    return LocalDate.of(2026, 9, day);
  }
}
