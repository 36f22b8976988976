/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.dayfill.definition.Definition;
import io.dayfill.delta.TableLog;
import io.dayfill.ledger.DayFacts;
import io.dayfill.ledger.Facts;
import io.dayfill.ledger.Ledger;
import io.dayfill.ledger.SumFacts;
import io.dayfill.testing.Sessions;
import io.dayfill.testing.TestProject;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A day's sums are exact whatever the values, cost no day, and stand in facts and ledger. */
class DaySumsIT {
  @TempDir Path folder;

  @BeforeAll
  static void session() {
    Sessions.shared();
  }

  @Test
  void wholeNumbersAndDecimalsAreSummedExactlyAndTheRestIsLeftOut() {
    assertThat(
            sums(
                """
                SELECT * FROM VALUES
                  (1L, 9223372036854775807L, CAST(1.10 AS DECIMAL(12,2)), 7, 1.5D, 'x'),
                  (2L, 9223372036854775807L, CAST(-0.30 AS DECIMAL(12,2)), 2147483647, 2.5D, 'y'),
                  (3L, -5L, CAST(NULL AS DECIMAL(12,2)), NULL, 0D, NULL)
                AS t(order_id, big, amount, n, ratio, name)"""))
        .containsExactly(
            new SumFacts("big", "18446744073709551609"),
            new SumFacts("amount", "0.80"),
            new SumFacts("n", "2147483654"));
  }

  @Test
  void negativeWholeNumbersKeepTheirSign() {
    assertThat(sums("SELECT * FROM VALUES (1L, -1L), (2L, -4294967297L) AS t(order_id, big)"))
        .containsExactly(new SumFacts("big", "-4294967298"));
  }

  @Test
  void aSumThatHasNoValueIsLeftOutAndFailsNothing() {
    String largest = "9".repeat(38);
    assertThat(
            sums(
                "SELECT CAST(id AS BIGINT) AS order_id, CAST('"
                    + largest
                    + "' AS DECIMAL(38,0)) AS huge, CAST(NULL AS INT) AS none, 2S AS small FROM range(3)"))
        .containsExactly(new SumFacts("small", "6"));
  }

  @Test
  void theyStandInFactsAndLedgerAlsoOfADayThatBecameEmpty() {
    TestProject project = TestProject.in(folder).lands(day(1), 10, 11);
    assertThat(project.run("load", "2026-09-02").exitCode()).isZero();
    project.lands(day(1), new long[0]);
    assertThat(project.run("load", "2026-09-02", "--allow-empty").exitCode()).isZero();

    TableLog log = new TableLog(project.table("orders_daily").toString(), new Configuration());
    List<DayFacts> facts =
        log.versions().stream()
            .map(log::commit)
            .flatMap(Optional::stream)
            .flatMap(commit -> Facts.of(commit).stream())
            .flatMap(commit -> commit.days().stream())
            .toList();
    assertThat(facts)
        .extracting(DayFacts::sums)
        .containsExactly(
            List.of(new SumFacts("amount", "20.00")), List.of(new SumFacts("amount", "0.00")));
    assertThat(
            new Ledger(project.project(), new Configuration())
                .read("orders_daily").runs().stream().flatMap(run -> run.sums().stream()))
        .containsExactlyInAnyOrder(new SumFacts("amount", "20.00"), new SumFacts("amount", "0.00"));
  }

  private List<SumFacts> sums(String sql) {
    Definition definition = TestProject.in(folder).definition("orders_daily");
    Dataset<Row> rows = Sessions.shared().sql(sql);
    DaySums sums = new DaySums(definition, rows.schema());
    List<Column> all = sums.aggregates();
    return sums.of(
        rows.agg(all.get(0), all.subList(1, all.size()).toArray(Column[]::new)).head(), 0);
  }

  private static LocalDate day(int day) {
    return LocalDate.of(2026, 9, day);
  }
}
