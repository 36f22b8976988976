/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.dayfill.delta.TableLog;
import io.dayfill.ledger.Facts;
import io.dayfill.testing.TableSnapshot;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Eight writers, each with a publisher of its own as eight drivers would have, publish days of one
 * table at once. {@code -Ddayfill.writers.days=25} gives each that many days.
 */
class ManyWritersIT {
  private static final int WRITERS = 8;
  private static final int DAYS = Integer.getInteger("dayfill.writers.days", 3);
  private static final LocalDate FIRST = LocalDate.of(2026, 10, 1);

  @TempDir Path folder;

  @Test
  @Tag("slow")
  void distinctDaysNeitherConflictNorGetLost() throws Exception {
    DayTable table = DayTable.in(folder, Publishers.Choice.FILES).created();
    TableLog log = new TableLog(table.path().toString(), new Configuration());
    long first = log.latestVersion().orElseThrow();
    CyclicBarrier start = new CyclicBarrier(WRITERS);
    ExecutorService pool = Executors.newFixedThreadPool(WRITERS);
    try {
      List<Future<Integer>> writers = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        LocalDate from = FIRST.plusDays((long) writer * DAYS);
        writers.add(pool.submit(() -> publish(table, from, start)));
      }
      for (Future<Integer> writer : writers) {
        assertThat(writer.get()).isEqualTo(DAYS);
      }
    } finally {
      pool.shutdownNow();
    }
    List<LocalDate> published = new ArrayList<>();
    log.versions().stream()
        .filter(version -> version > first)
        .forEach(version -> published.addAll(log.commit(version).map(Facts::days).orElseThrow()));
    assertThat(published).hasSize(WRITERS * DAYS).doesNotHaveDuplicates();
    assertThat(TableSnapshot.of(table.path()).rows()).hasSize(3 + WRITERS * DAYS);
  }

  /** Publishes the writer's days and returns how many there were. */
  private static int publish(DayTable table, LocalDate from, CyclicBarrier start) throws Exception {
    DayTable.session();
    DayPublisher publisher = table.publisher();
    start.await();
    int published = 0;
    for (LocalDate day = from; day.isBefore(from.plusDays(DAYS)); day = day.plusDays(1)) {
      try (Staging staging = table.stage(publisher, day, day.toEpochDay())) {
        DayTable.publish(publisher, staging, day, DayTable.facts(staging, day));
        published++;
      }
    }
    return published;
  }
}
