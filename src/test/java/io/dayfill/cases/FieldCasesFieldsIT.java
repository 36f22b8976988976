/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cases;

import static io.dayfill.cases.GivenFile.HEADER;
import static io.dayfill.cases.GivenFile.refused;
import static io.dayfill.cases.GivenFile.stored;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How lines are taken apart: headers, quotes and the number of fields. */
@TestInstance(Lifecycle.PER_CLASS)
class FieldCasesFieldsIT {
  private static final String TIME = "2026-09-15T08:00:00Z";
  private static final String ONE = "1001,501,19.90," + TIME + "\n";

  private Batch batch;

  static Stream<GivenFile> headers() {
    String reordered = "ordered_at,amount,order_id,customer_id\n" + TIME + ",19.90,1001,501\n";
    return Stream.of(
        stored("other order", reordered, "1 / 19.90")
            .with("order_id", "1001")
            .with("customer_id", "501"),
        refused(
            "a name twice",
            "order_id,customer_id,amount,amount\n" + ONE,
            "column 'amount' stands twice",
            "column 'ordered_at' is missing"),
        refused(
            "an extra name twice",
            HEADER.strip() + ",amount\n1,2,3," + TIME + ",4\n",
            "column 'amount' stands twice"),
        refused(
            "semicolons",
            (HEADER + ONE).replace(',', ';'),
            "column 'order_id;customer_id;amount;ordered_at' (position 1)"),
        refused(
            "an empty name",
            HEADER.strip() + ",\n" + ONE.strip() + ",\n",
            "column '' (position 5)"),
        refused(
            "a name in another case",
            "order_id,customer_id,Amount,ordered_at\n" + ONE,
            "column 'Amount'",
            "column 'amount' is missing"),
        refused(
            "a name with a look-alike",
            HEADER.replace("amount", "\u0430mount") + ONE,
            "column 'amount' is missing"),
        refused(
            "5000 names",
            HEADER.strip() + ",x".repeat(5000) + "\n" + ONE,
            "column 'x' (position 5)"),
        refused(
            "no header",
            "1001,anna.muster@example.org,19.90," + TIME + "\n",
            "must name exactly order_id"));
  }

  static Stream<GivenFile> quotes() {
    return Stream.of(
        stored(
                "a comma in quotes",
                HEADER + "1001,\"Muster, Anna\",\"19.90\",\"" + TIME + "\"\n",
                "1 / 19.90")
            .with("customer_id", "Muster, Anna"),
        stored(
                "only quotes in quotes",
                HEADER + "1001,\"\"\"\",1," + TIME + "\n1002,\"\"\"\"\"\",1," + TIME + "\n",
                "2 / 2.00")
            .with("customer_id", "\"", "\"\""),
        stored(
                "a backslash before a quote",
                HEADER + "1001,\"a\\\",1," + TIME + "\n1002,\\,1," + TIME + "\n",
                "2 / 2.00")
            .with("customer_id", "a\\", "\\"),
        stored("single quotes", HEADER + "1001,'a',1," + TIME + "\n", "1 / 1.00")
            .with("customer_id", "'a'"),
        stored("a comment sign", HEADER + "1001,#1,1," + TIME + "\n", "1 / 1.00")
            .with("customer_id", "#1"),
        refused("a comment line", HEADER + ONE + "# the end\n", "line 3: has not 4 fields"),
        refused(
            "a quote in a bare field",
            HEADER + ONE + "1002,5\"2,1," + TIME + "\n",
            "quote inside a field without quotes on line 3"),
        refused(
            "a blank before a quote",
            HEADER + "1001, \"501\",1," + TIME + "\n",
            "quote inside a field without quotes on line 2"),
        refused(
            "never closed",
            HEADER + ONE + "1002,\"501,1," + TIME + "\n" + ONE,
            "a quote on line 3 that is never closed"),
        refused(
            "text after a closing quote",
            HEADER + "1001,\"5\"01,1," + TIME + "\n",
            "text after a closing quote on line 2"),
        refused(
            "a blank after a closing quote",
            HEADER + "1001,\"501\" ,1," + TIME + "\n",
            "text after a closing quote on line 2"),
        refused(
            "backslash as escape",
            HEADER + "1001,\"a\\\"b\",1," + TIME + "\n",
            "text after a closing quote on line 2"));
  }

  static Stream<GivenFile> widths() {
    return Stream.of(
        refused(
            "a trailing comma",
            HEADER + ONE.strip() + ",\n" + ONE.replace("1001", "1002"),
            "1 bad line;",
            "line 2: has not 4 fields"),
        refused("commas only", HEADER + ONE + ",,,\n", "1 bad line;", "line 3: order_id is empty"),
        refused("600 commas", HEADER + ONE + ",".repeat(600) + "\n", "has 601 fields on line 3"),
        refused(
            "500 commas",
            HEADER + ONE + ",".repeat(500) + "\nx\n",
            "2 bad lines;",
            "line 3: has not 4 fields",
            "line 4: has not 4 fields"),
        refused("one field", HEADER + "1001\n" + ONE, "1 bad line;", "line 2: has not 4 fields"),
        refused(
            "two lines as one",
            HEADER + ONE.strip() + ONE,
            "1 bad line;",
            "line 2: has not 4 fields"));
  }

  static Stream<GivenFile> manyBadLines() {
    List<String> bad = Collections.nCopies(10_000, "1001,501,x," + TIME + "\n");
    List<String> stray = Collections.nCopies(2_000, "1001,501,1.00,2026-09-14T08:00:00Z\n");
    return Stream.of(
        refused(
            "10,000 bad lines",
            HEADER + String.join("", bad),
            "has 10000 bad lines;",
            "line 2: amount 'x'",
            "line 11: amount 'x'"),
        refused(
            "2,000 lines of another day",
            HEADER + ONE + String.join("", stray),
            "has 2000 bad lines;",
            "line 3: order_date is 2026-09-14",
            "line 12: "),
        refused(
            "both",
            HEADER + ONE + stray.get(0) + bad.get(0).repeat(20) + stray.get(1) + ONE,
            "has 22 bad lines;",
            "line 3: order_date is 2026-09-14",
            "line 4: amount 'x'",
            "line 12: "),
        refused(
            "bad and of another day",
            HEADER + "1001,501,x,2026-09-14T08:00:00Z\n",
            "has 1 bad line;",
            "line 2: amount 'x'"));
  }

  static List<GivenFile> files() {
    return Stream.of(headers(), quotes(), widths(), manyBadLines()).flatMap(all -> all).toList();
  }

  @BeforeAll
  void load(@TempDir Path folder) {
    batch = new Batch(folder, files());
  }

  @ParameterizedTest
  @MethodSource("files")
  void linesAreTakenApartExactlyOrRefused(GivenFile given) {
    batch.check(given);
    assertThat(batch.reason(given)).doesNotContain("anna.muster");
  }

  @Test
  void refusedFilesLeaveNoTrace() {
    batch.hasCommitsOfStoredDaysOnly(files());
  }
}
