/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cases;

import static io.dayfill.cases.GivenFile.HEADER;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whose day a row is, days that come again, and days that come empty. */
class FieldCasesDaysIT {
  private static final String OF_14 = "1001,501,1.00,2026-09-14T08:00:00Z\n";
  private static final String OF_15 = "1002,502,2.00,2026-09-15T08:00:00Z\n";

  @TempDir private Path folder;

  @Test
  void rowsInTheFileOfAnotherDayOfTheSameBackfillAreStoredNowhere() {
    CaseProject project = CaseProject.seeded(folder);
    deliver(project, "2026-09-14", HEADER + OF_14 + OF_15);
    deliver(project, "2026-09-15", HEADER + OF_15 + OF_14);
    project
        .run("backfill", "2026-09-15", "2026-09-16")
        .fails(4)
        .says(
            "landing/orders/2026-09-14.csv has 1 bad line;",
            "line 3: order_date is 2026-09-15, the file is of 2026-09-14",
            "landing/orders/2026-09-15.csv has 1 bad line;",
            "line 3: order_date is 2026-09-14, the file is of 2026-09-15");
    project.holdsOnlyTheSeed();
    deliver(project, "2026-09-14", HEADER + OF_15);
    deliver(project, "2026-09-15", HEADER + OF_14);
    project
        .run("backfill", "2026-09-15", "2026-09-16")
        .fails(4)
        .says("line 2: order_date is 2026-09-15", "line 2: order_date is 2026-09-14");
    project.holdsOnlyTheSeed();
  }

  @Test
  void correctedFileReplacesTheDay() {
    CaseProject project = CaseProject.seeded(folder);
    project.deliver(CaseProject.DAY, CaseProject.caseFile("F33/delivery_1", CaseProject.DAY));
    assertThat(project.load().isPublished().out()).contains("3 rows (was 2)");
    project.deliver(
        CaseProject.DAY, CaseProject.caseFile("F33/delivery_2_corrected", CaseProject.DAY));
    assertThat(project.load().isPublished().out()).contains("2 rows (was 3)");
    assertThat(StoredRow.values(project.rowsOfDay(), "order_id")).containsExactly("1001", "1003");
    assertThat(StoredRow.sum(project.rowsOfDay())).isEqualTo("2 / 28.00");
    for (int again = 0; again < 3; again++) {
      project.load().isPublished();
      assertThat(StoredRow.sums(project.rows()))
          .isEqualTo(Map.of("2026-09-14", "1 / 12.34", "2026-09-15", "2 / 28.00"));
    }
    project.deliver(CaseProject.DAY, CaseProject.caseFile("F34/full", CaseProject.DAY));
    project.load().isPublished();
    assertThat(StoredRow.sum(project.rowsOfDay())).isEqualTo("3 / 56.80");
  }

  @Test
  void dayBecomesEmptyOnlyWhenThatIsSaid() {
    CaseProject project = CaseProject.seeded(folder).deliver(HEADER);
    project.load().isRefused().says("--allow-empty");
    project.holdsOnlyTheSeed();
    assertThat(project.load("--allow-empty").isPublished().out()).contains("0 rows (was 2)");
    assertThat(StoredRow.sums(project.rows())).isEqualTo(Map.of("2026-09-14", "1 / 12.34"));
    project.run("check", "2026-09-16").isPublished();
    project.deliver(HEADER + OF_15);
    project.load("--allow-empty").isPublished();
    assertThat(StoredRow.sum(project.rowsOfDay())).isEqualTo("1 / 2.00");
    project.deliver("").load("--allow-empty").isRefused().says("is empty (0 bytes)");
    project.deliver(HEADER + OF_14).load("--allow-empty").isRefused().says("line 2: order_date");
    project.deliver(HEADER + "x\n").load("--allow-empty").isRefused().says("line 2: has not 4");
    assertThat(StoredRow.sum(project.rowsOfDay())).isEqualTo("1 / 2.00");
  }

  @Test
  void daysStayWhenOthersAreLoadedAfterThem() {
    CaseProject project = CaseProject.empty(folder);
    for (int day = 11; day <= 13; day++) {
      deliver(
          project, "2026-09-" + day, HEADER + day + ",501,1.00,2026-09-" + day + "T23:59:59Z\n");
      project.run("load", "2026-09-" + (day + 1)).isPublished();
    }
    assertThat(StoredRow.sums(project.rows()))
        .isEqualTo(
            Map.of("2026-09-11", "1 / 1.00", "2026-09-12", "1 / 1.00", "2026-09-13", "1 / 1.00"));
  }

  @Test
  void missingFileIsNotReady() {
    CaseProject project = CaseProject.seeded(folder);
    project
        .run("load", "2026-09-17")
        .isNotReady()
        .says("orders_daily 2026-09-16 is not ready: landing/orders/2026-09-16.csv does not exist");
    project.put("landing/orders/2026-09-16.csv/part-0.csv", new byte[] {1});
    project.run("load", "2026-09-17").isRefused().says("2026-09-16.csv is a folder");
    project.holdsOnlyTheSeed();
  }

  private static void deliver(CaseProject project, String day, String text) {
    project.deliver(day, text.getBytes(StandardCharsets.UTF_8));
  }
}
