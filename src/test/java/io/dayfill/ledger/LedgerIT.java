/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.ledger;

import static io.dayfill.testing.TableAssert.assertThatTable;
import static org.assertj.core.api.Assertions.assertThat;

import io.dayfill.definition.Outcome;
import io.dayfill.delta.KernelReader;
import io.dayfill.delta.TableLog;
import io.dayfill.testing.Sessions;
import io.dayfill.testing.TableSnapshot;
import io.dayfill.testing.TestProject;
import io.dayfill.testing.TestProject.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All runs are kept; the ledger may be lost, shared or another's, and no table ever minds. */
class LedgerIT {
  @TempDir Path folder;
  private TestProject project;
  private Ledger ledger;

  @BeforeAll
  static void session() {
    Sessions.shared();
  }

  @BeforeEach
  void aProject() {
    project = TestProject.in(folder);
    ledger = new Ledger(project.project(), new Configuration());
    project.lands(day(1), 10, 11).lands(day(2), "7,c7,1.0x,2026-09-02T08:00:00");
  }

  @Test
  void everyRunHasItsRowAlsoOneThatFailed() {
    assertThat(backfill("--reason", "late file").exitCode()).isEqualTo(4);

    List<RunRecord> runs = sorted();
    assertThat(runs).hasSize(2);
    RunRecord published = runs.get(0);
    assertThat(published.outcome()).isEqualTo(Outcome.PUBLISHED);
    assertThat(published.rows()).hasValue(2);
    assertThat(published.tableVersion()).hasValue(1);
    assertThat(published.attempt()).isEqualTo(1);
    assertThat(published.reason()).contains("late file");
    assertThat(published.sums()).containsExactly(new SumFacts("amount", "20.00"));
    assertThat(published.inputs()).hasSize(1);
    assertThat(published.inputs().get(0).path()).isEqualTo("landing/orders/2026-09-01.csv");
    assertThat(published.inputs().get(0).sha256()).hasSize(64);
    assertThat(published.files()).hasSize(1);
    assertThat(published.definitionText().orElseThrow()).contains("table: orders_daily");
    assertThat(published.by().orElseThrow().application()).isPresent();
    RunRecord refused = runs.get(1);
    assertThat(refused.outcome()).isEqualTo(Outcome.REFUSED);
    assertThat(refused.reason().orElseThrow()).contains("1.0x");
    assertThat(refused.commit()).isEmpty();
    assertThat(refused.inputs())
        .extracting(InputFacts::path)
        .containsExactly("landing/orders/2026-09-02.csv");

    assertThat(backfill().exitCode()).isEqualTo(4);
    assertThat(sorted()).hasSize(3);
    assertThat(sorted().get(2).attempt()).isEqualTo(2);
    assertThat(sorted().get(2).definitionText()).as("kept once").isEmpty();
  }

  @Test
  void aLostLedgerIsRebuiltFromTheCommits() throws IOException {
    backfill();
    String published =
        ledger.read("orders_daily").last(day(1)).orElseThrow().commit().orElseThrow();
    delete(Path.of(Ledger.path(project.project())));
    assertThat(project.run("status").out()).contains("2026-09-01  COMPLETE");

    project.lands(day(2), 20);
    assertThat(backfill().exitCode()).isZero();

    assertThat(sorted()).hasSize(2);
    assertThat(sorted().get(0).commit()).contains(published);
    assertThat(sorted().get(0).recovered()).isTrue();
    assertThat(sorted().get(1).recovered()).isFalse();
  }

  @Test
  void severalWritersAtOnceAllGetTheirRowsIn() throws Exception {
    int writers = 4;
    CyclicBarrier start = new CyclicBarrier(writers);
    ExecutorService pool = Executors.newFixedThreadPool(writers);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < writers; i++) {
        int writer = i;
        running.add(
            pool.submit(
                () -> {
                  start.await();
                  for (int j = 1; j <= 3; j++) {
                    new Ledger(project.project(), new Configuration())
                        .append(List.of(refused(writer + "-" + j, day(j))));
                  }
                  return null;
                }));
      }
      for (Future<?> each : running) {
        each.get(2, TimeUnit.MINUTES);
      }
    } finally {
      pool.shutdownNow();
    }
    assertThat(ledger.read("orders_daily").runs().stream().map(RunRecord::backfill))
        .hasSize(12)
        .doesNotHaveDuplicates();
  }

  @Test
  @Tag("slow")
  void manySmallFilesAreJoinedInTheCommitThatAppends() {
    for (int i = 0; i < 50; i++) {
      ledger.append(List.of(refused("b" + i, day(2))));
    }
    project.lands(day(2), 20);

    assertThat(backfill().exitCode()).isZero();

    String path = Ledger.path(project.project());
    assertThat(new KernelReader(path, new Configuration()).latest().orElseThrow().files())
        .hasSize(1);
    assertThat(new TableSnapshotOfAny(path).versions()).hasSize(51);
    assertThat(ledger.read("orders_daily").runs())
        .hasSize(52)
        .anyMatch(run -> run.isPublished() && !run.inputs().isEmpty() && run.by().isPresent());
    assertThat(ledger.read("orders_daily").attempts(day(2))).isEqualTo(51);
  }

  @Test
  void aTableThatIsNotTheLedgerIsLeftAloneAndSaid() {
    String path = Ledger.path(project.project());
    Sessions.shared().range(3).write().format("delta").save(path);
    TableSnapshotOfAny before = new TableSnapshotOfAny(path);

    Ended ended = backfill();

    assertThat(ended.exitCode()).isEqualTo(4);
    assertThat(ended.err()).contains("warehouse/dayfill_ledger is not dayfill's ledger");
    assertThatTable(project.table("orders_daily")).hasOrders(day(1), 10, 11);
    assertThat(new TableSnapshotOfAny(path).versions()).isEqualTo(before.versions());
  }

  @Test
  void aNewerLedgerIsNeitherReadNorWritten() {
    backfill();
    String path = Ledger.path(project.project());
    Sessions.shared()
        .sql("ALTER TABLE delta.`" + path + "` SET TBLPROPERTIES ('dayfill.ledger.format' = '2')");
    TableSnapshotOfAny before = new TableSnapshotOfAny(path);
    TableSnapshot table = TableSnapshot.of(project.table("orders_daily"));

    Ended status = project.run("status");

    assertThat(status.exitCode()).isZero();
    assertThat(status.err())
        .contains("was written by a newer dayfill (format 2, this one knows 1)");
    assertThat(status.out()).contains("2026-09-01  COMPLETE");
    backfill();
    assertThat(new TableSnapshotOfAny(path).versions()).isEqualTo(before.versions());
    assertThatTable(project.table("orders_daily")).isUnchangedSince(table);
  }

  /** The versions of a table of any shape. */
  private record TableSnapshotOfAny(List<Long> versions) {
    TableSnapshotOfAny(String path) {
      this(new TableLog(path, new Configuration()).versions());
    }
  }

  private Ended backfill(String... flags) {
    return project.run(
        Stream.concat(Stream.of("backfill", "2026-09-02", "2026-09-03"), Stream.of(flags))
            .toArray(String[]::new));
  }

  private List<RunRecord> sorted() {
    return ledger.read("orders_daily").runs().stream()
        .sorted(Comparator.comparing(RunRecord::day).thenComparing(RunRecord::ended))
        .toList();
  }

  private static RunRecord refused(String backfill, LocalDate day) {
    return new RunRecord(
        "orders_daily",
        Optional.empty(),
        backfill,
        Optional.empty(),
        day.plusDays(1),
        day,
        1,
        Outcome.REFUSED,
        Optional.of("a test"),
        Optional.empty(),
        Optional.empty(),
        OptionalLong.empty(),
        Optional.empty(),
        List.of(),
        List.of(),
        List.of(),
        Optional.empty(),
        List.of(),
        List.of(),
        "definition",
        Optional.empty(),
        Optional.empty(),
        "test",
        OptionalLong.empty(),
        OptionalLong.empty(),
        Optional.empty(),
        Instant.parse("2026-09-03T00:00:00Z"),
        OptionalLong.empty(),
        Optional.empty(),
        List.of(),
        false);
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  private static LocalDate day(int day) {
    return LocalDate.of(2026, 9, day);
  }
}
