/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import static io.dayfill.testing.TableAssert.assertThatTable;
import static org.assertj.core.api.Assertions.assertThat;

import io.dayfill.delta.CommitMoment.When;
import io.dayfill.testing.AdjustedProject;
import io.dayfill.testing.MomentInBackfill;
import io.dayfill.testing.Sessions;
import io.dayfill.testing.TableSnapshot;
import io.dayfill.testing.TestProject;
import io.dayfill.testing.TestProject.Ended;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Someone else changes a day, in the table or in its adjustments, while it is corrected. */
@Tag("slow")
class AdjustConflictIT {
  @TempDir Path folder;
  private AdjustedProject adjusted;
  private TestProject project;
  private TableSnapshot before;
  private List<String> effective;

  @BeforeEach
  void aDayThatWasCorrectedOnce() {
    Sessions.shared();
    adjusted = AdjustedProject.in(folder);
    project = adjusted.project().lands(day(1), 10, 11).lands(day(2), 20);
    assertThat(project.run("backfill", "2026-09-02", "2026-09-03").exitCode()).isZero();
    project.lands(day(1), 10, 12);
    assertThat(project.run("load", "2026-09-02").exitCode()).isZero();
    before = TableSnapshot.of(adjusted.table());
    effective = adjusted.effective(day(1));
    project.lands(day(1), 10, 13);
  }

  @ParameterizedTest
  @EnumSource(
      value = When.class,
      names = {"BEFORE_READ", "BEFORE_COMMIT", "AFTER_COMMIT"})
  void anAppendToTheTablesDayIsAConflictAndTheCorrectionDoesNotStay(When when) {
    BackfillReport lost = during(when, () -> append(adjusted.table(), ""));

    assertThat(lost.exitCode()).isEqualTo(5);
    assertThat(lost.failures().get(0).reason().orElseThrow())
        .startsWith("orders_daily 2026-09-01 not published: version 3 (WRITE");
    assertThatTable(adjusted.table()).isAtVersion(3).differsOnlyIn(day(1), before);
    assertThat(adjusted.effective(day(1))).containsExactly("10 10.00", "12 10.00", "99 1.00");
    assertThat(project.run("status").out())
        .contains("2026-09-01  CORRUPT")
        .contains("appended rows");
    Ended again = project.run("backfill", "2026-09-02", "2026-09-03", "--reprocess", "corrupt");
    assertThat(again.exitCode()).as(again.err()).isZero();
    assertThat(adjusted.effective(day(1))).containsExactly("10 10.00", "13 10.00");
    assertThat(project.run("status", "--verify").summary()).contains("2 complete, 0 stale, 0 corr");
  }

  @ParameterizedTest
  @EnumSource(
      value = When.class,
      names = {"BEFORE_READ", "BEFORE_COMMIT"})
  void anAppendToTheDaysAdjustmentsIsAConflict(When when) {
    BackfillReport lost = during(when, () -> append(adjusted.adjustments(), ", 1, 'by hand'"));

    assertThat(lost.exitCode()).isEqualTo(5);
    assertThat(lost.failures().get(0).reason().orElseThrow())
        .startsWith("orders_daily 2026-09-01 not corrected: version 2 (WRITE")
        .contains("of orders_daily_adjustments changed the day");
    assertThatTable(adjusted.table()).isUnchangedSince(before);
    assertThat(adjusted.adjustmentsVersion()).isEqualTo(2);
    assertThat(project.run("status").out())
        .contains("2026-09-01  CORRUPT")
        .contains("in the adjustments, version 2 (WRITE");
    assertThat(project.run("status", "--verify").out())
        .contains("the stored rows are not those that version 1 of the adjustments published");
  }

  @Test
  void ofTwoCorrectionsAtOnceOneWins() {
    BackfillReport lost =
        during(
            When.BEFORE_COMMIT,
            () -> {
              project.lands(day(1), 10, 14);
              assertThat(project.run("load", "2026-09-02").exitCode()).isZero();
            });

    assertThat(lost.exitCode()).isEqualTo(5);
    assertThat(lost.failures().get(0).reason().orElseThrow())
        .startsWith("orders_daily 2026-09-01 not corrected: version 2 (WRITE")
        .contains(" of backfill ");
    assertThat(adjusted.adjustmentsVersion()).isEqualTo(2);
    assertThat(adjusted.effective(day(1))).containsExactly("10 10.00", "14 10.00");
    assertThatTable(adjusted.table()).isUnchangedSince(before);
  }

  @Test
  void othersOnOtherDaysAreNoObstacle() {
    BackfillReport won =
        during(
            When.BEFORE_COMMIT,
            () -> {
              project.lands(day(2), 20, 22).lands(day(3), 30);
              assertThat(project.run("backfill", "2026-09-03", "2026-09-04").exitCode()).isZero();
            });

    assertThat(won.exitCode()).isZero();
    assertThat(adjusted.effective(day(1))).containsExactly("10 10.00", "13 10.00");
    assertThat(adjusted.effective(day(2))).containsExactly("20 10.00", "22 10.00");
    assertThatTable(adjusted.table()).hasOrders(day(3), 30).differsOnlyIn(day(3), before);
    assertThat(project.run("status").summary()).contains("3 complete, 0 stale, 0 corrupt");
  }

  @Test
  void optimizeOfBothIsNoObstacleAndHarmless() {
    project.lands(day(1), 10, 13);
    BackfillReport won = during(When.BEFORE_COMMIT, () -> optimize(adjusted.adjustments()));
    assertThat(won.exitCode()).isZero();
    optimize(adjusted.adjustments());
    assertThat(effective).containsExactly("10 10.00", "12 10.00");
    assertThat(adjusted.effective(day(1))).containsExactly("10 10.00", "13 10.00");
    assertThat(project.run("status", "--verify").summary()).contains("2 complete, 0 stale, 0 corr");
    project.lands(day(1), 10, 15);
    assertThat(project.run("load", "2026-09-02").exitCode()).isZero();
    assertThat(project.run("status").summary()).contains("2 complete, 0 stale, 0 corrupt");
  }

  private static void optimize(Path table) {
    Sessions.shared().sql("OPTIMIZE delta.`" + table + "`");
  }

  private BackfillReport during(When when, Runnable event) {
    return MomentInBackfill.run(project, "orders_daily", day(1), when, event);
  }

  private static void append(Path table, String more) {
    Sessions.shared()
        .sql(
            "INSERT INTO delta.`%s` SELECT 99L, 'C99', CAST(1 AS DECIMAL(12,2)), TIMESTAMP'2026-09-01 12:00:00', DATE'2026-09-01'%s"
                .formatted(table, more));
  }

  private static LocalDate day(int day) {
    return LocalDate.of(2026, 9, day);
  }
}
