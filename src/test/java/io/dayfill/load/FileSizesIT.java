/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.dayfill.delta.FileEntry;
import io.dayfill.delta.KernelReader;
import io.dayfill.testing.Sessions;
import io.dayfill.testing.TestProject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many files a day becomes. */
class FileSizesIT {
  private static final LocalDate DAY_15 = LocalDate.of(2026, 9, 15);
  private static final LocalDate DAY_16 = LocalDate.of(2026, 9, 16);
  private static final int LINES = 40_000;
  private static final long MEGABYTE = 1L << 20;

  @TempDir Path folder;

  @BeforeAll
  static void session() {
    Sessions.shared();
  }

  @Test
  @Tag("slow")
  void aDayOfManyTasksIsOneFileWhetherOfOneRecordARowOrNot() {
    TestProject project = TestProject.in(folder);
    project.lands(DAY_15, lines(DAY_15)).lands(DAY_16, 1, 2);
    assertThat(size(project.landing(DAY_15))).isGreaterThan(10 * MEGABYTE);

    assertThat(project.run("backfill", "2026-09-16", "2026-09-17").exitCode()).isZero();
    assertThat(files(project)).as("one of a day").hasSize(2);

    project.write(
        "conf/orders_daily.yaml",
        "table: orders_daily",
        """
        day_column: order_date
        inputs:
          orders:
            files: landing/orders/{day}.csv
            columns: order_id BIGINT NOT NULL, customer_id STRING NOT NULL, amount DECIMAL(12,2) NOT NULL, ordered_at TIMESTAMP NOT NULL
        sql: |
          SELECT /*+ REPARTITION(7) */ *, CAST(ordered_at AS DATE) AS order_date FROM orders
          UNION ALL SELECT -order_id, customer_id, amount, ordered_at, CAST(ordered_at AS DATE) FROM orders
        """);
    assertThat(project.run("backfill", "2026-09-16", "2026-09-17").exitCode()).isZero();
    assertThat(files(project)).as("one of a day").hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"400000 | concat('C', pmod(hash(id), 1000))", "60000 | sha2(string(id), 512)"})
  void aLargeDayIsFilesOfAboutTheTargetSize(long rows, String customer) {
    SparkSession session = Sessions.shared().newSession();
    session.conf().set(FileSizes.TARGET, "1m");
    Dataset<Row> day =
        session
            .range(0, rows, 1, 9)
            .selectExpr(
                "id AS order_id",
                customer + " AS customer_id",
                "CAST(pmod(hash(id, 1), 100000) / 100 AS DECIMAL(12,2)) AS amount",
                "timestamp_seconds(1789430400 + pmod(hash(id, 2), 86400)) AS ordered_at");
    Path out = folder.resolve("day");

    new FileSizes(session)
        .rebalanced(day, List.of(), List.of("order_id"))
        .write()
        .parquet(out.toString());

    List<Long> sizes = parquet(out).stream().map(FileSizesIT::size).toList();
    long total = sizes.stream().mapToLong(Long::longValue).sum();
    assertThat(total).as("enough for several").isGreaterThan(3 * MEGABYTE);
    assertThat(sizes).as("several of %s bytes", total).hasSizeGreaterThan(2);
    assertThat(sizes)
        .allSatisfy(size -> assertThat(size).isBetween(MEGABYTE * 4 / 10, MEGABYTE * 17 / 10));
  }

  @Test
  void aPieceHoldsWholePartitions() {
    SparkSession session = Sessions.shared().newSession();
    Dataset<Row> day = session.range(0, 1000, 1, 8).selectExpr("id", "id % 3 AS region");
    Path out = folder.resolve("day");

    new FileSizes(session)
        .rebalanced(day, List.of("region"), List.of("id"))
        .write()
        .partitionBy("region")
        .parquet(out.toString());

    assertThat(parquet(out)).as("one of a region").hasSize(3);
  }

  private static String[] lines(LocalDate day) {
    return IntStream.range(0, LINES)
        .mapToObj(
            i -> i + ",C" + i % 97 + "x".repeat(300) + "," + i % 1000 + ".25," + day + "T12:00:00")
        .toArray(String[]::new);
  }

  private static List<String> files(TestProject project) {
    return new KernelReader(project.table("orders_daily").toString(), new Configuration())
        .latest().orElseThrow().files().stream().map(FileEntry::path).toList();
  }

  private static List<Path> parquet(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> file.toString().endsWith(".parquet")).toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
