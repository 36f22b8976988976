/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill;

import static io.dayfill.testing.TableAssert.assertThatTable;
import static org.assertj.core.api.Assertions.assertThat;

import io.dayfill.delta.TableLog;
import io.dayfill.ledger.Facts;
import io.dayfill.testing.Sessions;
import io.dayfill.testing.SubmittedJob;
import io.dayfill.testing.TestProject;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two drivers in two processes over the same days, no lock between them: the commit decides. */
@Tag("slow")
class TwoProcessesIT {
  private static final int DAYS = 6;

  @TempDir Path folder;

  @Test
  void noDayIsPublishedTwiceOrLostAndEachIsToldWhatTheOtherDid() throws Exception {
    Sessions.shared();
    TestProject project = TestProject.in(folder);
    for (int i = 1; i <= DAYS; i++) {
      project.lands(day(i), i * 10L, i * 10L + 1);
    }
    try (SubmittedJob one = start(project, "oldest");
        SubmittedJob other = start(project, "newest")) {
      assertThat(one.exitCode()).as(one.err()).isIn(0, 5);
      assertThat(other.exitCode()).as(other.err()).isIn(0, 5);
      assertTold(one);
      assertTold(other);
    }
    assertThat(published(project)).hasSize(DAYS).doesNotHaveDuplicates();
    for (int i = 1; i <= DAYS; i++) {
      assertThatTable(project.table("orders_daily")).hasOrders(day(i), i * 10L, i * 10L + 1);
    }
    assertThat(project.run("backfill", "2026-09-02", "2026-09-07").summary())
        .startsWith("ran 0 runs, 0 failed, 6 skipped");
  }

  /** Whoever did not publish a day says whose commit did. */
  private static void assertTold(SubmittedJob job) throws Exception {
    String err = job.err();
    if (err.contains(" CONFLICT") || err.contains(" SKIPPED")) {
      assertThat(err + job.out())
          .containsPattern("version \\d+ \\(WRITE.*\\) of backfill [0-9a-f]+");
    }
  }

  private static SubmittedJob start(TestProject project, String order) throws Exception {
    return SubmittedJob.start(
        project,
        "backfill",
        "2026-09-02",
        "2026-09-07",
        "--concurrency",
        "1",
        "--order",
        order,
        "--json");
  }

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
