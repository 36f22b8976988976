/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A definition is read whole, or its mistake is told with file, line and what to write instead. */
class DefinitionReaderTest {
  private static final String GOOD =
      """
      table: shop
      day_column: order_date
      layout: partitioned
      time_zone: Europe/Berlin
      day_offset: -1
      inputs:
        orders:
          files: landing/{day}.csv
          columns: order_id BIGINT NOT NULL, amount DECIMAL(12,2), `odd name` STRING
      sql: SELECT * FROM orders
      key: [order_id]
      checks:
        - rows_match: orders
        - not_empty: true
        - sum_matches: orders.amount
        - expression: amount > 0
      """;

  @TempDir Path folder;

  @Test
  void readsEveryPart() throws IOException {
    Definition shop = read(GOOD);

    assertThat(shop.timeZone()).isEqualTo(ZoneId.of("Europe/Berlin"));
    assertThat(shop.day(LocalDate.of(2026, 3, 1))).isEqualTo(LocalDate.of(2026, 2, 28));
    assertThat(shop.files().get(0).path(LocalDate.of(2026, 9, 15)))
        .isEqualTo("landing/2026-09-15.csv");
    assertThat(shop.files().get(0).columns().get(2))
        .isEqualTo(new Column("odd name", new ColumnType(ColumnType.Kind.STRING, 0, 0), false));
    assertThat(shop.checks())
        .containsExactly(
            new Check.RowsMatch("orders"),
            new Check.NotEmpty(),
            new Check.SumMatches("orders", "amount"),
            new Check.Expression("amount > 0"));
    assertThat(shop.location()).isEqualTo("warehouse/shop");
    assertThat(shop.rowNoun()).isEqualTo("orders");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "layout: partitioned | layuot: partitioned | line 3 | layout",
        "layout: partitioned | layout: heap | line 3 | partitioned or unpartitioned",
        "layout: partitioned | corrections: append | line 3 | replace or adjust",
        "time_zone: Europe/Berlin | time_zone: Mars/Base | line 4 | Europe/Berlin",
        "day_offset: -1 | day_offset: one | line 5 | -1",
        "landing/{day}.csv | landing/all.csv | line 8 | {day}",
        "landing/{day}.csv | landing/*/{day}.csv | line 8 | one file a day",
        "BIGINT NOT NULL | LONG NOT NULL | line 9 | BIGINT",
        "rows_match: orders | rows_match: order | line 13 | orders",
        "not_empty: true | not_empty: maybe | line 14 | not_empty: true",
        "orders.amount | orders.total | line 15 | total",
        "sql: SELECT * FROM orders | sql: SELECT now() FROM orders | line 10 | now",
        "expression: amount > 0 | expression: rand() > 0 | line 16 | rand",
        "table: shop | table: my shop | line 1 | letters",
      })
  void everyMistakeIsToldWithItsLineAndWhatToWrite(
      String good, String bad, String line, String remedy) {
    assertThatThrownBy(() -> read(GOOD.replace(good, bad)))
        .isInstanceOf(DayfillException.class)
        .hasMessageContaining("conf/shop.yaml")
        .hasMessageContaining(line)
        .hasMessageContaining(remedy);
  }

  @Test
  void correctionsReplaceUnlessAdjustIsSaidOfATableWhoseDaysHaveFilesOfTheirOwn()
      throws IOException {
    assertThat(read(GOOD).corrections()).isEqualTo(Corrections.REPLACE);
    String adjust = GOOD.replace("time_zone", "corrections: adjust\ntime_zone");
    assertThat(read(adjust).corrections()).isEqualTo(Corrections.ADJUST);
    assertThat(DefinitionFingerprint.of(read(adjust)))
        .isEqualTo(DefinitionFingerprint.of(read(GOOD)));
    assertThatThrownBy(() -> read(adjust + "notify:\n  - changes: true\n"))
        .hasMessageContaining("with corrections: adjust every correction is a commit");
    assertThatThrownBy(() -> read(adjust.replace("partitioned", "unpartitioned")))
        .isInstanceOf(DayfillException.class)
        .hasMessageContaining("conf/shop.yaml line 4")
        .hasMessageContaining("files of their own");
  }

  @Test
  void whatIsMissingIsNamed() {
    assertThatThrownBy(() -> read(GOOD.replace("sql: SELECT * FROM orders\n", "")))
        .isInstanceOf(DayfillException.class)
        .hasMessageContaining("'sql' is missing");
  }

  @Test
  void brokenYamlIsToldWithItsLine() {
    assertThatThrownBy(() -> read("table: shop\n  layout: [\n"))
        .isInstanceOf(DayfillException.class)
        .hasMessageContaining("conf/shop.yaml line");
  }

  @Test
  void theFileAndTheTableAreNamedAlike() {
    assertThatThrownBy(() -> read(GOOD.replace("table: shop", "table: shops")))
        .isInstanceOf(DayfillException.class)
        .hasMessageContaining("name the file and the table alike");
  }

  @Test
  void layoutOfTheFileIsNoChangeAndMeaningIs() throws IOException {
    String print = DefinitionFingerprint.of(read(GOOD));

    assertThat(
            DefinitionFingerprint.of(
                read("# a note\n" + GOOD.replace("key: [order_id]", "key:\n  - order_id"))))
        .isEqualTo(print);
    assertThat(DefinitionFingerprint.of(read(GOOD.replace("amount > 0", "amount > 1"))))
        .isNotEqualTo(print);
    assertThat(DefinitionFingerprint.of(read(GOOD.replace("SELECT *", "SELECT order_id"))))
        .isNotEqualTo(print);
    assertThat(DefinitionFingerprint.of(read(GOOD.replace("DECIMAL(12,2)", "DECIMAL(12,3)"))))
        .isNotEqualTo(print);
  }

  @Test
  void theOnlyDefinitionIsMeantWhenNoneIsNamed() throws IOException {
    read(GOOD);

    assertThat(Definitions.load(new Project(folder), Optional.empty()).table()).isEqualTo("shop");
    assertThat(Definitions.tables(new Project(folder))).isEqualTo(List.of("shop"));
  }

  private Definition read(String text) throws IOException {
    Path conf = Files.createDirectories(folder.resolve("conf"));
    Files.writeString(conf.resolve("shop.yaml"), text);
    return Definitions.load(new Project(folder), Optional.of("shop"));
  }
}
