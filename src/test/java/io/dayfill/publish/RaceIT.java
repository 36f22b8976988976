/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import static io.dayfill.testing.TableAssert.assertThatTable;
import static org.assertj.core.api.Assertions.assertThat;

import io.dayfill.delta.FileEntry;
import io.dayfill.delta.LogCommit;
import io.dayfill.delta.TableLog;
import io.dayfill.testing.TableAssert;
import io.dayfill.testing.TestJvm;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two processes replace the same and neighbouring days of one table, as fast as they can. The build
 * runs a few rounds; {@code -Ddayfill.race.rounds=250} gives each process that many.
 */
@Tag("slow")
class RaceIT {
  private static final int ROUNDS = Integer.getInteger("dayfill.race.rounds", 5);

  @TempDir Path folder;

  @Test
  void noUpdateIsLostNoRowStandsTwiceAndTheHistoryIsConsistent() throws Exception {
    DayTable table = DayTable.in(folder, Publishers.Choice.FILES).created();
    long first = TableAssert.versionOf(table.path());
    List<String> lines = new ArrayList<>();
    Process one = start(1_000_000, "one.err");
    Process other = start(2_000_000, "other.err");
    try {
      CompletableFuture<List<String>> others =
          CompletableFuture.supplyAsync(
              () -> other.inputReader(StandardCharsets.UTF_8).lines().toList());
      one.inputReader(StandardCharsets.UTF_8).lines().forEach(lines::add);
      lines.addAll(others.join());
      assertThat(one.waitFor()).as(Files.readString(folder.resolve("one.err"))).isZero();
      assertThat(other.waitFor()).as(Files.readString(folder.resolve("other.err"))).isZero();
    } finally {
      one.destroyForcibly();
      other.destroyForcibly();
    }
    assertThat(lines).hasSize(2 * ROUNDS);
    Map<Long, String> published = new HashMap<>();
    for (String line : lines) {
      if (!line.startsWith("LOST")) {
        String[] words = line.split(" ", 2);
        assertThat(published.put(Long.parseLong(words[0]), words[1])).as("version twice").isNull();
      }
    }
    assertThatHistoryIsOfThese(table, first, published);
  }

  /** Each version replaced exactly what its day had, and the table holds each day's last order. */
  private static void assertThatHistoryIsOfThese(
      DayTable table, long first, Map<Long, String> published) {
    TableLog log = new TableLog(table.path().toString(), new Configuration());
    long last = TableAssert.versionOf(table.path());
    assertThat(published).hasSize((int) (last - first));
    Map<LocalDate, Set<String>> files = new HashMap<>();
    Map<LocalDate, Long> orders = new HashMap<>();
    for (long version = first + 1; version <= last; version++) {
      String[] words = published.getOrDefault(version, "").split(" ");
      LocalDate day = LocalDate.parse(words[0]);
      LogCommit commit = log.commit(version).orElseThrow();
      if (files.containsKey(day)) {
        assertThat(paths(commit.removes())).isEqualTo(files.get(day));
      }
      files.put(day, paths(commit.adds()));
      orders.put(day, Long.parseLong(words[1]));
    }
    orders.forEach((day, order) -> assertThatTable(table.path()).hasOrders(day, order));
  }

  private Process start(long firstOrder, String log) throws Exception {
    return TestJvm.start(
        RacingWriter.class,
        folder.resolve(log),
        folder.toString(),
        String.valueOf(firstOrder),
        String.valueOf(ROUNDS));
  }

  private static Set<String> paths(List<FileEntry> files) {
    return files.stream().map(FileEntry::path).collect(Collectors.toSet());
  }
}
