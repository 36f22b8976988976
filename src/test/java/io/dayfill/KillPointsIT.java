/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill;

import static io.dayfill.testing.TableAssert.assertThatTable;
import static org.assertj.core.api.Assertions.assertThat;

import io.dayfill.delta.TableLog;
import io.dayfill.ledger.Facts;
import io.dayfill.ledger.Ledger;
import io.dayfill.ledger.RunRecord;
import io.dayfill.testing.Sessions;
import io.dayfill.testing.SubmittedJob;
import io.dayfill.testing.TestProject;
import io.dayfill.testing.TestProject.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A driver that is killed at any point loses nothing that it published and leaves nothing that it
 * did not: the same command again finishes, publishes no day twice, and the ledger tells it all.
 * With {@code -Ddayfill.kill.points=all} at every point, otherwise at the most telling one.
 */
@Tag("slow")
class KillPointsIT {
  private static final int DAYS = 8;

  @TempDir Path folder;

  /** Where the driver is killed. */
  enum Point {
    PLANNED,
    TABLE_CREATED,
    FIRST_DAY_STAGED,
    COMMIT_1,
    COMMIT_2,
    THIRD_DAY_STAGED,
    COMMIT_4,
    COMMIT_6,
    LAST_COMMIT_BEFORE_THE_LEDGER,
    LEDGER_BEING_WRITTEN
  }

  static List<Point> points() {
    return System.getProperty("dayfill.kill.points", "").equals("all")
        ? List.of(Point.values())
        : List.of(Point.LAST_COMMIT_BEFORE_THE_LEDGER);
  }

  @ParameterizedTest
  @MethodSource("points")
  void theNextCommandTellsWhatIsTrueAndFinishes(Point point) throws Exception {
    Sessions.shared();
    TestProject project = TestProject.in(folder);
    for (int i = 1; i <= DAYS; i++) {
      project.lands(day(i), i * 10L, i * 10L + 1);
    }
    try (SubmittedJob job =
        SubmittedJob.start(project, "backfill", "2026-09-02", "2026-09-09", "--concurrency", "1")) {
      Awaitility.await()
          .atMost(Duration.ofMinutes(3))
          .pollInterval(Duration.ofMillis(5))
          .until(() -> isReached(point, project, job) || !job.isAlive());
      job.signal("KILL");
      assertThat(job.exitCode()).isIn(137, 0);
    }
    List<LocalDate> published = published(project);

    Ended status = project.run("status", "2026-09-02", "2026-09-09");
    assertThat(status.summary())
        .contains(
            (DAYS - published.size()) + " missing, " + published.size() + " complete, 0 stale");

    Ended again = project.run("backfill", "2026-09-02", "2026-09-09");
    assertThat(again.exitCode()).as(again.err()).isZero();
    assertThat(again.summary()).startsWith("ran " + (DAYS - published.size()) + " runs, 0 failed");
    for (int i = 1; i <= DAYS; i++) {
      assertThatTable(project.table("orders_daily")).hasOrders(day(i), i * 10L, i * 10L + 1);
    }
    assertThat(published(project)).hasSize(DAYS).doesNotHaveDuplicates();
    if (published.size() < DAYS) {
      assertThat(
              new Ledger(project.project(), new Configuration())
                  .read("orders_daily").runs().stream()
                      .filter(RunRecord::isPublished)
                      .map(RunRecord::day))
          .as("published days in the ledger")
          .hasSize(DAYS)
          .doesNotHaveDuplicates();
    }
  }

  private static boolean isReached(Point point, TestProject project, SubmittedJob job)
      throws IOException {
    Path table = project.table("orders_daily");
    return switch (point) {
      case PLANNED -> job.err().contains("plan: ");
      case TABLE_CREATED -> hasVersion(table, 0);
      case FIRST_DAY_STAGED -> hasFiles(table.resolve("order_date=2026-09-01"));
      case COMMIT_1 -> hasVersion(table, 1);
      case COMMIT_2 -> hasVersion(table, 2);
      case THIRD_DAY_STAGED -> hasFiles(table.resolve("order_date=2026-09-03"));
      case COMMIT_4 -> hasVersion(table, 4);
      case COMMIT_6 -> hasVersion(table, 6);
      case LAST_COMMIT_BEFORE_THE_LEDGER -> hasVersion(table, DAYS);
      case LEDGER_BEING_WRITTEN -> hasFiles(project.table(Ledger.NAME));
    };
  }

  private static boolean hasVersion(Path table, int version) {
    return Files.exists(table.resolve("_delta_log").resolve("%020d.json".formatted(version)));
  }

  private static boolean hasFiles(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.findAny().isPresent();
    }
  }

  /** The days that the table's commits publish, in their order. */
  private static List<LocalDate> published(TestProject project) {
    TableLog log = new TableLog(project.table("orders_daily").toString(), new Configuration());
    List<LocalDate> days = new ArrayList<>();
    log.versions().forEach(version -> log.commit(version).map(Facts::days).ifPresent(days::addAll));
    return days;
  }

  private static LocalDate day(int day) {
    return LocalDate.of(2026, 9, day);
  }
}
