/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.dayfill.testing.Sessions;
import io.dayfill.testing.TestProject;
import io.dayfill.testing.TestProject.Ended;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In an application that schedules FAIR each command's jobs run in its pool. */
class PoolIT {
  private static final String LAST = "the last job";

  private final SparkContext context = Sessions.shared().sparkContext();
  private final Jobs jobs = new Jobs();
  @TempDir Path folder;
  private TestProject project;

  @BeforeEach
  void aProject() {
    project = TestProject.in(folder);
    for (int day = 1; day <= 3; day++) {
      project.lands(LocalDate.of(2026, 9, day), day);
    }
    context.addSparkListener(jobs);
  }

  @AfterEach
  void stop() {
    context.removeSparkListener(jobs);
    context.setLocalProperty(Pool.PROPERTY, null);
  }

  @Test
  void dailyRunsAndBackfillsHaveTheirPools() {
    assertThat(poolsOf("load", "2026-09-02")).containsExactly("daily");
    assertThat(poolsOf("check", "2026-09-02")).containsExactly("daily");
    assertThat(poolsOf("backfill", "2026-09-02", "2026-09-04", "--concurrency", "2"))
        .containsExactly("backfill");
    assertThat(context.getLocalProperty(Pool.PROPERTY)).as("as it was").isNull();
  }

  @Test
  void aPoolThatTheThreadHasAlreadyCounts() {
    context.setLocalProperty(Pool.PROPERTY, "urgent");
    assertThat(poolsOf("backfill", "2026-09-02", "2026-09-04")).containsExactly("urgent");
    assertThat(context.getLocalProperty(Pool.PROPERTY)).isEqualTo("urgent");
  }

  @Test
  void theProjectsPoolsAreRead() {
    assertThat(context.getPoolForName("daily").get().weight()).isEqualTo(4);
    assertThat(context.getPoolForName("daily").get().minShare()).isEqualTo(2);
    assertThat(context.getPoolForName("backfill").get().weight()).isEqualTo(1);
  }

  private Set<String> poolsOf(String... call) {
    jobs.pools.clear();
    Ended ended = project.run(call);
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    String pool = context.getLocalProperty(Pool.PROPERTY);
    context.setLocalProperty(Pool.PROPERTY, LAST);
    Sessions.shared().range(1).collectAsList();
    context.setLocalProperty(Pool.PROPERTY, pool);
    Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> jobs.pools.contains(LAST));
    return jobs.pools.stream().filter(name -> !name.equals(LAST)).collect(Collectors.toSet());
  }

  /** Keeps the pool of each job. */
  private static final class Jobs extends SparkListener {
    private final List<String> pools = new CopyOnWriteArrayList<>();

    @Override
    public void onJobStart(SparkListenerJobStart job) {
      pools.add(job.properties().getProperty(Pool.PROPERTY, "none"));
    }
  }
}
