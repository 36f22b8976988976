/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill;

import static io.dayfill.testing.TableAssert.assertThatTable;
import static org.assertj.core.api.Assertions.assertThat;

import io.dayfill.testing.Sessions;
import io.dayfill.testing.SubmittedJob;
import io.dayfill.testing.TableSnapshot;
import io.dayfill.testing.TestProject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real processes under spark-submit: exit codes, what stdout carries, and a driver that is killed.
 */
class ForkedJvmIT {
  private static final LocalDate DAY = LocalDate.of(2026, 9, 15);

  @TempDir Path folder;
  private TestProject project;
  private Path table;

  @BeforeEach
  void aFilledDay() {
    Sessions.shared();
    project = TestProject.in(folder);
    table = project.table("orders_daily");
    project.lands(DAY.minusDays(1), 1).lands(DAY, 2, 3);
    assertThat(project.run("backfill", "2026-09-15", "2026-09-16").exitCode()).isZero();
  }

  @Test
  @Tag("slow")
  void theExitCodeReachesTheShellAndStdoutIsClean() throws Exception {
    TableSnapshot before = TableSnapshot.of(table);
    project.lands(DAY, "2,c,1.0x,2026-09-15T08:00:00");

    try (SubmittedJob job = SubmittedJob.start(project, "load", "2026-09-16")) {
      assertThat(job.exitCode()).isEqualTo(4);
      assertThat(job.out()).isEmpty();
      assertThat(job.err())
          .contains("dayfill: orders_daily 2026-09-15 refused")
          .doesNotContain("\tat ");
    }
    assertThatTable(table).isUnchangedSince(before);
  }

  @Test
  @Tag("slow")
  void aFileThatIsNotThereYetIsExitCode3() throws Exception {
    TableSnapshot before = TableSnapshot.of(table);
    Files.delete(project.landing(DAY));

    try (SubmittedJob job = SubmittedJob.start(project, "load", "2026-09-16")) {
      assertThat(job.exitCode()).isEqualTo(3);
      assertThat(job.out()).isEmpty();
      assertThat(job.err())
          .contains("dayfill: orders_daily 2026-09-15 is not ready: landing/orders/2026-09-15.csv")
          .doesNotContain("\tat ");
    }
    assertThatTable(table).isUnchangedSince(before);
  }

  @Test
  void aDriverKilledBetweenStageAndPublishChangesNothing() throws Exception {
    TableSnapshot before = TableSnapshot.of(table);
    project.lands(DAY, LongStream.range(10, 200_000).toArray());
    long files = dataFiles();

    try (SubmittedJob job = SubmittedJob.start(project, "load", "2026-09-16")) {
      Awaitility.await()
          .atMost(Duration.ofMinutes(3))
          .pollInterval(Duration.ofMillis(10))
          .until(() -> dataFiles() > files || !job.isAlive());
      assertThat(job.isAlive()).as("still staging or checking").isTrue();
      job.signal("KILL");
      assertThat(job.exitCode()).isNotZero();
    }
    assertThatTable(table).isUnchangedSince(before);
    assertThat(project.run("load", "2026-09-16").summary())
        .contains("loaded 2026-09-15: 199990 rows (was 2)");
  }

  private long dataFiles() throws IOException {
    Path day = table.resolve("order_date=" + DAY);
    try (Stream<Path> files = Files.list(day)) {
      return files.filter(file -> file.getFileName().toString().endsWith(".parquet")).count();
    }
  }
}
