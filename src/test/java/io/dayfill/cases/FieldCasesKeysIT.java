/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cases;

import static io.dayfill.cases.GivenFile.HEADER;
import static io.dayfill.cases.GivenFile.refused;
import static io.dayfill.cases.GivenFile.stored;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same order twice: refused in each day that has it, however many other days have some. */
@TestInstance(Lifecycle.PER_CLASS)
class FieldCasesKeysIT {
  private static final String REST = ",anna.muster@example.org,1.00,2026-09-15T08:00:00Z\n";

  private Batch batch;

  static List<GivenFile> files() {
    String many = lines(1001, 1300);
    return List.of(
        refused(
            "300 orders twice",
            HEADER + many + many,
            "300 keys",
            "1001 (lines 2, 302)",
            "1010 (lines 11, 311)"),
        refused("another 300", HEADER + many + many, "300 keys", "1001 (lines 2, 302)"),
        refused(
            "one twice",
            HEADER + lines(1, 9) + lines(9, 9),
            "key order_id is not unique: 9 (lines 10, 11)"),
        refused(
            "one 10,000 times",
            HEADER + ("7" + REST).repeat(10_000) + lines(8, 9) + lines(9, 9),
            "7 (lines 2, 3, 4",
            "9 (lines 10003, 10004)"),
        refused(
            "one in other spellings",
            HEADER + "1001" + REST + "+1001" + REST + "01001" + REST,
            "1001 (lines 2, 3, 4)"),
        refused(
            "after a quoted break",
            HEADER + "1,\"a\nb\",1,2026-09-15T08:00:00Z\n" + lines(1, 2),
            "1 (lines 2, 4)"),
        refused(
            "after a blank line", HEADER + lines(1, 2) + "\n \n" + lines(2, 3), "2 (lines 3, 6)"),
        refused(
            "beside a bad line",
            HEADER + lines(1, 2) + lines(1, 2) + "x\n",
            "1 bad line;",
            "line 6: has not 4"),
        stored("none twice", HEADER + lines(1, 20), "20 / 20.00"),
        stored("those of another day", HEADER + lines(1, 20), "20 / 20.00"));
  }

  private static String lines(int first, int last) {
    return IntStream.rangeClosed(first, last)
        .mapToObj(id -> id + REST)
        .collect(Collectors.joining());
  }

  @BeforeAll
  void load(@TempDir Path folder) {
    batch = new Batch(folder, files());
  }

  @ParameterizedTest
  @MethodSource("files")
  void orderTwiceInAFileIsRefusedWithItsLines(GivenFile given) {
    batch.check(given);
    assertThat(batch.reason(given)).doesNotContain("anna.muster");
  }

  @Test
  void refusedFilesLeaveNoTrace() {
    batch.hasCommitsOfStoredDaysOnly(files());
  }
}
