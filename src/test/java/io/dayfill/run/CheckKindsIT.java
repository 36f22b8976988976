/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import static io.dayfill.testing.TableAssert.assertThatTable;
import static org.assertj.core.api.Assertions.assertThat;

import io.dayfill.testing.Sessions;
import io.dayfill.testing.TableSnapshot;
import io.dayfill.testing.TestProject;
import io.dayfill.testing.TestProject.Ended;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks on bounds, freshness and by SQL: each refuses its day or only warns. */
class CheckKindsIT {
  @TempDir static Path filled;
  private static TestProject original;

  @TempDir Path folder;
  private TestProject project;
  private Path table;
  private TableSnapshot before;

  /** Eight days of four orders each, and a file of two for the ninth. */
  @BeforeAll
  static void eightDays() {
    Sessions.shared();
    original = TestProject.in(filled);
    for (int i = 1; i <= 8; i++) {
      original.lands(day(i), LongStream.range(i * 10L, i * 10L + 4).toArray());
    }
    assertThat(original.run("backfill", "2026-09-02", "2026-09-09").exitCode()).isZero();
    original.lands(day(9), "90,C01,5.00,2026-09-09T09:00:00", "91,C02,7.00,2026-09-09T12:00:00");
  }

  @BeforeEach
  void copy() {
    project = TestProject.copyOf(original, folder);
    table = project.table("orders_daily");
    before = TableSnapshot.of(table);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "rows_between: 3..10 | the day has 2 rows, not 3 to 10",
        "rows_between: 60%..200% of median(7)"
            + " | the day has 2 rows, the median of 7 near days is 4",
        "rows_between: 60%..200% of weekday(1)"
            + " | the day has 2 rows, the median of 1 near days of its weekday is 4",
        "fresh: ordered_at within 6 hours | the newest ordered_at is 2026-09-09T12:00Z[UTC]",
        "no_rows: SELECT * FROM orders_daily WHERE amount < 6"
            + " | the query gives 1 row (order_id 90)",
        "expression: amount > 6 | not true for 1 of 2 rows (order_id 90)",
      })
  void whatIsNotRightIsRefusedWithTheRuleOrOnlyWarns(String check, String found) {
    addCheck("  - " + check);

    Ended refused = project.run("load", "2026-09-10");

    assertThat(refused.exitCode()).as(refused.err()).isEqualTo(4);
    assertThat(refused.err())
        .contains("orders_daily 2026-09-09 refused: check '" + check + "' failed: " + found);
    assertThatTable(table).isUnchangedSince(before);

    addCheck("    severity: warn");
    Ended warned = project.run("load", "2026-09-10");
    assertThat(warned.exitCode()).as(warned.err()).isZero();
    assertThat(warned.err())
        .contains("warning: orders_daily 2026-09-09 check '" + check + "' failed: " + found);
    assertThatTable(table).hasOrders(day(9), 90, 91).differsOnlyIn(day(9), before);
    assertThat(ledger("passed = false"))
        .isEqualTo(
            "[[" + check + " (severity: warn): check '" + check + "' failed: " + found + "]]");
    assertThat(project.run("history", "--limit", "1").exitCode()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "rows_between: 2..2",
        "rows_between: 50%..200% of median(7)",
        "rows_between: 50%..50% of weekday(1)",
        "rows_between: 90%..110% of weekday(4)",
        "fresh: ordered_at within 12 hours",
        "no_rows: SELECT * FROM orders_daily WHERE amount > 7",
      })
  void whatIsRightIsPublishedAndRecorded(String check) {
    addCheck("  - " + check);
    Ended loaded = project.run("load", "2026-09-10");
    assertThat(loaded.exitCode()).as(loaded.err()).isZero();
    assertThat(loaded.err()).doesNotContain("warning");
    assertThat(ledger("passed = true")).contains(check);
  }

  @Test
  void aFirstDayHasNothingToBeComparedWith(@TempDir Path other) {
    TestProject fresh = TestProject.in(other).lands(day(9), 90);
    project = fresh;
    addCheck("  - rows_between: 60%..200% of median(7)");
    Ended loaded = fresh.run("load", "2026-09-10");
    assertThat(loaded.exitCode()).as(loaded.err()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "rows_between: 10..3 | '10..3' begins after its end",
        "rows_between: about 5 | 'about 5' is no range of rows: write 100..5000",
        "fresh: soon | 'soon' is no age of a column: write ordered_at within 6 hours",
        "no_rows: SELECT now() | the check uses now",
      })
  void aMistakeIsToldWithItsLineBeforeSparkStarts(String check, String told) {
    addCheck("  - " + check);
    Ended mistake = project.run("load", "2026-09-10");
    assertThat(mistake.exitCode()).isEqualTo(2);
    assertThat(mistake.err()).containsPattern("conf/orders_daily.yaml line \\d+: ").contains(told);
    assertThatTable(table).isUnchangedSince(before);
  }

  @Test
  void anUnknownSeverityIsAMistake() {
    addCheck("  - rows_between: 1..3\n    severity: loud");
    Ended mistake = project.run("load", "2026-09-10");
    assertThat(mistake.exitCode()).isEqualTo(2);
    assertThat(mistake.err()).contains("'loud' is not known: write severity: refuse or warn");
  }

  private String ledger(String which) {
    return Sessions.shared()
        .read()
        .format("delta")
        .load(project.root().resolve("warehouse/dayfill_ledger").toString())
        .where("outcome = 'PUBLISHED' AND day = '2026-09-09'")
        .selectExpr("explode(checks) AS result")
        .where("result." + which)
        .selectExpr("concat_ws(': ', result.check, result.found)")
        .collectAsList()
        .toString();
  }

  private void addCheck(String lines) {
    Path file = project.root().resolve("conf/orders_daily.yaml");
    try {
      Files.writeString(file, Files.readString(file).stripTrailing() + "\n" + lines + "\n");
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private static LocalDate day(int day) {
    return LocalDate.of(2026, 9, day);
  }
}
