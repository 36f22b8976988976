/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import static io.dayfill.testing.TableAssert.assertThatTable;
import static io.dayfill.testing.TableAssert.versionOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.dayfill.testing.Sessions;
import io.dayfill.testing.TableSnapshot;
import io.dayfill.testing.TestProject;
import io.dayfill.testing.TestProject.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tables with Delta's features, made by someone else: each is filled through the files publisher,
 * through {@code replaceWhere}, or refused with the reason. The README's table says the same.
 */
class TableKindsIT {
  private static final String COLUMNS =
      "order_id BIGINT, customer_id STRING, amount DECIMAL(12,2), ordered_at TIMESTAMP";
  private static final String SQL =
      "SELECT order_id, customer_id, amount, ordered_at, CAST(ordered_at AS DATE) AS order_date";

  @TempDir Path folder;
  private TestProject project;
  private Path table;

  @BeforeEach
  void twoDays() {
    Sessions.shared();
    project = TestProject.in(folder).lands(day(1), 10, 11).lands(day(2), 20, 21);
    table = project.table("orders_daily");
  }

  @ParameterizedTest(name = "{0}")
  @Tag("slow")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "all features of a new table | order_date DATE | order_date"
            + " | 'delta.enableDeletionVectors'='true', 'delta.enableChangeDataFeed'='true',"
            + " 'delta.enableRowTracking'='true', 'delta.enableTypeWidening'='true',"
            + " 'delta.enableInCommitTimestamps'='true', 'delta.checkpointPolicy'='v2'",
        "several partition columns | order_date DATE NOT NULL | order_date, customer_id"
            + " | 'delta.checkpointInterval'='3'",
        "partition column generated from a timestamp"
            + " | order_date DATE GENERATED ALWAYS AS (CAST(ordered_at AS DATE))"
            + " | order_date | 'a'='b'",
      })
  void goesThroughTheFilesPublisher(
      String kind, String dayColumn, String partition, String property) {
    create(dayColumn, "PARTITIONED BY (" + partition + ")", property);
    assertThatDaysAreFilledAndCorrected();

    project.lands(day(2), 20, 22);
    Ended held = project.run("backfill", "2026-09-02", "2026-09-03", "--publish", "hold");
    assertThat(held.exitCode()).as(held.err()).isZero();
    String id = held.out().replaceFirst("(?s).*\\(backfill ([0-9a-f]+)\\).*", "$1");
    TableSnapshot before = TableSnapshot.of(table);
    assertThat(project.run("publish", id).exitCode()).isZero();
    assertThatTable(table).hasOrders(day(2), 20, 22).differsOnlyIn(day(2), before);
    Ended undone = project.run("undo", id);
    assertThat(undone.exitCode()).as(undone.err()).isZero();
    assertThatTable(table).hasContentOf(before);
    assertThat(Sessions.shared().read().format("delta").load(table.toString()).count())
        .isEqualTo(5);
  }

  @ParameterizedTest(name = "{0}")
  @Tag("slow")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "column mapping | orders_daily | PARTITIONED BY (order_date)"
            + " | 'delta.columnMapping.mode'='name'",
        "liquid clustering | orders_daily_unpartitioned | CLUSTER BY (order_date) | 'a'='b'",
        "not partitioned | orders_daily_unpartitioned | \"\" | 'a'='b'",
      })
  void goesThroughReplaceWhere(String kind, String definition, String layout, String property) {
    table = project.table(definition);
    create("order_date DATE", layout, property);
    Ended filled = project.run("backfill", "2026-09-02", "2026-09-03", "--table", definition);
    assertThat(filled.exitCode()).as(filled.err()).isZero();
    project.lands(day(1), 10, 11, 12);
    Ended corrected = project.run("load", "2026-09-02", "--table", definition);
    assertThat(corrected.exitCode()).as(corrected.err()).isZero();
    assertThat(ids()).containsExactly(10L, 11L, 12L, 20L, 21L);
    long version = versionOf(table);
    Ended held =
        project.run(
            "backfill",
            "2026-09-02",
            "2026-09-03",
            "--publish",
            "hold",
            "--reprocess",
            "completed",
            "--table",
            definition);
    assertThat(held.exitCode()).isEqualTo(2);
    assertThat(held.err()).contains("--publish hold cannot be used: ");
    assertThat(versionOf(table)).isEqualTo(version);
  }

  @Test
  void aDayWithDeletionVectorsIsReplacedAndGivenBackWithThem() {
    create(
        "order_date DATE", "PARTITIONED BY (order_date)", "'delta.enableDeletionVectors'='true'");
    assertThat(project.run("backfill", "2026-09-02", "2026-09-03").exitCode()).isZero();
    Sessions.shared().sql("DELETE FROM delta.`" + table + "` WHERE order_id = 11");
    assertThat(ids()).containsExactly(10L, 20L, 21L);
    Ended filled = project.run("backfill", "2026-09-02", "2026-09-03", "--reprocess", "corrupt");
    assertThat(filled.exitCode()).as(filled.err()).isZero();
    assertThat(ids()).containsExactly(10L, 11L, 20L, 21L);
    String id = filled.summary().replaceFirst(".*\\(backfill ([0-9a-f]+)\\)", "$1");

    Ended undone = project.run("undo", id);

    assertThat(undone.exitCode()).as(undone.err()).isZero();
    assertThat(ids()).containsExactly(10L, 20L, 21L);
    assertThat(project.run("status").out()).contains("2026-09-01  CORRUPT");
  }

  @Test
  void theChangeDataFeedTellsWhatAPublicationReplaced() {
    create("order_date DATE", "PARTITIONED BY (order_date)", "'delta.enableChangeDataFeed'='true'");
    assertThatDaysAreFilledAndCorrected();
    List<String> changes =
        Sessions.shared()
            .read()
            .format("delta")
            .option("readChangeFeed", true)
            .option("startingVersion", versionOf(table))
            .load(table.toString())
            .selectExpr("concat(_change_type, ' ', order_id)")
            .collectAsList()
            .stream()
            .map(row -> row.getString(0))
            .sorted()
            .toList();
    assertThat(changes)
        .containsExactly("delete 10", "delete 11", "insert 10", "insert 11", "insert 12");
  }

  @ParameterizedTest
  @ValueSource(strings = {"CHECK", "NOT NULL"})
  void aDayThatBreaksAConstraintOfTheTableIsRefused(String kind) throws IOException {
    String note = "note STRING" + (kind.equals("CHECK") ? "" : " NOT NULL");
    create("order_date DATE, " + note, "PARTITIONED BY (order_date)", "'a'='b'");
    if (kind.equals("CHECK")) {
      Sessions.shared()
          .sql("ALTER TABLE delta.`" + table + "` ADD CONSTRAINT told CHECK (note IS NOT NULL)");
    }
    define(SQL + ", nullif(customer_id, 'C09') AS note");
    assertThatDaysAreFilledAndCorrected();
    project.lands(day(2), "20,C09,100.00,2026-09-02T12:00:00");
    TableSnapshot before = TableSnapshot.of(table);
    Ended refused = project.run("load", "2026-09-03");
    assertThat(refused.exitCode()).as(refused.err()).isEqualTo(4);
    assertThat(refused.err()).contains("orders_daily 2026-09-02 refused: ").doesNotContain("\tat ");
    assertThatTable(table).isUnchangedSince(before);
  }

  @Test
  void aGeneratedColumnMustBeGivenAndMustBeRight() throws IOException {
    create(
        "order_date DATE, cents BIGINT GENERATED ALWAYS AS (CAST(amount * 100 AS BIGINT))",
        "PARTITIONED BY (order_date)",
        "'a'='b'");
    Ended missing = project.run("load", "2026-09-02");
    assertThat(missing.exitCode()).isEqualTo(4);
    assertThat(missing.err()).contains("the table has the column 'cents' that the SQL does not");
    define(SQL + ", CAST(amount * 10 AS BIGINT) AS cents");
    Ended wrong = project.run("load", "2026-09-02");
    assertThat(wrong.exitCode()).as(wrong.err()).isEqualTo(4);
    define(SQL + ", CAST(amount * 100 AS BIGINT) AS cents");
    assertThatTable(table).hasDays();
    assertThatDaysAreFilledAndCorrected();
  }

  @Test
  void anIdentityColumnIsRefused() throws IOException {
    create(
        "order_date DATE, number BIGINT GENERATED BY DEFAULT AS IDENTITY",
        "PARTITIONED BY (order_date)",
        "'a'='b'");
    define(SQL + ", order_id AS number");
    Ended refused = project.run("load", "2026-09-02");
    assertThat(refused.exitCode()).as(refused.err()).isEqualTo(4);
    assertThat(refused.err()).contains("'number' is an identity column");
    assertThatTable(table).isAtVersion(0);
  }

  @Test
  void anAppendOnlyTableTakesNewDaysAndRefusesCorrections() {
    create("order_date DATE", "PARTITIONED BY (order_date)", "'delta.appendOnly'='true'");
    assertThat(project.run("backfill", "2026-09-02", "2026-09-03").exitCode()).isZero();
    TableSnapshot before = TableSnapshot.of(table);
    project.lands(day(1), 10, 11, 12);
    Ended refused = project.run("load", "2026-09-02");
    assertThat(refused.exitCode()).as(refused.err()).isEqualTo(4);
    assertThat(refused.err())
        .contains("2026-09-01")
        .contains("append-only")
        .doesNotContain("\tat ");
    assertThatTable(table).isUnchangedSince(before);
  }

  private void assertThatDaysAreFilledAndCorrected() {
    Ended filled = project.run("backfill", "2026-09-02", "2026-09-03");
    assertThat(filled.exitCode()).as(filled.err()).isZero();
    project.lands(day(1), 10, 11, 12);
    TableSnapshot before = TableSnapshot.of(table);
    Ended corrected = project.run("load", "2026-09-02");
    assertThat(corrected.exitCode()).as(corrected.err()).isZero();
    assertThatTable(table)
        .isAtVersion(before.version() + 1)
        .hasOrders(day(1), 10, 11, 12)
        .differsOnlyIn(day(1), before);
    assertThat(project.run("status").summary())
        .isEqualTo("orders_daily: 2 days, 0 missing, 2 complete, 0 stale, 0 corrupt");
  }

  private List<Long> ids() {
    return Sessions.shared().read().format("delta").load(table.toString()).collectAsList().stream()
        .map((Row row) -> row.<Long>getAs("order_id"))
        .sorted()
        .toList();
  }

  private void create(String dayColumn, String layout, String property) {
    Sessions.shared()
        .sql(
            "CREATE TABLE delta.`%s` (%s, %s) USING delta %s TBLPROPERTIES (%s)"
                .formatted(table, COLUMNS, dayColumn, layout, property));
  }

  private void define(String sql) throws IOException {
    Path file = project.root().resolve("conf/orders_daily.yaml");
    String text = Files.readString(file);
    Files.writeString(file, text.replaceFirst("(?m)^  SELECT .*$", "  " + sql));
  }

  private static LocalDate day(int day) {
    return LocalDate.of(2026, 9, day);
  }
}
