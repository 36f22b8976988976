/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import static io.dayfill.testing.TableAssert.assertThatTable;
import static org.assertj.core.api.Assertions.assertThat;

import io.dayfill.testing.Sessions;
import io.dayfill.testing.TableSnapshot;
import io.dayfill.testing.TestProject;
import io.dayfill.testing.TestProject.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code diff}: what publishing a held backfill would change. */
class DiffIT {
  @TempDir static Path filled;
  private static TestProject original;

  @TempDir Path folder;
  private TestProject project;
  private Path table;
  private TableSnapshot before;

  @BeforeAll
  static void threeDays() {
    Sessions.shared();
    original = TestProject.in(filled);
    for (int i = 1; i <= 3; i++) {
      original.lands(day(i), i * 10L, i * 10L + 1, i * 10L + 2);
    }
    assertThat(original.run("backfill", "2026-09-02", "2026-09-04").exitCode()).isZero();
  }

  @BeforeEach
  void copy() {
    project = TestProject.copyOf(original, folder);
    table = project.table("orders_daily");
    before = TableSnapshot.of(table);
  }

  @Test
  void rowsAreCountedByKeyAndOnlyWhatDiffersIsShown() {
    project.lands(
        day(1),
        "10,C01,12.50,2026-09-01T12:00:00",
        "11,C01,10.00,2026-09-01T12:00:00",
        "19,C01,1.00,2026-09-01T12:00:00");
    project.lands(day(2), 20, 21, 22, 23);
    String id = hold();

    Ended diff = project.run("diff", id);

    assertThat(diff.exitCode()).as(diff.err()).isZero();
    assertThat(diff.out())
        .containsPattern("2026-09-01 +3 +3 +1 +1 +1 +1 +amount 30 -> 23.5")
        .containsPattern("2026-09-02 +3 +4 +1 +0 +0 +3 +amount 30 -> 40")
        .containsPattern("2026-09-03 +3 +3 +0 +0 +0 +3 *\n")
        .contains("new: 2026-09-01 19, 2026-09-02 23\n")
        .contains("vanished: 2026-09-01 12\n")
        .contains("changed: 2026-09-01 order_id 10: amount 10.00 -> 12.50\n")
        .doesNotContain("C01");
    assertThat(diff.summary())
        .isEqualTo(id + " against orders_daily: 2 added, 1 removed, 1 changed, 7 unchanged");
    assertThat(project.run("diff", id, "--sample", "0").out()).doesNotContain("changed: 2026");
    assertThatTable(table).isUnchangedSince(before);
  }

  @Test
  void aShareOfChangedRowsIsAGate() {
    project.lands(day(1), 10, 11, 12, 13);
    String id = hold();
    assertThat(project.run("diff", id, "--fail-over", "12").exitCode()).isZero();
    Ended over = project.run("diff", id, "--fail-over", "11");
    assertThat(over.exitCode()).isEqualTo(4);
    assertThat(over.err()).contains("touches 1 of 9 rows, more than --fail-over 11 percent");
    Ended json = project.run("diff", id, "--json", "--fail-over", "11");
    assertThat(json.out()).contains("\"exit_code\" : 4").contains("\"new_keys\" : [ \"2026-09-01");
  }

  @Test
  void rowsThatSomebodyAppendedTwiceAreToldAsRemoved() {
    Sessions.shared()
        .sql(
            "INSERT INTO delta.`"
                + table
                + "` SELECT * FROM delta.`"
                + table
                + "` WHERE order_id = 20");
    project.lands(day(1), 10, 11, 12).lands(day(3), 30, 31, 32, 33);
    Ended held =
        project.run(
            "backfill",
            "2026-09-02",
            "2026-09-04",
            "--publish",
            "hold",
            "--reprocess",
            "completed");
    Ended diff = project.run("diff", id(held));
    assertThat(diff.out()).containsPattern("2026-09-02 +4 +3 +0 +1 +0 +3 +amount 40 -> 30");
  }

  @Test
  @Tag("slow")
  void withoutAKeyRowsAreComparedAsAWhole() throws IOException {
    Path definition = project.root().resolve("conf/orders_daily.yaml");
    String text = Files.readString(definition);
    Files.writeString(definition, text.replace("key: [order_id]\n", ""));
    project.lands(
        day(1),
        "10,C01,12.50,2026-09-01T12:00:00",
        "11,C01,10.00,2026-09-01T12:00:00",
        "12,C01,10.00,2026-09-01T12:00:00");
    String id = hold();
    Ended diff = project.run("diff", id);
    assertThat(diff.out()).containsPattern("2026-09-01 +3 +3 +1 +1 +0 +2 +amount 30 -> 32.5");
  }

  private String hold() {
    return id(
        project.run(
            "backfill",
            "2026-09-02",
            "2026-09-04",
            "--publish",
            "hold",
            "--reprocess",
            "completed"));
  }

  private static String id(Ended held) {
    assertThat(held.exitCode()).as(held.err()).isZero();
    return held.out().replaceFirst("(?s).*\\(backfill ([0-9a-f]+)\\).*", "$1");
  }

  private static LocalDate day(int day) {
    return LocalDate.of(2026, 9, day);
  }
}
