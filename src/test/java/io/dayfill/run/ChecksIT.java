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

/** The checks of a definition, and days of a zone whose clock is changed. */
class ChecksIT {
  private static final LocalDate DAY = LocalDate.of(2026, 9, 15);
  private static final LocalDate SPRING = LocalDate.of(2026, 3, 29);
  private static final LocalDate AUTUMN = LocalDate.of(2026, 10, 25);
  private static final String AS_IT_IS = "amount";

  @TempDir Path folder;
  private TestProject project;
  private Path table;

  @BeforeAll
  static void session() {
    Sessions.shared();
  }

  @BeforeEach
  void aProject() {
    project = TestProject.in(folder);
    table = project.table("orders_daily");
  }

  @Test
  void sumsThatMatchPassAndOthersNameBothNumbers() {
    checks(AS_IT_IS, "sum_matches: orders.amount", "sum_matches: orders.order_id");
    project.lands(DAY, "1,C01,0.10,2026-09-15T08:00:00", "2,C01,-20.25,2026-09-15T09:00:00");
    assertThat(load().exitCode()).isZero();
    TableSnapshot before = TableSnapshot.of(table);

    checks("CAST(amount * 2 AS DECIMAL(12,2)) AS amount", "sum_matches: orders.amount");
    assertRefused(
        load(), "check 'sum_matches: orders.amount' failed: the day has -40.3, the source -20.15");
    assertThatTable(table).isUnchangedSince(before);
  }

  @Test
  void sumsOfADayThatMayBeEmptyMatch() {
    checks(AS_IT_IS, "sum_matches: orders.amount");
    project.lands(DAY, new String[0]);

    assertThat(project.run("load", "2026-09-15", "--allow-empty").exitCode()).isZero();
    assertThatTable(table).isAtVersion(1).hasDays();
  }

  @Test
  void expressionsMustBeTrueForEveryRow() {
    checks(AS_IT_IS, "expression: amount > 5");
    project.lands(DAY, 1, 2);
    assertThat(load().exitCode()).isZero();
    TableSnapshot before = TableSnapshot.of(table);

    project.lands(DAY, "1,C01,5.01,2026-09-15T08:00:00", "2,C01,5.00,2026-09-15T09:00:00");
    assertRefused(
        load(), "check 'expression: amount > 5' failed: not true for 1 of 2 rows (order_id 2)");
    assertThatTable(table).isUnchangedSince(before);
  }

  @Test
  void anExpressionThatIsNullIsNotTrue() {
    checks(AS_IT_IS, "not_empty: true");
    project.lands(DAY, 1, 2, 3);
    assertThat(load().exitCode()).isZero();
    TableSnapshot before = TableSnapshot.of(table);

    checks(AS_IT_IS, "expression: nullif(order_id, 2) > 0", "expression: order_id < 3");
    assertRefused(
        load(),
        "check 'expression: nullif(order_id, 2) > 0' failed: not true for 1 of 3 rows (order_id 2); check"
            + " 'expression: order_id < 3' failed: not true for 1 of 3 rows (order_id 3)");
    assertThatTable(table).isUnchangedSince(before);
  }

  @Test
  void anExpressionThatCannotBeRunIsAMistakeOfTheDefinition() {
    checks(AS_IT_IS, "not_empty: true");
    project.lands(DAY, 1);
    assertThat(load().exitCode()).isZero();
    TableSnapshot before = TableSnapshot.of(table);

    checks(AS_IT_IS, "expression: amonut > 5");
    Ended ended = load();
    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err())
        .contains("dayfill: conf/orders_daily.yaml: a check cannot be run: ")
        .contains("amonut")
        .doesNotContain("\tat ");
    assertThatTable(table).isUnchangedSince(before);
  }

  @Test
  void aDayOfTheZoneIsFilledWhateverItIsInUtc() {
    berlin("refuse");
    project.lands(
        SPRING,
        "1,C01,1.00,2026-03-29T00:00:00",
        "2,C01,1.00,2026-03-29T01:59:59.999999",
        "3,C01,1.00,2026-03-29T03:00:00",
        "4,C01,1.00,2026-03-29T23:59:59.999999",
        "5,C01,1.00,2026-03-28T23:00:00Z",
        "6,C01,1.00,2026-03-29T16:59:59-05:00");

    assertThat(project.run("load", "2026-03-29").exitCode()).isZero();
    assertThatTable(table).hasDays(SPRING).hasOrders(SPRING, 1, 2, 3, 4, 5, 6);
    assertThat(stored(SPRING))
        .contains("order_id=1, ordered_at=2026-03-28T23:00:00Z")
        .contains("order_id=2, ordered_at=2026-03-29T00:59:59.999999Z")
        .contains("order_id=3, ordered_at=2026-03-29T01:00:00Z")
        .contains("order_id=4, ordered_at=2026-03-29T21:59:59.999999Z")
        .contains("order_id=5, ordered_at=2026-03-28T23:00:00Z")
        .contains("order_id=6, ordered_at=2026-03-29T21:59:59Z");
  }

  @ParameterizedTest
  @CsvSource({
    "2026-03-29,02:30:00,02:00:00,02:59:59.999999",
    "2026-10-25,02:30:00,02:00:00,02:59:59.999999"
  })
  void timesThatTheClockSkipsOrRepeatsAreRefused(
      LocalDate day, String middle, String first, String last) {
    berlin("refuse");
    project.lands(day, "1,C01,1.00," + day + "T12:00:00");
    assertThat(project.run("load", day.toString()).exitCode()).isZero();
    TableSnapshot before = TableSnapshot.of(table);

    project.lands(
        day,
        "1,C01,1.00," + day + "T" + middle,
        "2,C01,1.00," + day + "T" + first,
        "3,C01,1.00," + day + " " + last,
        "4,C01,1.00," + day + "T01:59:59",
        "5,C01,1.00," + day + "T03:00:00",
        "6,C01,1.00," + day + "T02:30:00+01:00");
    Ended ended = project.run("load", day.toString());

    assertThat(ended.exitCode()).isEqualTo(4);
    String why = "' was skipped or repeated by a change of the clock: write its offset";
    assertThat(ended.err())
        .contains("has 3 bad lines")
        .contains("line 2: ordered_at '" + day + "T" + middle + why)
        .contains("line 3: ordered_at '" + day + "T" + first + why)
        .contains("line 4: ordered_at '" + day + " " + last + why);
    assertThatTable(table).isUnchangedSince(before);
  }

  @ParameterizedTest
  @CsvSource({
    "earlier,2026-03-29,2026-03-29T00:30:00Z",
    "later,2026-03-29,2026-03-29T01:30:00Z",
    "earlier,2026-10-25,2026-10-25T00:30:00Z",
    "later,2026-10-25,2026-10-25T01:30:00Z"
  })
  void theDefinitionMaySayWhichTimeIsMeant(String rule, LocalDate day, String instant) {
    berlin(rule);
    project.lands(
        day,
        "1,C01,1.00," + day + "T02:30:00",
        "2,C01,1.00," + day + "T02:30:00+03:00",
        "3,C01,1.00," + day + "T12:00:00");

    assertThat(project.run("load", day.toString()).exitCode()).isZero();
    assertThatTable(table).hasDays(day).hasOrders(day, 1, 2, 3);
    assertThat(stored(day))
        .contains("order_id=1, ordered_at=" + instant)
        .contains("order_id=2, ordered_at=" + day.minusDays(1) + "T23:30:00Z")
        .contains("order_id=3, ordered_at=" + day + (day.equals(AUTUMN) ? "T11" : "T10"));
  }

  private String stored(LocalDate day) {
    return String.join("\n", TableSnapshot.of(table).rows().get(day));
  }

  private Ended load() {
    return project.run("load", DAY.toString());
  }

  private static void assertRefused(Ended ended, String reason) {
    assertThat(ended.exitCode()).isEqualTo(4);
    assertThat(ended.err())
        .contains("dayfill: orders_daily 2026-09-15 refused: " + reason + ";")
        .doesNotContain("\tat ");
  }

  private void checks(String amount, String... checks) {
    define("UTC", "refuse", amount, "  - " + String.join("\n  - ", checks));
  }

  private void berlin(String localTimes) {
    define("Europe/Berlin", localTimes, AS_IT_IS, "  - rows_match: orders");
  }

  private void define(String zone, String localTimes, String amount, String checks) {
    String text =
        """
        day_column: order_date
        time_zone: %s
        day_offset: 0
        inputs:
          orders:
            files: landing/orders/{day}.csv
            local_times: %s
            columns: order_id BIGINT NOT NULL, customer_id STRING NOT NULL, amount DECIMAL(12,2) NOT NULL, ordered_at TIMESTAMP NOT NULL
        sql: SELECT order_id, customer_id, %s, ordered_at, CAST(ordered_at AS DATE) AS order_date FROM orders
        key: [order_id]
        checks:
        %s
        """
            .formatted(zone, localTimes, amount, checks);
    project.write("conf/orders_daily.yaml", "table: orders_daily", text);
  }
}
