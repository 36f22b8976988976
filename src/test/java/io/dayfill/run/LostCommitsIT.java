/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import static io.dayfill.testing.TableAssert.assertThatTable;
import static org.assertj.core.api.Assertions.assertThat;

import io.dayfill.check.StagedChecks.EmptyDays;
import io.dayfill.definition.Outcome;
import io.dayfill.publish.NewColumns;
import io.dayfill.publish.Publishers;
import io.dayfill.testing.LocalS3;
import io.dayfill.testing.TestProject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A commit that was read back and found, and is then replaced by another driver's. */
class LostCommitsIT {
  private static final LocalDate DAY_14 = LocalDate.of(2026, 9, 14);
  private static final LocalDate DAY_15 = LocalDate.of(2026, 9, 15);

  @TempDir private Path folder;

  private TestProject project;
  private Path table;

  @BeforeEach
  void aTableOnS3() throws IOException {
    LocalS3.mount();
    project = TestProject.in(folder).lands(DAY_14, 1).lands(DAY_15, 2, 3);
    table = folder.resolve("lake/orders");
    Path definition = folder.resolve("conf/orders_daily.yaml");
    Files.writeString(
        definition,
        Files.readString(definition)
            .replace("layout:", "location: " + LocalS3.url(table) + "\nlayout:"));
  }

  @AfterEach
  void noS3() {
    LocalS3.unmount();
  }

  @Test
  void endsTheDayAsAConflict() {
    List<DayRun> ends = new ArrayList<>();

    BackfillReport report = run(ends, DAY_15, () -> replace(2, "another driver"), DAY_14, DAY_15);

    assertThat(report.exitCode()).isEqualTo(Outcome.CONFLICT.exitCode());
    assertThat(report.runs())
        .extracting(DayRun::outcome)
        .containsExactly(Outcome.PUBLISHED, Outcome.CONFLICT);
    assertThat(report.failures().get(0).reason().orElseThrow())
        .startsWith(
            "orders_daily 2026-09-15 not published: version 2 was ours and is someone else's")
        .contains("another driver", "this store lets two writers win");
    assertThat(ends)
        .extracting(DayRun::outcome)
        .containsExactly(Outcome.PUBLISHED, Outcome.PUBLISHED, Outcome.CONFLICT);
    assertThatTable(table).isAtVersion(2).hasDays(DAY_14);
  }

  @Test
  void leavesDaysAloneWhoseCommitsStay() {
    BackfillReport report = run(new ArrayList<>(), DAY_15, () -> {}, DAY_14, DAY_15);

    assertThat(report.exitCode()).isZero();
    assertThatTable(table).isAtVersion(2).hasOrders(DAY_14, 1).hasOrders(DAY_15, 2, 3);
  }

  /** Fills {@code days}; {@code event} happens when {@code when} has been published. */
  private BackfillReport run(List<DayRun> ends, LocalDate when, Runnable event, LocalDate... days) {
    RunListener listener =
        new RunListener() {
          @Override
          public void started(LocalDate runDate, LocalDate day, String source) {}

          @Override
          public void ended(DayRun run) {
            ends.add(run);
            if (run.day().equals(when) && run.outcome() == Outcome.PUBLISHED) {
              event.run();
            }
          }
        };
    return new BackfillDriver(request(days), listener, new StopSwitch()).run();
  }

  private BackfillRequest request(LocalDate... days) {
    return new BackfillRequest(
        project.project(),
        project.definition("orders_daily"),
        List.of(days).stream().map(day -> day.plusDays(1)).toList(),
        OptionalInt.of(1),
        Publishers.Choice.AUTO,
        PublishMode.EACH,
        EmptyDays.AS_DEFINED,
        NewColumns.Choice.REFUSE,
        Optional.empty(),
        BackfillRequest.OnFailure.GO_ON,
        Optional.empty(),
        Optional.empty(),
        "test",
        Optional.empty());
  }

  private void replace(long version, String operation) {
    String commit =
        "{\"commitInfo\":{\"timestamp\":1790000000000,\"operation\":\""
            + operation
            + "\",\"operationParameters\":{}}}\n";
    try {
      Files.writeString(table.resolve("_delta_log/%020d.json".formatted(version)), commit);
      Files.deleteIfExists(table.resolve("_delta_log/%020d.crc".formatted(version)));
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
