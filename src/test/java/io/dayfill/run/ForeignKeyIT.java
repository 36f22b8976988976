/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import static io.dayfill.testing.TableAssert.assertThatTable;
import static org.assertj.core.api.Assertions.assertThat;

import io.dayfill.testing.Sessions;
import io.dayfill.testing.TableSnapshot;
import io.dayfill.testing.TestProject;
import io.dayfill.testing.TestProject.Ended;
import java.nio.file.Path;
import java.time.LocalDate;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks of values that must stand in another table. */
class ForeignKeyIT {
  private static final LocalDate DAY_14 = LocalDate.of(2026, 9, 14);
  private static final LocalDate DAY_15 = LocalDate.of(2026, 9, 15);

  @TempDir Path folder;
  private TestProject project;
  private Path table;

  @BeforeAll
  static void session() {
    Sessions.shared();
  }

  @BeforeEach
  void customers() {
    project = TestProject.in(folder);
    table = project.table("orders_daily");
    Sessions.shared()
        .sql("SELECT * FROM VALUES ('C01'), ('C02'), ('C02'), (NULL) AS customers(customer_id)")
        .coalesce(1)
        .write()
        .format("delta")
        .save(project.table("customers").toString());
    check("foreign_key: customer_id in customers.customer_id", "refuse");
    project.lands(DAY_14, "1,C01,1.00,2026-09-14T08:00:00", "2,C02,1.00,2026-09-14T08:00:00");
  }

  @Test
  void valuesThatAreThereOrNullPassAndOthersAreNamedByKeyForEachDay() {
    project.lands(DAY_15, "3,,1.00,2026-09-15T08:00:00", "4,C01,1.00,2026-09-15T08:00:00");
    assertThat(project.run("backfill", "2026-09-15", "2026-09-16").exitCode()).isZero();
    TableSnapshot before = TableSnapshot.of(table);

    project.lands(
        DAY_15,
        "3,C03,1.00,2026-09-15T08:00:00",
        "4,C01,1.00,2026-09-15T08:00:00",
        "5,c01,1.00,2026-09-15T08:00:00");
    Ended ended = project.run("backfill", "2026-09-15", "2026-09-16", "--reprocess", "completed");

    assertThat(ended.exitCode()).isEqualTo(4);
    assertThat(ended.err())
        .contains(
            "orders_daily 2026-09-15 refused: check 'foreign_key: customer_id in"
                + " customers.customer_id' failed: 2 of 3 rows have one that customers does not have"
                + " (order_id 3, 5)")
        .doesNotContain("2026-09-14 refused");
    assertThat(TableSnapshot.of(table).rows().get(DAY_15)).isEqualTo(before.rows().get(DAY_15));
  }

  @Test
  void aWarningPublishesTheDay() {
    check("foreign_key: customer_id in customers.customer_id", "warn");
    project.lands(DAY_15, "3,C03,1.00,2026-09-15T08:00:00");

    Ended ended = project.run("load", "2026-09-16");

    assertThat(ended.exitCode()).isZero();
    assertThat(ended.err()).contains("warning: ").contains("1 of 1 rows have one that customers");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "customer_id in clients.customer_id | 4 | there is no Delta table clients at",
        "customer_id in customers.id | 2 | customers has no column 'id'",
        "customer in customers.customer_id | 2 | a check cannot be run",
        "customers.customer_id | 2 | names no column of a table: write customer_id in"
            + " customers.customer_id"
      })
  void aCheckThatPointsNowhereIsOneLineAndNothingIsWritten(
      String check, int exitCode, String reason) {
    assertThat(project.run("load", "2026-09-15").exitCode()).isZero();
    TableSnapshot before = TableSnapshot.of(table);
    check("foreign_key: " + check, "refuse");

    Ended ended = project.run("load", "2026-09-15");

    assertThat(ended.err()).contains(reason).doesNotContain("\tat ");
    assertThat(ended.exitCode()).isEqualTo(exitCode);
    assertThatTable(table).isUnchangedSince(before);
  }

  private void check(String check, String severity) {
    project.write(
        "conf/orders_daily.yaml",
        "table: orders_daily",
        """
        day_column: order_date
        inputs:
          orders:
            files: landing/orders/{day}.csv
            columns: order_id BIGINT NOT NULL, customer_id STRING, amount DECIMAL(12,2) NOT NULL, ordered_at TIMESTAMP NOT NULL
        sql: SELECT order_id, customer_id, amount, ordered_at, CAST(ordered_at AS DATE) AS order_date FROM orders
        key: [order_id]
        checks:
          - %s
            severity: %s
        """
            .formatted(check, severity));
  }
}
