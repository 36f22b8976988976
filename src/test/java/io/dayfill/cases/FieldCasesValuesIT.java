/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cases;

import static io.dayfill.cases.GivenFile.HEADER;
import static io.dayfill.cases.GivenFile.refused;
import static io.dayfill.cases.GivenFile.stored;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Numbers, times and absent values: a field is converted exactly or its line is named. */
@TestInstance(Lifecycle.PER_CLASS)
class FieldCasesValuesIT {
  private static final String TIME = "2026-09-15T08:00:00Z";
  private Batch batch;

  static Stream<GivenFile> numbers() {
    return Stream.of(
        bad("amount", "1e3", "1E2", "1.", ".5", "1_000", "0x1F", "017L", "1,5", "+-5", "5-"),
        bad("amount", "\uFF11\uFF12.50", "12.5\u0660", "19.905", "12345678901.00", "1.5f", "1d"),
        bad("amount", " 19.90", "19.90 ", "\u00A05", "5\t", "19.90\n", "\n19.90", "5\u2028", "5\r"),
        bad("amount", "-", "+", ".", "NaN", "-Infinity", "1/2", "50%", "$5", "5\u200B", "\u22125"),
        bad(
            "order_id",
            "1001.0",
            "1e3",
            "0b11",
            "+-1",
            "1 001",
            "1'001",
            "0x3E9",
            "-9223372036854775809",
            "\uFF11",
            "1001\n"),
        good(
            "amount",
            List.of("+5", "-0", "-0.00", "007.50", "9999999999.99", "-99999.99", "19.900", "5.0"),
            "5.00",
            "0.00",
            "0.00",
            "7.50",
            "9999999999.99",
            "-99999.99",
            "19.90",
            "5.00"),
        stored(
                "ids with signs and zeros",
                HEADER
                    + "+5,1,1,"
                    + TIME
                    + "\n0006,2,1,"
                    + TIME
                    + "\n-7,3,1,"
                    + TIME
                    + "\n-0,4,1,"
                    + TIME
                    + "\n",
                "4 / 4.00")
            .with("order_id", "-7", "0", "5", "6"));
  }

  static Stream<GivenFile> times() {
    return Stream.of(
        bad(
            "ordered_at",
            "2026-09-15T24:00:00",
            "2026-09-15T08:00:60Z",
            "2026-09-15T08:60:00",
            "2026-09-15t08:00:00Z",
            "2026-09-15T08:00:00z",
            "2026-09-15T08:00:00+0530",
            "2026-09-15",
            "2026-02-30T08:00:00",
            "2026-09-15T08:00:00.1234567Z",
            "2026-09-15T08:00Z"),
        bad(
            "ordered_at",
            "2026-09-15T08:00:00+25:00",
            "2026-09-15T08:00:00 UTC",
            "2026-09-15T08:00:00 Europe/Berlin",
            "2026-09-15T08:00:00+05",
            "2026-09-15T08:00:00.Z",
            "2026-09-15T08:00:00,5Z",
            "T08:00:00",
            "08:00:00",
            "2026-09-15T8:00:00",
            "2026/09/15 08:00:00"),
        bad(
            "ordered_at",
            "now",
            "today",
            "epoch",
            "2026-09-15T08:00:00Z\n",
            " 2026-09-15T08:00:00Z",
            "2026-09-15  08:00:00",
            "\uFF12026-09-15T08:00:00Z",
            "+2026-09-15T08:00:00Z",
            "2026-13-01T08:00:00Z",
            "2026-09-15T08:00:00\n"),
        good(
            "ordered_at",
            List.of(
                "2026-09-15T08:00:00Z",
                "2026-09-15 08:00:00Z",
                "2026-09-15T08:00:00",
                "2026-09-15 08:00:00.5",
                "2026-09-15T08:00:00.123456Z",
                "2026-09-15T10:00:00+02:00",
                "2026-09-14T22:00:00-10:00",
                "2026-09-16T05:29:59.999999+05:30",
                "2026-09-15T08:00:00-00:00"),
            "28800000000",
            "28800000000",
            "28800000000",
            "28800500000",
            "28800123456",
            "28800000000",
            "28800000000",
            "86399999999",
            "28800000000"));
  }

  static Stream<GivenFile> absent() {
    return Stream.of(
        bad(
            "customer_id",
            "",
            "   ",
            "\t",
            "\u00A0",
            "NULL",
            "null",
            "\\N",
            "\u3000 ",
            "\n",
            "\u200B"),
        bad("amount", "", "  ", "NULL", "null", "\\N", "None", "n/a", "-", "\u00A0", "nil"),
        bad(
            "ordered_at",
            "",
            " ",
            "NULL",
            "\\N",
            "0000-00-00 00:00:00",
            "null",
            "0",
            "-",
            "NaT",
            "\u00A0"),
        stored("quoted nothing", HEADER + "1001,0,0," + TIME + "\n", "1 / 0.00")
            .with("customer_id", "0"),
        good(
            "customer_id",
            List.of("Null", "Nullmann", "N", "nan", "-", " 501 ", "0", "\u00E9"),
            "Null",
            "Nullmann",
            "N",
            "nan",
            "-",
            " 501 ",
            "0",
            "\u00E9"));
  }

  static List<GivenFile> files() {
    return Stream.of(numbers(), times(), absent()).flatMap(all -> all).toList();
  }

  @BeforeAll
  void load(@TempDir Path folder) {
    batch = new Batch(folder, files());
  }

  @ParameterizedTest
  @MethodSource("files")
  void valueIsStoredExactlyOrItsLineIsNamed(GivenFile given) {
    batch.check(given);
  }

  @Test
  void refusedFilesLeaveNoTrace() {
    batch.hasCommitsOfStoredDaysOnly(files());
  }

  /** A file whose every line has one bad value in {@code column}, and a message that names all. */
  private static GivenFile bad(String column, String... values) {
    StringBuilder text = new StringBuilder(HEADER);
    String[] said = new String[values.length + 1];
    said[values.length] =
        values.length == 1 ? "has 1 bad line;" : "has " + values.length + " bad lines;";
    int line = 2;
    for (int i = 0; i < values.length; i++) {
      text.append(line(1001 + i, column, values[i])).append('\n');
      said[i] = "line " + line + ": " + column + " ";
      line += 1 + (int) values[i].chars().filter(c -> c == '\n' || c == '\r').count();
    }
    return refused(column + " " + List.of(values), text.toString(), said);
  }

  /** A file whose every line has one value in {@code column} that is stored as expected. */
  private static GivenFile good(String column, List<String> values, String... expected) {
    StringBuilder text = new StringBuilder(HEADER);
    BigDecimal sum = BigDecimal.ZERO;
    for (int i = 0; i < expected.length; i++) {
      text.append(line(1001 + i, column, values.get(i))).append('\n');
      sum = sum.add(new BigDecimal(column.equals("amount") ? expected[i] : "1.00"));
    }
    return stored(column + " " + values, text.toString(), expected.length + " / " + sum)
        .with(column, expected);
  }

  private static String line(int id, String column, String value) {
    String quoted = "\"" + value.replace("\"", "\"\"") + "\"";
    return (column.equals("order_id") ? quoted : String.valueOf(id))
        + ","
        + (column.equals("customer_id") ? quoted : "501")
        + ","
        + (column.equals("amount") ? quoted : "1.00")
        + ","
        + (column.equals("ordered_at") ? quoted : TIME);
  }
}
