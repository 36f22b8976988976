/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill;

import static io.dayfill.testing.TableAssert.assertThatTable;
import static org.assertj.core.api.Assertions.assertThat;

import io.dayfill.testing.Sessions;
import io.dayfill.testing.SubmittedJob;
import io.dayfill.testing.TestProject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A backfill of three filled days that is told to stop while the second, a large one, is in work:
 * only whole days are ever in the table, and the shell hears of it.
 */
@EnabledOnOs(OS.LINUX)
class SignalsIT {
  private static final LocalDate FIRST = LocalDate.of(2026, 9, 1);
  private static final LocalDate SECOND = LocalDate.of(2026, 9, 2);
  private static final LocalDate THIRD = LocalDate.of(2026, 9, 3);
  private static final long[] MANY = LongStream.range(1000, 100_000).toArray();
  private static final long FILLED = 3;

  @TempDir Path folder;
  private TestProject project;
  private Path table;

  @BeforeEach
  void threeFilledDaysAndOtherFiles() {
    Sessions.shared();
    project = TestProject.in(folder);
    table = project.table("orders_daily");
    project.lands(FIRST, 1).lands(SECOND, 2).lands(THIRD, 3);
    assertThat(project.run("backfill", "2026-09-02", "2026-09-04").exitCode()).isZero();
    project.lands(FIRST, 10, 11).lands(SECOND, MANY).lands(THIRD, 30, 31);
  }

  @Test
  @Tag("slow")
  void theFirstCtrlCLetsTheDayInWorkEndAndStartsNoMore() throws Exception {
    try (SubmittedJob job = secondDayInWork()) {
      job.signal("INT");

      assertThat(job.exitCode()).isEqualTo(1);
      assertThat(job.err())
          .contains("stopping: the days in work end, no more are started")
          .contains("dayfill: stopped before 1 runs: [2026-09-04]; the same command goes on")
          .doesNotContain("run date 2026-09-04")
          .doesNotContain("\tat ");
      assertThat(job.out()).startsWith("ran 2 runs, 0 failed");
    }
    assertThatTable(table)
        .isAtVersion(FILLED + 2)
        .hasOrders(FIRST, 10, 11)
        .hasOrders(SECOND, MANY)
        .hasOrders(THIRD, 3);
  }

  @Test
  @Tag("slow")
  void theSecondCtrlCStopsAtOnce() throws Exception {
    try (SubmittedJob job = secondDayInWork()) {
      Awaitility.await()
          .atMost(Duration.ofMinutes(1))
          .pollInterval(Duration.ofMillis(20))
          .until(
              () -> {
                job.signal("INT");
                return !job.isAlive();
              });
      assertThat(job.exitCode()).isEqualTo(130);
      assertThat(job.out()).isEmpty();
    }
    assertThatOnlyTheFirstDayIsNew();
  }

  @Test
  @Tag("slow")
  void sigtermStopsAtOnce() throws Exception {
    try (SubmittedJob job = secondDayInWork()) {
      job.signal("TERM");

      assertThat(job.exitCode()).isEqualTo(143);
      assertThat(job.out()).isEmpty();
    }
    assertThatOnlyTheFirstDayIsNew();
  }

  private void assertThatOnlyTheFirstDayIsNew() {
    assertThatTable(table)
        .isAtVersion(FILLED + 1)
        .hasOrders(FIRST, 10, 11)
        .hasOrders(SECOND, 2)
        .hasOrders(THIRD, 3);
  }

  private SubmittedJob secondDayInWork() throws IOException {
    SubmittedJob job =
        SubmittedJob.start(project, "backfill", "2026-09-02", "2026-09-04", "--concurrency", "1");
    Awaitility.await()
        .atMost(Duration.ofMinutes(3))
        .pollInterval(Duration.ofMillis(10))
        .until(() -> job.err().contains("run date 2026-09-03") || !job.isAlive());
    assertThat(job.isAlive()).as("the second day is in work").isTrue();
    return job;
  }
}
