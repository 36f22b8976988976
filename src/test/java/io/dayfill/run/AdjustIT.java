/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import static io.dayfill.testing.TableAssert.assertThatTable;
import static org.assertj.core.api.Assertions.assertThat;

import io.dayfill.delta.KernelReader;
import io.dayfill.delta.LogCommit;
import io.dayfill.delta.TableLog;
import io.dayfill.delta.TableState;
import io.dayfill.ledger.CommitFacts;
import io.dayfill.ledger.Facts;
import io.dayfill.ledger.Ledger;
import io.dayfill.ledger.RunRecord;
import io.dayfill.testing.AdjustedProject;
import io.dayfill.testing.Sessions;
import io.dayfill.testing.TableSnapshot;
import io.dayfill.testing.TestProject;
import io.dayfill.testing.TestProject.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code corrections: adjust}: the table keeps what was published, the difference lies beside. */
class AdjustIT {
  @TempDir Path folder;
  private AdjustedProject adjusted;
  private TestProject project;
  private TableSnapshot published;

  @BeforeEach
  void twoPublishedDays() {
    Sessions.shared();
    adjusted = AdjustedProject.in(folder);
    project = adjusted.project().lands(day(1), 10, 11).lands(day(2), 20, 21);
    succeeds("backfill", "2026-09-02", "2026-09-03");
    published = TableSnapshot.of(adjusted.table());
  }

  @Test
  void theFirstFillOfADayAppendsItsFiles() {
    assertThatTable(adjusted.table()).hasOrders(day(1), 10, 11).hasOrders(day(2), 20, 21);
    assertThat(state(adjusted.table()).properties()).containsEntry("delta.appendOnly", "true");
    assertThat(adjusted.adjustments()).doesNotExist();
    assertThat(succeeds("check", "2026-09-02").out()).startsWith("ok 2026-09-01: 2 rows");
  }

  @Test
  void aCorrectionAppendsTheDifferenceAndTheTableKeepsItsFiles() {
    project.lands(day(1), "10,C01,10.00,2026-09-01T12:00:00", "12,C01,5.50,2026-09-01T13:00:00");
    assertThat(succeeds("status").out()).contains("2026-09-01  STALE");

    Ended corrected = succeeds("load", "2026-09-02");

    assertThat(corrected.summary())
        .isEqualTo(
            "run 2026-09-02 loaded 2026-09-01: 2 rows (was 2), corrected by +1 -1, orders_daily has 4, version 1 of its adjustments");
    assertThatTable(adjusted.table()).isUnchangedSince(published);
    assertThat(TableSnapshot.of(adjusted.table()).files()).isEqualTo(published.files());
    assertThat(adjusted.signed(day(1))).containsExactly("+1 12 5.50", "-1 11 10.00");
    assertThat(adjusted.effective(day(1))).containsExactly("10 10.00", "12 5.50");
    assertThat(adjusted.effective(day(2))).containsExactly("20 10.00", "21 10.00");
    TableState signed = state(adjusted.adjustments());
    assertThat(signed.partitionColumns()).containsExactly("order_date");
    assertThat(signed.properties()).containsEntry("delta.appendOnly", "true");
    assertThat(signed.files()).hasSize(1);
    assertThat(project.run("check", "2026-09-02").out())
        .startsWith("ok 2026-09-01: 2 rows for the file's 2 orders, 0 missing");
    assertThat(succeeds("status", "--verify").out())
        .containsPattern("2026-09-01 +COMPLETE +2 +2 \\+1 +the stored rows are the published ones")
        .contains("2 days, 0 missing, 2 complete");
    assertThat(succeeds("plan", "2026-09-02", "2026-09-03").out())
        .contains("complete, version 1 of the adjustments of backfill ");
    assertThat(succeeds("history", "--limit", "1").out())
        .containsPattern("1 +2\\S+ +WRITE +order_date = '2026-09-01' +2 +\\w+ +orders_daily_adj");
  }

  @Test
  @Tag("slow")
  void aChangedAmountUpAndDownIsARowLessAndARowMore() {
    project.lands(day(1), "10,C01,99.00,2026-09-01T12:00:00", "11,C01,1.00,2026-09-01T12:00:00");
    succeeds("load", "2026-09-02");
    assertThat(adjusted.signed(day(1)))
        .containsExactly("+1 10 99.00", "+1 11 1.00", "-1 10 10.00", "-1 11 10.00");
    assertThat(adjusted.effective(day(1))).containsExactly("10 99.00", "11 1.00");
  }

  @Test
  @Tag("slow")
  void aCorrectionOfACorrectionIsTheDifferenceToTheCorrectedDay() {
    project.lands(day(1), 10, 11, 12);
    succeeds("load", "2026-09-02");
    project.lands(day(1), 10, 12, 13);
    Ended again = succeeds("backfill", "2026-09-02", "2026-09-03");

    assertThat(again.summary())
        .startsWith("ran 1 runs, 0 failed, 1 skipped; orders_daily has 2 days, 5 orders");
    assertThat(adjusted.signed(day(1)))
        .containsExactly("+1 12 10.00", "+1 13 10.00", "-1 11 10.00");
    assertThat(adjusted.adjustmentsVersion()).isEqualTo(2);

    project.lands(day(1), 10, 11);
    succeeds("load", "2026-09-02");
    assertThat(adjusted.effective(day(1))).containsExactly("10 10.00", "11 10.00");
    assertThat(succeeds("check", "2026-09-02").out()).startsWith("ok 2026-09-01: 2 rows");
    assertThatTable(adjusted.table()).isUnchangedSince(published);
  }

  @Test
  @Tag("slow")
  void rowsThatStandSeveralTimesAreCounted() {
    adjusted.defined("key: [order_id]\n", "");
    project.lands(day(1), 10, 11, 11, 11);
    succeeds("load", "2026-09-02");
    assertThat(adjusted.signed(day(1))).containsExactly("+1 11 10.00", "+1 11 10.00");
    assertThat(adjusted.effective(day(1)))
        .containsExactly("10 10.00", "11 10.00", "11 10.00", "11 10.00");
    project.lands(day(1), 10, 10, 11);
    succeeds("load", "2026-09-02");
    assertThat(adjusted.effective(day(1))).containsExactly("10 10.00", "10 10.00", "11 10.00");
    assertThat(succeeds("check", "2026-09-02").out()).startsWith("ok 2026-09-01: 3 rows");
  }

  @Test
  void theSameAgainAppendsNothingAndSaysSo() {
    Ended first = succeeds("load", "2026-09-02");
    assertThat(first.summary())
        .startsWith(
            "run 2026-09-02 left 2026-09-01: 2 rows, orders_daily has 4; nothing was append");
    assertThat(adjusted.adjustments()).doesNotExist();
    project.lands(day(1), 10, 12);
    succeeds("load", "2026-09-02");
    TableSnapshot before = TableSnapshot.of(adjusted.table());

    Ended again =
        succeeds("backfill", "2026-09-02", "2026-09-03", "--reprocess", "completed", "--json");

    assertThat(again.out()).contains("\"SKIPPED\"").contains("nothing was appended");
    assertThat(adjusted.adjustmentsVersion()).isEqualTo(1);
    assertThatTable(adjusted.table()).isUnchangedSince(before);
  }

  @Test
  @Tag("slow")
  void theSameRowsFromOtherBytesAreToldWithoutRows() throws IOException {
    Files.writeString(
        project.landing(day(1)),
        Files.readString(project.landing(day(1))).replace("10.00", "10.0"));
    assertThat(succeeds("status").out()).contains("2026-09-01  STALE");
    Ended told = succeeds("backfill", "2026-09-02", "2026-09-03");
    assertThat(told.err()).contains("2026-09-01 PUBLISHED 2 rows (was 2), corrected by +0 -0");
    assertThat(state(adjusted.adjustments()).files()).isEmpty();
    assertThat(succeeds("status").summary()).contains("2 complete, 0 stale, 0 corrupt");
    assertThatTable(adjusted.table()).isUnchangedSince(published);
  }

  @Test
  @Tag("slow")
  void anEmptiedDayTakesAllItsRowsBack() {
    project.lands(day(1), new String[0]);
    assertThat(project.run("load", "2026-09-02").exitCode()).isEqualTo(4);
    assertThat(adjusted.adjustments()).doesNotExist();

    Ended emptied = succeeds("load", "2026-09-02", "--allow-empty");

    assertThat(emptied.summary())
        .contains("0 rows (was 2), corrected by +0 -2, orders_daily has 2");
    assertThat(adjusted.effective(day(1))).isEmpty();
    assertThat(succeeds("status", "--verify").out()).containsPattern("2026-09-01 +COMPLETE +0 ");
    project.lands(day(1), 10, 15);
    succeeds("load", "2026-09-02");
    assertThat(adjusted.effective(day(1))).containsExactly("10 10.00", "15 10.00");
    assertThatTable(adjusted.table()).isUnchangedSince(published);
  }

  @Test
  @Tag("slow")
  void severalDaysAreCorrectedInOneCommitButNewOnesApart() {
    project.lands(day(1), 10).lands(day(2), 20, 22).lands(day(3), 30);

    Ended mixed = project.run("backfill", "2026-09-02", "2026-09-04", "--publish", "together");

    assertThat(mixed.exitCode()).isEqualTo(4);
    assertThat(mixed.err())
        .contains(
            "2 of the days have rows and would be corrected in orders_daily_adjustments, 1 are");
    assertThatTable(adjusted.table()).isUnchangedSince(published);
    assertThat(adjusted.adjustments()).doesNotExist();

    succeeds("backfill", "2026-09-02", "2026-09-03", "--publish", "together");
    assertThat(adjusted.adjustmentsVersion()).isEqualTo(1);
    LogCommit commit =
        new TableLog(adjusted.adjustments().toString(), new Configuration())
            .commit(1)
            .orElseThrow();
    assertThat(Facts.days(commit)).containsExactly(day(1), day(2));
    assertThat(Facts.of(commit).flatMap(CommitFacts::corrects)).hasValue(published.version());
    assertThat(adjusted.effective(day(1))).containsExactly("10 10.00");
    assertThat(adjusted.effective(day(2))).containsExactly("20 10.00", "22 10.00");
    succeeds("backfill", "2026-09-02", "2026-09-04");
    assertThatTable(adjusted.table()).hasOrders(day(3), 30).differsOnlyIn(day(3), published);
  }

  @Test
  @Tag("slow")
  void aHeldCorrectionIsComparedAndItsSignedRowsComeWithThePublication() {
    project.lands(day(1), 10, 11, 12);
    succeeds("load", "2026-09-02");
    project.lands(day(1), 10, 12).lands(day(2), 20, 21, 22);
    Ended held = succeeds("backfill", "2026-09-02", "2026-09-03", "--publish", "hold");
    String id = held.out().replaceFirst("(?s).*\\(backfill ([0-9a-f]+)\\).*", "$1");
    assertThat(adjusted.adjustmentsVersion()).isEqualTo(1);
    assertThat(succeeds("diff", id).out())
        .containsPattern("2026-09-01 +3 +2 +0 +1 +0 +2")
        .containsPattern("2026-09-02 +2 +3 +1 +0 +0 +2");

    assertThat(succeeds("publish", id).summary())
        .contains("2 days, 5 rows; orders_daily has 2 days, 5");

    assertThat(adjusted.signed(day(1))).containsExactly("+1 12 10.00", "-1 11 10.00");
    assertThat(adjusted.effective(day(2))).containsExactly("20 10.00", "21 10.00", "22 10.00");
    assertThat(succeeds("status", "--verify").summary()).contains("2 complete, 0 stale, 0 corrupt");
    assertThatTable(adjusted.table()).isUnchangedSince(published);
    assertThat(succeeds("publish", id).out()).contains("is published already");
    Ended undo = project.run("undo", id);
    assertThat(undo.exitCode()).isEqualTo(4);
    assertThat(undo.err()).contains("corrections: adjust, so no publication is taken away");
  }

  @Test
  @Tag("slow")
  void aHoldIsOvertakenByACorrection() {
    project.lands(day(1), 10, 12);
    Ended held = succeeds("backfill", "2026-09-02", "2026-09-03", "--publish", "hold");
    String id = held.out().replaceFirst("(?s).*\\(backfill ([0-9a-f]+)\\).*", "$1");
    project.lands(day(1), 10, 13);
    succeeds("load", "2026-09-02");
    Ended late = project.run("publish", id);
    assertThat(late.exitCode()).isEqualTo(5);
    assertThat(late.err()).contains("version 1 of the adjustments corrected 2026-09-01");
    assertThat(adjusted.adjustmentsVersion()).isEqualTo(1);
  }

  @Test
  @Tag("slow")
  void aLedgerThatWasLostIsToldAnewFromBothLogs() throws IOException {
    project.lands(day(1), 10, 11, 12);
    succeeds("load", "2026-09-02");
    try (Stream<Path> all = Files.walk(project.table(Ledger.NAME))) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
    assertThat(succeeds("status").summary()).contains("2 complete, 0 stale");
    project.lands(day(3), 30);
    succeeds("load", "2026-09-04");

    List<RunRecord> runs =
        new Ledger(project.project(), new Configuration()).read("orders_daily").runs();
    assertThat(runs).hasSize(4);
    RunRecord correction =
        runs.stream().filter(run -> run.corrects().isPresent()).findFirst().orElseThrow();
    assertThat(correction.recovered()).isTrue();
    assertThat(correction.day()).isEqualTo(day(1));
    assertThat(correction.rows()).hasValue(3);
    assertThat(correction.tableVersion()).hasValue(1);
    assertThat(correction.tableId()).hasValue(state(adjusted.adjustments()).id());
    project.lands(day(3), 30, 31);
    succeeds("load", "2026-09-04");
    assertThat(new Ledger(project.project(), new Configuration()).read("orders_daily").runs())
        .hasSize(5);
  }

  @Test
  @Tag("slow")
  void theDefinitionCannotGoBackToReplacingCorrectedDays() {
    project.lands(day(1), 10, 11, 12);
    succeeds("load", "2026-09-02");
    adjusted.defined("corrections: adjust", "corrections: replace");
    Ended refused = project.run("load", "2026-09-02");
    assertThat(refused.exitCode()).isEqualTo(4);
    assertThat(refused.err()).contains("orders_daily_adjustments").contains("corrections: adjust");
    assertThatTable(adjusted.table()).isUnchangedSince(published);
  }

  private static TableState state(Path table) {
    return new KernelReader(table.toString(), new Configuration()).latest().orElseThrow();
  }

  private Ended succeeds(String... args) {
    Ended ended = project.run(args);
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    return ended;
  }

  private static LocalDate day(int day) {
    return LocalDate.of(2026, 9, day);
  }
}
