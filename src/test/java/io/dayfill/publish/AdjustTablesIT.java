/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import static io.dayfill.testing.TableAssert.assertThatTable;
import static io.dayfill.testing.TableAssert.versionOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.dayfill.testing.AdjustedProject;
import io.dayfill.testing.Sessions;
import io.dayfill.testing.TableSnapshot;
import io.dayfill.testing.TestProject;
import io.dayfill.testing.TestProject.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code corrections: adjust} on tables that someone else made, altered or dropped. */
class AdjustTablesIT {
  private static final String COLUMNS =
      "order_id BIGINT, customer_id STRING, amount DECIMAL(12,2), ordered_at TIMESTAMP, order_date DATE";

  @TempDir Path folder;
  private AdjustedProject adjusted;
  private TestProject project;

  @BeforeEach
  void twoDays() {
    Sessions.shared();
    adjusted = AdjustedProject.in(folder);
    project = adjusted.project().lands(day(1), 10, 11).lands(day(2), 20);
  }

  @Test
  @Tag("slow")
  void anAppendOnlyTableWithItsDaysByAnotherWriterIsCorrectedBesideIt() {
    create("PARTITIONED BY (order_date)", "'delta.appendOnly'='true'");
    sql(
        "INSERT INTO %s VALUES (10, 'C01', 10.00, TIMESTAMP'2026-09-01 12:00:00', DATE'2026-09-01'), (9, 'C09', 1.00, TIMESTAMP'2026-09-01 12:00:00', DATE'2026-09-01')");
    TableSnapshot before = TableSnapshot.of(adjusted.table());

    Ended filled = project.run("backfill", "2026-09-02", "2026-09-03", "--reprocess", "completed");

    assertThat(filled.exitCode()).as(filled.err()).isZero();
    assertThat(filled.summary()).contains("orders_daily has 2 days, 3 orders");
    assertThat(adjusted.signed(day(1))).containsExactly("+1 11 10.00", "-1 9 1.00");
    assertThat(adjusted.effective(day(1))).containsExactly("10 10.00", "11 10.00");
    assertThatTable(adjusted.table()).differsOnlyIn(day(2), before).hasOrders(day(2), 20);
    assertThat(project.run("status", "--verify").summary())
        .isEqualTo("orders_daily: 2 days, 0 missing, 2 complete, 0 stale, 0 corrupt");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "PARTITIONED BY (order_date) | 'delta.columnMapping.mode'='name' | other names",
      })
  void aTableWhoseFilesCannotBeAppendedIsRefused(String layout, String property, String why) {
    create(layout, property);
    Ended refused = project.run("load", "2026-09-02");
    assertThat(refused.exitCode()).as(refused.err()).isEqualTo(4);
    assertThat(refused.err()).contains("corrections: adjust cannot be used").contains(why);
    assertThatTable(adjusted.table()).isAtVersion(0).hasDays();
    assertThat(project.run("load", "2026-09-02", "--publisher", "replace-where").exitCode())
        .isEqualTo(2);
  }

  @Test
  @Tag("slow")
  void theAdjustmentsFollowANewColumnAndRefuseAnotherType() {
    fill();
    project.lands(day(1), 10);
    succeeds("load", "2026-09-02");
    sql("ALTER TABLE %s ADD COLUMNS (note STRING)");
    adjusted.defined(
        "CAST(ordered_at AS DATE) AS order_date",
        "CAST(ordered_at AS DATE) AS order_date, nullif(customer_id, 'C01') AS note");
    project.lands(day(1), "10,C02,10.00,2026-09-01T12:00:00");
    succeeds("load", "2026-09-02");
    assertThat(adjusted.signed(day(1)))
        .containsExactly("+1 10 10.00", "-1 10 10.00", "-1 11 10.00");
    assertThat(succeeds("check", "2026-09-02").out()).startsWith("ok 2026-09-01: 1 rows");
    assertThat(succeeds("status", "2026-09-02", "2026-09-02", "--verify").out())
        .contains("the stored rows are the published ones");

    Sessions.shared()
        .sql("ALTER TABLE delta.`%s` ADD COLUMNS (other STRING)".formatted(adjusted.adjustments()));
    sql("ALTER TABLE %s ADD COLUMNS (other BIGINT)");
    adjusted.defined("AS note", "AS note, order_id AS other");
    TableSnapshot before = TableSnapshot.of(adjusted.table());
    long version = adjusted.adjustmentsVersion();
    Ended refused = project.run("load", "2026-09-02");
    assertThat(refused.exitCode()).as(refused.err()).isEqualTo(4);
    assertThat(refused.err())
        .contains("'other' is BIGINT in the table and STRING in orders_daily_");
    assertThatTable(adjusted.table()).isUnchangedSince(before);
    assertThat(adjusted.adjustmentsVersion()).isEqualTo(version);
  }

  @Test
  @Tag("slow")
  void adjustmentsOfADroppedTableAreNotTakenForThoseOfTheNewOne() throws IOException {
    fill();
    project.lands(day(1), 10);
    succeeds("load", "2026-09-02");
    delete(adjusted.table());

    Ended refused = project.run("load", "2026-09-02");

    assertThat(refused.exitCode()).as(refused.err()).isEqualTo(4);
    assertThat(refused.err()).contains("does not belong to the table").contains("move it away");
    assertThatTable(adjusted.table()).isAtVersion(0).hasDays();
    delete(adjusted.adjustments());
    succeeds("load", "2026-09-02");
    assertThatTable(adjusted.table()).hasOrders(day(1), 10);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 AS _sign | has a column '_sign'",
        "map('a', 1) AS tags | by which rows cannot be told apart",
      })
  void columnsThatSignedRowsCannotHaveAreRefusedBeforeAnythingIsAppended(
      String column, String why) {
    adjusted.defined("AS order_date\n", "AS order_date, " + column + "\n");
    succeeds("load", "2026-09-03");
    project.lands(day(2), 20, 21);
    long before = versionOf(adjusted.table());

    Ended refused = project.run("load", "2026-09-03");

    assertThat(refused.exitCode()).as(refused.err()).isEqualTo(4);
    assertThat(refused.err()).contains("orders_daily refused: ").contains(why);
    assertThat(adjusted.adjustments()).doesNotExist();
    assertThat(versionOf(adjusted.table())).isEqualTo(before);
  }

  private void fill() {
    succeeds("backfill", "2026-09-02", "2026-09-03");
  }

  private Ended succeeds(String... args) {
    Ended ended = project.run(args);
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    return ended;
  }

  private void create(String layout, String property) {
    sql(
        "CREATE TABLE %s ("
            + COLUMNS
            + ") USING delta "
            + layout
            + " TBLPROPERTIES ("
            + property
            + ")");
  }

  private void sql(String text) {
    Sessions.shared().sql(text.formatted("delta.`" + adjusted.table() + "`"));
  }

  private static void delete(Path table) throws IOException {
    try (Stream<Path> all = Files.walk(table)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  private static LocalDate day(int day) {
    return LocalDate.of(2026, 9, day);
  }
}
