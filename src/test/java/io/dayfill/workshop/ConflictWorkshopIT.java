/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.workshop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Layout;
import io.dayfill.delta.CommitGate;
import io.dayfill.testing.Sessions;
import io.delta.tables.DeltaTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The workshop on real Delta tables: what its report says is what the tables say. */
class ConflictWorkshopIT {
  private static final LocalDate FIRST = LocalDate.of(2026, 9, 1);
  private static final String CONFLICT = "DELTA_CONCURRENT_APPEND.WITHOUT_HINT";

  @TempDir private Path scratch;

  private final SparkSession spark = Sessions.shared();
  private Dataset<Row> source;

  @BeforeEach
  void makeFiveDays() {
    // 3 rows a day; the day column's name must be quoted.
    source =
        spark.sql(
            "SELECT id, DATE'2026-09-01' + CAST(id % 5 AS INT) AS `order``date` FROM range(15)");
  }

  @Test
  @Tag("slow")
  void oneOfFourWinsOnAnUnpartitionedTableAndAllOnAPartitionedOne() {
    List<ConflictRound> told = new ArrayList<>();
    ConflictWorkshop workshop = workshop();
    ConflictReport report = workshop.run(new ConflictOptions(4, 1, false), told::add);
    assertThat(report.asExpected()).isTrue();
    assertThat(told).isEqualTo(report.rounds());
    assertThat(report.rounds(Layout.UNPARTITIONED)).hasSize(1);
    assertThat(report.rounds(Layout.PARTITIONED)).hasSize(1);
    for (ConflictRound round : report.rounds()) {
      assertThatRoundIsTrue(round, round.layout() == Layout.PARTITIONED ? 4 : 1);
    }
    workshop.removeCopies(report);
    assertThat(children(scratch)).isEmpty();
  }

  /** The same for both layouts: what the report says against the table's own rows and history. */
  private void assertThatRoundIsTrue(ConflictRound round, int winners) {
    assertThat(round.writers())
        .extracting(WriterEnd::day)
        .containsExactly(FIRST, FIRST.plusDays(1), FIRST.plusDays(2), FIRST.plusDays(3));
    assertThat(round.winners()).hasSize(winners).allMatch(WriterEnd::replacedItsDay);
    assertThat(round.losers())
        .hasSize(4 - winners)
        .allSatisfy(
            lost -> {
              assertThat(lost.errorClass()).contains(CONFLICT);
              assertThat(lost.failure().orElseThrow().exceptionType())
                  .isEqualTo("io.delta.exceptions.ConcurrentAppendException");
              assertThat(lost.unchanged()).isTrue();
              assertThat(lost.after())
                  .extracting(DayContent::rows, DayContent::writtenBy)
                  .containsExactly(3L, List.of(WorkshopCopy.NOBODY));
            });
    assertThat(round.reruns())
        .extracting(WriterEnd::day)
        .isEqualTo(round.losers().stream().map(WriterEnd::day).toList());
    assertThat(round.reruns()).allMatch(WriterEnd::replacedItsDay);
    assertThat(rowsByWriter(round.table())).isEqualTo(expectedRows(round));
    assertThat(commits(round.table())).isEqualTo(expectedCommits(round));
  }

  private static Map<String, Long> expectedRows(ConflictRound round) {
    Map<String, Long> rows = new TreeMap<>();
    Stream.concat(round.winners().stream(), round.reruns().stream())
        .forEach(end -> rows.put(end.day() + " " + end.writer(), 3L));
    return rows;
  }

  private static Map<Long, String> expectedCommits(ConflictRound round) {
    Map<Long, String> commits = new TreeMap<>();
    commits.put(0L, "WRITE by nobody of everything");
    Stream.concat(round.winners().stream(), round.reruns().stream())
        .forEach(
            end ->
                commits.put(
                    end.version().orElseThrow(), "WRITE by " + end.writer() + " of " + end.day()));
    return commits;
  }

  private Map<String, Long> rowsByWriter(String table) {
    Map<String, Long> rows = new TreeMap<>();
    spark
        .read()
        .format("delta")
        .load(table)
        .groupBy("`order``date`", "written_by")
        .count()
        .selectExpr("concat(`order``date`, ' ', written_by)", "count")
        .collectAsList()
        .forEach(row -> rows.put(row.getString(0), row.getLong(1)));
    return rows;
  }

  private Map<Long, String> commits(String table) {
    Map<Long, String> commits = new TreeMap<>();
    DeltaTable.forPath(spark, table)
        .history()
        .selectExpr(
            "version",
            "concat(operation, ' by ', coalesce(userMetadata, 'nobody'), ' of ',"
                + " coalesce(nullif(regexp_extract(operationParameters.predicate,"
                + " '[0-9]{4}-[0-9-]+', 0), ''), 'everything'))")
        .collectAsList()
        .forEach(row -> commits.put(row.getLong(0), row.getString(1)));
    return commits;
  }

  @Test
  @Tag("slow")
  void freeRunningWritersLeaveEveryDayWhole() {
    ConflictReport report = workshop().run(new ConflictOptions(3, 1, true));
    assertThat(report.asExpected()).isTrue();
    assertThat(report.rounds()).hasSize(2).allMatch(ConflictRound::keptEveryDayWhole);
    assertThat(report.rounds(Layout.PARTITIONED).get(0).winners()).hasSize(3);
    assertThat(report.rounds(Layout.UNPARTITIONED).get(0).winners()).isNotEmpty();
  }

  @Test
  void refusesMoreWritersThanDays() {
    assertThatThrownBy(() -> workshop().run(new ConflictOptions(6, 1, false)))
        .isInstanceOf(DayfillException.class)
        .hasMessageContaining("6 writers")
        .hasMessageContaining("5 days");
    assertThat(children(scratch)).isEmpty();
  }

  @Test
  void refusesASourceWithoutTheDay() {
    assertThatThrownBy(() -> new ConflictWorkshop(spark, scratch.toString(), source, "id"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no DATE column id");
  }

  @Test
  void leavesTheCallersSettingsAlone() {
    Set<String> before = settings();
    workshop();
    assertThat(settings()).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource(Layout.class)
  void aWriterThatFailsBeforeTheGateDoesNotHoldTheOthers(Layout layout) {
    WorkshopCopy copy = copy(layout);
    CommitGate gate = new CommitGate(3, Duration.ofMinutes(5));
    List<Optional<WriteFailure>> ends =
        together(
            List.of(
                held(gate, copy, new DayWrite("a", FIRST)),
                () ->
                    gate.passing(
                        () -> {
                          throw new IllegalStateException("died early");
                        }),
                held(gate, copy, new DayWrite("b", FIRST.plusDays(1)))));
    assertThat(ends.get(1))
        .hasValueSatisfying(
            failure -> {
              assertThat(failure.message()).isEqualTo("died early");
              assertThat(failure.conflict()).isFalse();
            });
    int winners = layout == Layout.PARTITIONED ? 2 : 1;
    assertThat(copy.versions()).hasSize(winners);
    assertThat(ends.stream().flatMap(Optional::stream).filter(WriteFailure::conflict))
        .hasSize(2 - winners);
  }

  @ParameterizedTest
  @EnumSource(Layout.class)
  void aWriterWhoseMatesNeverComeGivesUpAndChangesNothing(Layout layout) {
    WorkshopCopy copy = copy(layout);
    Map<LocalDate, DayContent> before = copy.contents();
    CommitGate gate = new CommitGate(3, Duration.ofMillis(50));
    List<Optional<WriteFailure>> ends =
        together(
            List.of(
                held(gate, copy, new DayWrite("a", FIRST)),
                held(gate, copy, new DayWrite("b", FIRST.plusDays(1)))));
    assertThat(ends)
        .allSatisfy(
            end ->
                assertThat(end.orElseThrow().message())
                    .matches("Only [12] of 3 writers were ready to commit within 50 ms"));
    assertThat(copy.contents()).isEqualTo(before);
    assertThat(copy.versions()).isEmpty();
  }

  @Test
  void theGateHoldsOnlyAWritersFirstCommit() throws Exception {
    WorkshopCopy copy = copy(Layout.PARTITIONED);
    CommitGate gate = new CommitGate(1, Duration.ofMinutes(5));
    int versions =
        gate.passing(
            () -> {
              copy.replaceDay(new DayWrite("a", FIRST));
              copy.replaceDay(new DayWrite("b", FIRST));
              return copy.versions().size();
            });
    assertThat(versions).isEqualTo(2);
    assertThatThrownBy(() -> gate.passing(() -> "one more"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("1 writers only");
  }

  private ConflictWorkshop workshop() {
    return new ConflictWorkshop(spark, scratch.toString(), source, "order`date");
  }

  private WorkshopCopy copy(Layout layout) {
    return WorkshopCopy.create(source, "order`date", layout, scratch.resolve("copy").toString());
  }

  private static Callable<Void> held(CommitGate gate, WorkshopCopy copy, DayWrite write) {
    return () ->
        gate.passing(
            () -> {
              copy.replaceDay(write);
              return null;
            });
  }

  private static List<Optional<WriteFailure>> together(List<Callable<Void>> writers) {
    return new WriterPool(Duration.ofMinutes(10)).runTogether(writers);
  }

  private Set<String> settings() {
    Set<String> settings = new TreeSet<>();
    spark.sql("SET").collectAsList().forEach(row -> settings.add(row.toString()));
    return settings;
  }

  private static List<Path> children(Path folder) {
    try (Stream<Path> children = Files.list(folder)) {
      return children.toList();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
