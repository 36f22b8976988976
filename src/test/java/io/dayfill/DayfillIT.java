/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill;

import static io.dayfill.testing.TableAssert.assertThatTable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dayfill.Dayfill.Day;
import io.dayfill.Dayfill.Result;
import io.dayfill.testing.Sessions;
import io.dayfill.testing.TableSnapshot;
import io.dayfill.testing.TestProject;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands called from Java. */
class DayfillIT {
  private static final LocalDate DAY = LocalDate.of(2026, 9, 15);

  @TempDir Path folder;

  @BeforeAll
  static void session() {
    Sessions.shared();
  }

  @Test
  void daysArePlannedFilledAndCheckedWithoutACommandLine() {
    TestProject project = TestProject.in(folder).lands(DAY.minusDays(1), 1).lands(DAY, 2, 3);
    Dayfill orders = Dayfill.in(folder).table("orders_daily");
    LocalDate last = DAY.plusDays(2);

    assertThat(orders.plan(DAY, last).orThrow().days())
        .extracting(Day::outcome)
        .containsExactly("RUN", "RUN", "WAIT");
    Result filled = orders.with("--reason", "first").backfill(DAY, DAY.plusDays(1));
    assertThat(filled.orThrow().days())
        .extracting(Day::day, Day::outcome, Day::rows)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(DAY.minusDays(1), "PUBLISHED", OptionalLong.of(1)),
            org.assertj.core.groups.Tuple.tuple(DAY, "PUBLISHED", OptionalLong.of(2)));
    assertThat(orders.check(DAY.plusDays(1)).orThrow().days().get(0).outcome()).isEqualTo("OK");

    TableSnapshot before = TableSnapshot.of(project.table("orders_daily"));
    Result waiting = orders.load(last);
    assertThat(waiting.exitCode()).isEqualTo(3);
    assertThat(waiting.failures()).startsWith("orders_daily 2026-09-16 is not ready");
    assertThatThrownBy(waiting::orThrow)
        .isInstanceOf(CommandFailedException.class)
        .hasMessage(waiting.failures());
    Result mistake = orders.with("--frobnicate").plan(DAY, last);
    assertThat(mistake.exitCode()).isEqualTo(2);
    assertThat(mistake.days()).isEmpty();
    assertThatTable(project.table("orders_daily")).isUnchangedSince(before);
  }
}
