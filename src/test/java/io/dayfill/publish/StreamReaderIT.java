/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dayfill.testing.Sessions;
import io.dayfill.testing.TestProject;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Streams that read a table whose days are filled, held, corrected and undone. */
class StreamReaderIT {
  @TempDir Path folder;
  @TempDir Path stream;
  private TestProject project;
  private SparkSession session;

  @BeforeEach
  void twoDays() {
    session = Sessions.shared();
    project = TestProject.in(folder).lands(day(1), 10, 11).lands(day(2), 20, 21);
    assertThat(project.run("backfill", "2026-09-02", "2026-09-03").exitCode()).isZero();
  }

  @Test
  void seeEachNewDayOnceAndCanPassCorrectionsOver() throws Exception {
    assertThat(streamed(true)).containsExactly(10L, 11L, 20L, 21L);
    project.lands(day(1), 10, 12).lands(day(3), 30);
    assertThat(project.run("load", "2026-09-02").exitCode()).isZero();
    assertThat(project.run("load", "2026-09-04").exitCode()).isZero();
    assertThat(streamed(true)).containsExactly(10L, 11L, 20L, 21L, 30L);
    project.lands(day(4), 40);
    assertThat(project.run("backfill", "2026-09-05", "2026-09-05", "--publish", "hold").exitCode())
        .isZero();
    assertThat(streamed(true)).as("held days").containsExactly(10L, 11L, 20L, 21L, 30L);
  }

  @Test
  @Tag("slow")
  void thatWantOnlyAppendsAreToldOfACorrectionByDelta() throws Exception {
    assertThat(streamed(false)).containsExactly(10L, 11L, 20L, 21L);
    project.lands(day(1), 10, 12);
    assertThat(project.run("load", "2026-09-02").exitCode()).isZero();
    assertThatThrownBy(() -> streamed(false))
        .isInstanceOf(StreamingQueryException.class)
        .hasMessageContaining("skipChangeCommits");
  }

  /** All orders that a stream has written by now, each as often as it did. */
  private List<Long> streamed(boolean skipChanges) throws Exception {
    session
        .readStream()
        .format("delta")
        .option("skipChangeCommits", skipChanges)
        .load(project.table("orders_daily").toString())
        .writeStream()
        .option("checkpointLocation", stream.resolve("checkpoint").toString())
        .trigger(Trigger.AvailableNow())
        .format("parquet")
        .start(stream.resolve("out").toString())
        .awaitTermination();
    return session
        .read()
        .parquet(stream.resolve("out").toString())
        .select("order_id")
        .as(Encoders.LONG())
        .collectAsList()
        .stream()
        .sorted()
        .toList();
  }

  private static LocalDate day(int day) {
    return LocalDate.of(2026, 9, day);
  }
}
