/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.dayfill.definition.Project;
import io.dayfill.delta.KernelRows;
import io.dayfill.notify.Message.DayChange;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each publication stands once in the table of changes, however many commands tell of it. */
class ChangesTableIT {
  private static final int WRITERS = 4;

  @TempDir Path folder;

  @Test
  void severalCommandsThatTellTheSameAreInOnceAndThoseOfOtherTablesAllGetIn() throws Exception {
    CyclicBarrier start = new CyclicBarrier(2 * WRITERS);
    ExecutorService pool = Executors.newFixedThreadPool(2 * WRITERS);
    List<Future<Boolean>> same = new ArrayList<>();
    List<Future<Boolean>> others = new ArrayList<>();
    try {
      for (int i = 0; i < WRITERS; i++) {
        String other = "other-" + i;
        same.add(pool.submit(() -> append(start, "one")));
        others.add(pool.submit(() -> append(start, other)));
      }
      assertThat(ends(same)).containsOnlyOnce(true);
      assertThat(ends(others)).containsOnly(true);
    } finally {
      pool.shutdownNow();
    }
    assertThat(table().toldUpTo("one")).isEqualTo(7);
    assertThat(table().toldUpTo("unknown")).isEqualTo(-1);
    assertThat(
            new KernelRows(
                    new Project(folder).resolve("warehouse/" + ChangesTable.NAME),
                    new Configuration())
                .read())
        .hasSize(1 + WRITERS);
  }

  private static List<Boolean> ends(List<Future<Boolean>> running) throws Exception {
    List<Boolean> ends = new ArrayList<>();
    for (Future<Boolean> each : running) {
      ends.add(each.get(2, TimeUnit.MINUTES));
    }
    return ends;
  }

  private boolean append(CyclicBarrier start, String tableId) throws Exception {
    start.await();
    return table().append(List.of(message(tableId)), tableId, 7);
  }

  private ChangesTable table() {
    return new ChangesTable(new Project(folder), new Configuration());
  }

  private static Message message(String tableId) {
    LocalDate day = LocalDate.of(2026, 9, 15);
    return new Message(
        "orders_daily",
        tableId,
        "b1",
        Optional.empty(),
        Optional.empty(),
        Instant.parse("2026-09-16T00:00:00Z"),
        6,
        7,
        List.of(
            new DayChange(
                day,
                day.plusDays(1),
                "c1",
                Optional.empty(),
                6,
                7,
                OptionalLong.of(1),
                2,
                List.of())));
  }
}
