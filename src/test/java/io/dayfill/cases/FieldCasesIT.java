/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cases;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The collected field cases: each file is stored exactly, or refused with its lines named. */
@TestInstance(Lifecycle.PER_CLASS)
class FieldCasesIT {
  private Batch batch;

  static Stream<GivenFile> files() {
    return Stream.of(shapes(), numbers(), timesAndKeys()).flatMap(each -> each);
  }

  private static Stream<GivenFile> shapes() {
    return Stream.of(
        stored("F01", "2 / 49.80"),
        stored("F02/crlf", "2 / 49.80").with("customer_id", "501", "502"),
        stored("F02/crlf_bom_no_final_newline", "2 / 49.80"),
        stored("F04", "2 / 49.80")
            .with("customer_id", "\u00C5str\u00F6m, G\u00F6ran \"GG\"", "O'Brien \\ S\u00F6hne"),
        stored("F05", "2 / 49.80").with("customer_id", "M\u00FCller\nGmbH", "502"),
        stored("F07", "5 / 59.80")
            .with(
                "customer_id",
                "\u674E\u5C0F\u9F8D",
                "\u0645\u062D\u0645\u062F \u0627\u0644\u0623\u0645\u064A\u0646",
                "\u0141ukasz \u017B\u00F3\u0142\u0107 \uD83D\uDED2",
                "Zo\u00EB",
                "Zoe\u0308"),
        refused("F09/upper_case", "'ORDER_ID'", "must name exactly order_id,customer_id,"),
        refused("F09/spaces", "column ' customer_id '", "column 'customer_id' is missing"),
        refused("F09/renamed", "column 'customerId'", "column 'customer_id' is missing"),
        refused("F10/extra_column_last", "column 'currency' (position 5)"),
        refused("F10/extra_column_middle", "column 'currency' (position 3)"),
        refused("F11/short_row", "has 1 bad line;", "line 3: has not 4 fields"),
        refused("F11/long_row", "has 1 bad line;", "line 3: has not 4 fields"),
        refused("F14/trailer_line", "has 1 bad line;", "line 4: has not 4 fields"),
        refused("F14/header_repeated", "has 1 bad line;", "line 3: order_id 'order_id' is not"),
        refused("F15", "landing/orders/2026-09-15.csv is empty (0 bytes)"),
        refused("F16", "'not_empty: true'", "has no rows", "--allow-empty"));
  }

  private static Stream<GivenFile> numbers() {
    return Stream.of(
        refused("F17/quoted", "has 1 bad line;", "line 2: amount '1,234.50' is not DECIMAL(12,2)"),
        refused("F17/unquoted", "has 1 bad line;", "line 2: has not 4 fields"),
        refused(
            "F18/eight_bad_amounts",
            "has 8 bad lines;",
            "line 2: amount '1.234,50'",
            "line 3: amount '19,90'",
            "line 4: amount '\u20AC19.90'",
            "line 5: amount '19.90 EUR'",
            "line 6: amount '1\u00A0234.50'",
            "line 7: amount '(12.00)'",
            "line 8: amount '12.00-'",
            "line 9: amount '1'234.50'"),
        refused("F18/devanagari_digits", "line 2: amount '\u0967\u0968.\u096B\u0966' is not"),
        stored("F19/refunds_ok", "6 / 7.55")
            .with("amount", "-15.25", "0.00", "0.00", "5.00", "5.50", "12.30"),
        refused(
            "F19/not_numbers",
            "has 5 bad lines;",
            "line 2: amount 'NaN'",
            "line 3: amount 'Infinity'",
            "line 4: amount '0x10'",
            "line 5: amount '--5'",
            "line 6: amount '5..0'"),
        refused("F21", "has 1 bad line;", "line 2: amount '99999999"),
        stored("F22/above_2_53", "3 / 6.00")
            .with("order_id", "9007199254740992", "9007199254740993", "9223372036854775807")
            .with("customer_id", "501", "18014398509481985", "503"),
        refused("F22/above_2_63", "line 2: order_id '9223372036854775808' is not BIGINT"));
  }

  private static Stream<GivenFile> timesAndKeys() {
    return Stream.of(
        stored("F24/offsets_inside_utc_day", "3 / 6.00")
            .with("ordered_at", "16200000000", "0", "0"),
        refused("F24/offset_leaves_utc_day", "1 bad line;", "line 2: order_date is 2026-09-16"),
        stored("F25", "2 / 3.00").with("ordered_at", "900000000", "85500000000"),
        stored("F27/edges_ok", "2 / 3.00").with("ordered_at", "0", "86399999999"),
        refused("F27/next_midnight", "1 bad line;", "line 3: order_date is 2026-09-16"),
        refused(
            "F28", "1 bad line;", "line 3: order_date is 2026-09-14, the file is of 2026-09-15"),
        refused(
            "F30",
            "has 6 bad lines;",
            "line 2: ordered_at '15.09.2026 10:00'",
            "line 3: ordered_at '09/15/2026 10:00'",
            "line 4: ordered_at '2026-9-15 7:5'",
            "line 5: ordered_at '1789466400000'",
            "line 6: ordered_at '26-09-15 10:00:00'",
            "line 7: ordered_at '20260915100000'"),
        refused(
            "F31",
            "has 6 bad lines;",
            "line 2: order_id is empty",
            "line 3: ordered_at is empty",
            "line 4: amount 'NULL'",
            "line 5: order_id '\\N'",
            "line 6: amount is empty",
            "line 7: order_id is empty"),
        refused("F32/identical_rows", "key order_id is not unique: 1001 (lines 2, 4)"),
        refused("F32/conflicting_rows", "key order_id is not unique: 1001 (lines 2, 4)"),
        stored("F33/delivery_1", "3 / 56.80"),
        stored("F33/delivery_2_corrected", "2 / 28.00"),
        refused("F34/cut_inside_amount", "line 4: has not 4 fields (the file ends here without"),
        refused(
            "F34/cut_inside_timestamp_still_parsable",
            "line 4: ordered_at '2026-09-15T10:00' is not",
            "(the file ends here without a line break: it may have been cut)"),
        stored("F34/cut_at_line_end", "2 / 49.80"),
        stored("F34/full", "3 / 56.80"),
        stored("F37/blank_lines", "2 / 49.80"),
        refused("F37/comment_before_header", "header '# exported 2026-09-16 by shop-export 2.1'"));
  }

  @BeforeAll
  void load(@TempDir Path folder) {
    batch = new Batch(folder, files().toList());
  }

  @ParameterizedTest
  @MethodSource("files")
  void fileIsStoredExactlyOrRefusedWithItsReason(GivenFile given) {
    batch.check(given);
  }

  @Test
  void refusedFilesLeaveNoTrace() {
    batch.hasCommitsOfStoredDaysOnly(files().toList());
  }

  private static GivenFile stored(String file, String rowsAndSum) {
    return GivenFile.stored(file, CaseProject.caseFile(file, CaseProject.DAY), rowsAndSum);
  }

  private static GivenFile refused(String file, String... said) {
    return GivenFile.refused(file, CaseProject.caseFile(file, CaseProject.DAY), said);
  }
}
