/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import static io.dayfill.testing.TableAssert.assertThatTable;
import static org.assertj.core.api.Assertions.assertThat;

import io.dayfill.delta.TableLog;
import io.dayfill.testing.Sessions;
import io.dayfill.testing.TableSnapshot;
import io.dayfill.testing.TestProject;
import io.dayfill.testing.TestProject.Ended;
import java.nio.file.Path;
import java.time.LocalDate;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Definitions whose columns are others than the table's. */
class EvolveIT {
  private static final LocalDate DAY_14 = LocalDate.of(2026, 9, 14);
  private static final LocalDate DAY_15 = LocalDate.of(2026, 9, 15);
  private static final String AS_IT_IS = "order_id, customer_id, amount, ordered_at";
  private static final String WITH_DOUBLE =
      AS_IT_IS + ", CAST(amount * 2 AS DECIMAL(13,2)) AS doubled";

  @TempDir Path folder;
  private TestProject project;
  private Path table;

  @BeforeAll
  static void session() {
    Sessions.shared();
  }

  @BeforeEach
  void twoDays() {
    project = TestProject.in(folder).lands(DAY_14, 1).lands(DAY_15, 2, 3);
    table = project.table("orders_daily");
    select("partitioned", AS_IT_IS);
  }

  @Test
  void aNewColumnIsRefusedUnlessTheTableMayEvolve() {
    fillBoth();
    TableSnapshot before = TableSnapshot.of(table);

    select("partitioned", WITH_DOUBLE);
    Ended ended = project.run("load", "2026-09-16");

    assertThat(ended.exitCode()).isEqualTo(4);
    assertThat(ended.err())
        .contains("orders_daily refused: the SQL gives the column 'doubled'")
        .contains("say --evolve to add it to the table, or leave it out of sql");
    assertThatTable(table).isUnchangedSince(before);
  }

  @Test
  void withEvolveTheColumnIsAddedAndOldDaysAreStaleUntilTheyAreFilledAgain() {
    assertThatTheColumnIsAddedAndOldDaysAreStale("partitioned");
  }

  @Test
  @Tag("slow")
  void withEvolveAnUnpartitionedTableGetsTheColumnToo() {
    assertThatTheColumnIsAddedAndOldDaysAreStale("unpartitioned");
  }

  private void assertThatTheColumnIsAddedAndOldDaysAreStale(String layout) {
    select(layout, AS_IT_IS);
    fillBoth();
    select(layout, WITH_DOUBLE);

    Ended loaded = project.run("load", "2026-09-16", "--evolve");

    assertThat(loaded.err()).doesNotContain("\tat ");
    assertThat(loaded.exitCode()).isZero();
    assertThat(values()).containsExactly("1 null", "2 20.00", "3 20.00");
    String history = project.run("history", "--limit", "2").out();
    assertThat(history).containsPattern("4 .* WRITE ").containsPattern("3 .* ADD COLUMNS ");
    String backfill = loaded(4);
    assertThat(loaded(3)).as("the commits of one backfill").isEqualTo(backfill);

    Ended plan = project.run("plan", "2026-09-15", "2026-09-16", "--json");
    assertThat(plan.out())
        .contains("\"COLUMNS_ADDED\"")
        .contains("added doubled to the table after the day was published")
        .contains("the definition has changed: SQL");
    Ended rest = project.run("backfill", "2026-09-15", "2026-09-16");
    assertThat(rest.summary()).startsWith("ran 1 runs, 0 failed, 1 skipped;");
    assertThat(values()).containsExactly("1 20.00", "2 20.00", "3 20.00");
    assertThat(project.run("plan", "2026-09-15", "2026-09-16").out()).contains(" 0 to run");
  }

  @Test
  @Tag("slow")
  void aHeldBackfillMayEvolveTheTableAndIsPublishedAndUndone() {
    fillBoth();
    TableSnapshot before = TableSnapshot.of(table);
    select("partitioned", WITH_DOUBLE);

    Ended held =
        project.run("backfill", "2026-09-15", "2026-09-16", "--evolve", "--publish", "hold");
    assertThat(held.exitCode()).isZero();
    String id = held.out().replaceFirst("(?s).*\\(backfill ([0-9a-f]+)\\).*", "$1");
    assertThat(TableSnapshot.of(table).files()).isEqualTo(before.files());
    assertThat(values()).containsExactly("1 null", "2 null", "3 null");

    assertThat(project.run("publish", id).exitCode()).isZero();
    assertThat(values()).containsExactly("1 20.00", "2 20.00", "3 20.00");
    assertThat(project.run("undo", id).exitCode()).isZero();
    assertThat(TableSnapshot.of(table).files()).isEqualTo(before.files());
    assertThat(values()).containsExactly("1 null", "2 null", "3 null");
  }

  @Test
  void aDayThatFailsLeavesItsRowsThoughTheColumnIsThere() {
    fillBoth();
    TableSnapshot before = TableSnapshot.of(table);
    select("partitioned", WITH_DOUBLE);
    project.lands(DAY_15, "2,C01,ten,2026-09-15T12:00:00");

    Ended ended = project.run("load", "2026-09-16", "--evolve");

    assertThat(ended.exitCode()).isEqualTo(4);
    assertThat(TableSnapshot.of(table).files()).isEqualTo(before.files());
    assertThat(values()).containsExactly("1 null", "2 null", "3 null");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "order_id, customer_id, ordered_at | the table has the column 'amount' that the SQL does not"
            + " give: give it in sql (if it is called otherwise now: AS amount; if it is to be empty:"
            + " CAST(NULL AS DECIMAL(12,2)) AS amount)",
        "order_id, customer_id, amount AS total, ordered_at | the table has the column 'amount' that the"
            + " SQL does not give",
        "order_id, customer_id, CAST(amount AS DOUBLE) AS amount, ordered_at | the column 'amount' is"
            + " DECIMAL(12,2) in the table and DOUBLE in the SQL: cast it in sql",
        "order_id, customer_id, amount, ordered_at, NULL AS note | the new column 'note' has no type: write"
            + " CAST(NULL AS STRING)",
        "order_id, customer_id, amount, ordered_at, 1 AS `a b` | a Delta table cannot have the column a b: blanks and any of"
      })
  void columnsThatWereDroppedRenamedOrRetypedAreRefusedWithTheWayOut(String sql, String reason) {
    fillBoth();
    TableSnapshot before = TableSnapshot.of(table);
    select("partitioned", sql);

    Ended ended = project.run("load", "2026-09-16", "--evolve");

    assertThat(ended.exitCode()).isEqualTo(4);
    assertThat(ended.err()).contains("orders_daily refused: " + reason).doesNotContain("\tat ");
    assertThatTable(table).isUnchangedSince(before);
  }

  private void fillBoth() {
    assertThat(project.run("load", "2026-09-15").exitCode()).isZero();
    assertThat(project.run("load", "2026-09-16").exitCode()).isZero();
  }

  private String loaded(long version) {
    return new TableLog(table.toString(), new Configuration())
        .commit(version)
        .flatMap(io.dayfill.ledger.Facts::of)
        .orElseThrow()
        .backfill();
  }

  private java.util.List<String> values() {
    return Sessions.shared()
        .read()
        .format("delta")
        .load(table.toString())
        .selectExpr("concat_ws(' ', order_id, coalesce(string(doubled), 'null'))")
        .sort("order_id")
        .as(org.apache.spark.sql.Encoders.STRING())
        .collectAsList();
  }

  private void select(String layout, String columns) {
    project.write(
        "conf/orders_daily.yaml",
        "table: orders_daily",
        """
        day_column: order_date
        layout: %s
        inputs:
          orders:
            files: landing/orders/{day}.csv
            columns: order_id BIGINT NOT NULL, customer_id STRING NOT NULL, amount DECIMAL(12,2) NOT NULL, ordered_at TIMESTAMP NOT NULL
        sql: SELECT %s, CAST(ordered_at AS DATE) AS order_date FROM orders
        key: [order_id]
        """
            .formatted(layout, columns));
  }
}
