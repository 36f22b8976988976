/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill;

import static io.dayfill.testing.TableAssert.assertThatTable;
import static org.assertj.core.api.Assertions.assertThat;

import io.dayfill.delta.CommitMoment.When;
import io.dayfill.delta.TableLog;
import io.dayfill.ledger.Facts;
import io.dayfill.run.BackfillReport;
import io.dayfill.testing.MomentInBackfill;
import io.dayfill.testing.Sessions;
import io.dayfill.testing.TableAssert;
import io.dayfill.testing.TestProject;
import io.dayfill.testing.TestProject.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two drivers at once fill different days of a table that is not there yet. */
class TableCreationRaceIT {
  private static final LocalDate[] DAYS = {day(1), day(2), day(3), day(4)};
  private static final String[] EARLY = {"backfill", "2026-09-02", "2026-09-03"};
  private static final String[] LATE = {"backfill", "2026-09-04", "2026-09-05"};

  @TempDir Path folder;
  private TestProject project;
  private Path table;

  @BeforeEach
  void fourFilesAndNoTable() {
    Sessions.shared();
    project = TestProject.in(folder);
    table = project.table("orders_daily");
    for (LocalDate day : DAYS) {
      project.lands(day, orders(day));
    }
  }

  @Test
  void twoDriversOfOneJvmFillTheirDays() {
    CyclicBarrier start = new CyclicBarrier(2);
    CompletableFuture<Ended> other = CompletableFuture.supplyAsync(() -> run(start, EARLY));
    Ended mine = run(start, LATE);

    assertThat(other.join().exitCode()).as(other.join().err()).isZero();
    assertThat(mine.exitCode()).as(mine.err()).isZero();
    assertThatEachDayIsThereByOneCommit(table, DAYS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"orders_daily", "orders_daily_unpartitioned"})
  void theLoserOfTheCreationUsesTheWinnersTable(String name) {
    List<Ended> winner = new ArrayList<>();
    BackfillReport loser =
        MomentInBackfill.run(
            project,
            name,
            day(2),
            When.BEFORE_COMMIT,
            () -> winner.add(project.run("load", "2026-09-02", "--table", name)));

    assertThat(winner.get(0).exitCode()).as(winner.get(0).err()).isZero();
    assertThat(loser.failures()).isEmpty();
    assertThat(loser.exitCode()).isZero();
    assertThatEachDayIsThereByOneCommit(project.table(name), day(1), day(2));
  }

  @Test
  void whatADriverKilledWhileCreatingLeftIsNoObstacle() throws IOException {
    Files.createDirectories(table.resolve("_delta_log/_staged_commits"));

    assertThat(project.run("load", "2026-09-02").exitCode()).isZero();
    assertThatEachDayIsThereByOneCommit(table, day(1));
  }

  @Test
  void aFolderOfOtherFilesIsRefusedAndLeftAlone() throws IOException {
    Path other = Files.createDirectories(table).resolve("other.txt");
    Files.writeString(other, "mine");

    Ended ended = project.run("load", "2026-09-02");

    assertThat(ended.exitCode()).isEqualTo(4);
    assertThat(ended.err())
        .contains("orders_daily refused: the folder " + table + " holds files but no Delta table")
        .doesNotContain("\tat ");
    assertThat(table).isDirectoryContaining(other::equals).isDirectoryNotContaining("glob:_*");
    assertThat(other).hasContent("mine");
  }

  private static void assertThatEachDayIsThereByOneCommit(Path table, LocalDate... days) {
    TableAssert now = assertThatTable(table).isAtVersion(days.length).hasDays(days);
    TableLog log = new TableLog(table.toString(), new Configuration());
    List<LocalDate> committed = new ArrayList<>();
    for (int i = 0; i < days.length; i++) {
      now.hasOrders(days[i], orders(days[i]));
      List<LocalDate> ofVersion = Facts.days(log.commit(i + 1).orElseThrow());
      assertThat(ofVersion).as("days of version %s", i + 1).hasSize(1);
      committed.addAll(ofVersion);
    }
    assertThat(committed).containsExactlyInAnyOrder(days);
  }

  private static long[] orders(LocalDate day) {
    return new long[] {day.getDayOfMonth() * 10L, day.getDayOfMonth() * 10L + 1};
  }

  private Ended run(CyclicBarrier start, String[] range) {
    try {
      start.await();
    } catch (Exception broken) {
      throw new AssertionError(broken);
    }
    return project.run(range);
  }

  private static LocalDate day(int day) {
    return LocalDate.of(2026, 9, day);
  }
}
