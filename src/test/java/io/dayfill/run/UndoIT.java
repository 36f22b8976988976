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
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code undo}: a backfill's days get back exactly what they had before it. */
class UndoIT {
  @TempDir static Path filled;
  private static TestProject original;

  @TempDir Path folder;
  private TestProject project;
  private Path table;
  private TableSnapshot first;

  @BeforeAll
  static void fourDays() {
    Sessions.shared();
    original = TestProject.in(filled);
    for (int i = 1; i <= 4; i++) {
      original.lands(day(i), i * 10L, i * 10L + 1);
    }
    assertThat(original.run("backfill", "2026-09-02", "2026-09-05").exitCode()).isZero();
    original.lands(day(1), 10, 12).lands(day(2), 20, 21, 22).lands(day(5), 50);
  }

  @BeforeEach
  void copy() {
    project = TestProject.copyOf(original, folder);
    table = project.table("orders_daily");
    first = TableSnapshot.of(table);
  }

  @ParameterizedTest
  @ValueSource(strings = {"each", "together"})
  void daysGetBackWhatTheyHadFromTheFormerFilesAndDaysThatWereNotThereBecomeEmpty(String publish) {
    String id = backfill(publish);
    TableSnapshot second = TableSnapshot.of(table);
    long files = dataFiles();

    Ended undone = project.run("undo", id, "--reason", "wrong month");

    assertThat(undone.exitCode()).as(undone.err()).isZero();
    assertThat(undone.summary())
        .startsWith("undone " + id + " by ")
        .endsWith(
            ": 3 days, 4 rows, version %d; orders_daily has 4 days, 8 orders"
                .formatted(second.version() + 1));
    assertThat(dataFiles()).isEqualTo(files);
    assertThatTable(table).isAtVersion(second.version() + 1).hasContentOf(first);
    assertThat(TableSnapshot.of(table).files()).isEqualTo(first.files());
    assertThat(project.run("status").out())
        .contains("2026-09-01  STALE")
        .contains("2026-09-03  COMPLETE")
        .contains("2026-09-05  MISSING");
  }

  @Test
  void anUndoIsRecordedAndCanBeUndone() {
    String id = backfill("each");
    TableSnapshot second = TableSnapshot.of(table);
    Ended undone = project.run("undo", id);
    String undo = undone.summary().replaceFirst("undone \\w+ by (\\w+):.*", "$1");
    assertThat(project.run("history", "--limit", "1", "--json").out())
        .contains(undo)
        .contains("\"undoes\" : \"" + id + "\"");

    Ended redone = project.run("undo", undo);

    assertThat(redone.exitCode()).as(redone.err()).isZero();
    assertThatTable(table).hasContentOf(second);
    assertThat(project.run("status").summary())
        .isEqualTo("orders_daily: 5 days, 0 missing, 5 complete, 0 stale, 0 corrupt");
    assertThat(project.run("status", "--verify").summary())
        .isEqualTo("orders_daily: 5 days, 0 missing, 5 complete, 0 stale, 0 corrupt");
  }

  @Test
  void laterWorkStaysAndDaysThatWereChangedSinceAreNamed() {
    String id = backfill("together");
    project.lands(day(3), 30, 31, 32).lands(day(2), 20, 29);
    assertThat(project.run("load", "2026-09-04").exitCode()).isZero();
    assertThat(project.run("load", "2026-09-03").exitCode()).isZero();

    Ended undone = project.run("undo", id);

    assertThat(undone.exitCode()).isEqualTo(4);
    assertThat(undone.err())
        .contains("dayfill: orders_daily 2026-09-02 not undone: version ")
        .contains("changed the day after backfill " + id);
    assertThatTable(table)
        .hasDays(day(1), day(2), day(3), day(4))
        .hasOrders(day(1), 10, 11)
        .hasOrders(day(2), 20, 29)
        .hasOrders(day(3), 30, 31, 32);
  }

  @Test
  @Tag("slow")
  void aDayThatSomebodyAppendedToSinceIsNotTakenAway() {
    project.lands(day(2), 20, 21).lands(day(5), new long[0]);
    String id = load("2026-09-02");
    sql(
        "INSERT INTO TABLE_PATH SELECT 19L, 'C09', 1, TIMESTAMP'2026-09-01 10:00:00', DATE'2026-09-01'");
    TableSnapshot theirs = TableSnapshot.of(table);
    Ended refused = project.run("undo", id);
    assertThat(refused.exitCode()).isEqualTo(4);
    assertThat(refused.err()).contains("all of its days were changed since");
    assertThatTable(table).isUnchangedSince(theirs);
  }

  @Test
  @Tag("slow")
  void optimizeSinceIsNoObstacle() {
    String id = backfill("each");
    sql(
        "INSERT INTO TABLE_PATH SELECT 39L, 'C09', 1, TIMESTAMP'2026-09-03 10:00:00', DATE'2026-09-03'");
    sql("OPTIMIZE TABLE_PATH");
    assertThat(project.run("undo", id).exitCode()).isZero();
    assertThatTable(table)
        .hasOrders(day(1), 10, 11)
        .hasOrders(day(2), 20, 21)
        .hasOrders(day(3), 30, 31, 39)
        .hasDays(day(1), day(2), day(3), day(4));
  }

  @Test
  void whereFormerFilesAreGoneNothingIsWritten() {
    String id = backfill("each");
    Sessions.shared().conf().set("spark.databricks.delta.retentionDurationCheck.enabled", "false");
    sql("VACUUM TABLE_PATH RETAIN 0 HOURS");
    TableSnapshot theirs = TableSnapshot.of(table);
    Ended refused = project.run("undo", id);
    assertThat(refused.exitCode()).isEqualTo(4);
    assertThat(refused.err()).contains("2 of the former files are gone (VACUUM?)");
    assertThatTable(table).isUnchangedSince(theirs);
  }

  @Test
  void anIdThatTheTableDoesNotKnowIsAMistakeInTheCall() {
    Ended unknown = project.run("undo", "0123456789ab");
    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.err()).contains("has no published backfill 0123456789ab");
    Ended unpartitioned = project.run("undo", "0123", "--table", "orders_daily_unpartitioned");
    assertThat(unpartitioned.exitCode()).isEqualTo(4);
    assertThatTable(table).isUnchangedSince(first);
  }

  private String backfill(String publish) {
    Ended ended = project.run("backfill", "2026-09-02", "2026-09-06", "--publish", publish);
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    return ended.summary().replaceFirst(".*\\(backfill ([0-9a-f]+)\\)", "$1");
  }

  private String load(String runDate) {
    assertThat(project.run("load", runDate).exitCode()).isZero();
    return project
        .run("history", "--limit", "1", "--json")
        .out()
        .replaceFirst("(?s).*\"backfill\" : \"([0-9a-f]+)\".*", "$1");
  }

  private void sql(String statement) {
    Sessions.shared().sql(statement.replace("TABLE_PATH", "delta.`" + table + "`"));
  }

  private long dataFiles() {
    try (Stream<Path> all = Files.walk(table)) {
      return all.filter(path -> path.toString().endsWith(".parquet")).count();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private static LocalDate day(int day) {
    return LocalDate.of(2026, 9, day);
  }
}
