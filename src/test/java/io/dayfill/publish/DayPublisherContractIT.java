/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import static io.dayfill.publish.DayTable.DAY_14;
import static io.dayfill.publish.DayTable.DAY_15;
import static io.dayfill.publish.DayTable.DAY_16;
import static io.dayfill.publish.DayTable.facts;
import static io.dayfill.publish.DayTable.publish;
import static io.dayfill.publish.DayTable.rows;
import static io.dayfill.publish.DayTable.session;
import static io.dayfill.testing.TableAssert.assertThatTable;
import static org.apache.spark.sql.functions.expr;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Outcome;
import io.dayfill.ledger.CommitFacts;
import io.dayfill.testing.TableSnapshot;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link DayPublisher} does, whatever the layout: without and with other writers. */
@ParameterizedClass
@MethodSource("io.dayfill.publish.PublisherKind#asked")
class DayPublisherContractIT {
  private static final LocalDate NEVER_FILLED = LocalDate.of(2026, 9, 20);

  @Parameter private PublisherKind kind;
  @TempDir private Path folder;

  private DayTable table;
  private DayPublisher publisher;
  private TableSnapshot before;

  @BeforeEach
  void aTableOfThreeDays() {
    table = kind.table(folder);
    publisher = table.publisher();
    before = TableSnapshot.of(table.path());
  }

  @Test
  void replacesItsDayAndNothingElseInOneCommit() {
    assertThat(publisher.name()).isEqualTo(kind.publisher());
    try (Staging staging = table.stage(publisher, DAY_15, 7, 8, 9)) {
      assertThat(staging.strayDays()).isEmpty();
      assertThat(staging.rows().count()).isEqualTo(3);
      assertThatTable(table.path()).isUnchangedSince(before);

      CommitFacts facts = facts(staging, DAY_15);
      Published published = publish(publisher, staging, DAY_15, facts);

      assertThat(published.version()).isEqualTo(before.version() + 1);
      assertThat(published.rowsBefore(DAY_15)).hasValue(2);
      assertThat(published.attempts()).isEqualTo(1);
      assertThatTable(table.path())
          .isAtVersion(published.version())
          .hasOrders(DAY_15, 7, 8, 9)
          .differsOnlyIn(DAY_15, before);
      assertThat(table.lastCommit().userMetadata().flatMap(CommitFacts::parse)).contains(facts);
    }
    assertThat(table.scratch().toFile().list()).isNullOrEmpty();
    assertThatHistoryTells(DAY_15, 3);
  }

  private void assertThatHistoryTells(LocalDate day, long rows) {
    Row history = table.lastHistory();
    Map<String, String> parameters = history.getJavaMap(history.fieldIndex("operationParameters"));
    Map<String, String> metrics = history.getJavaMap(history.fieldIndex("operationMetrics"));
    assertThat(history.<String>getAs("operation")).isEqualTo("WRITE");
    assertThat(parameters.get("mode")).isEqualTo("Overwrite");
    assertThat(parameters.get("predicate")).contains("order_date", day.toString());
    assertThat(metrics).containsKeys("numFiles", "numOutputRows", "numOutputBytes");
    long copied = Long.parseLong(metrics.getOrDefault("numCopiedRows", "0"));
    assertThat(Long.parseLong(metrics.get("numOutputRows")) - copied).isEqualTo(rows);
  }

  @Test
  void emptiesADayThatIsStagedWithoutRows() {
    try (Staging staging = table.stage(publisher, DAY_15)) {
      assertThat(staging.rows().count()).isZero();
      Published published = publish(publisher, staging, DAY_15, facts(staging, DAY_15));
      assertThat(published.rowsBefore(DAY_15).orElse(2)).isEqualTo(2);
      assertThatTable(table.path()).hasDays(DAY_14, DAY_16).differsOnlyIn(DAY_15, before);
    }
  }

  @Test
  void publishesTheDaysOfOneStagingOneByOne() {
    SparkSession session = session();
    try (Staging staging =
        table.stage(
            publisher,
            rows(session, DAY_14, 21).union(rows(session, NEVER_FILLED, 22, 23)),
            List.of(DAY_14, NEVER_FILLED))) {
      Published filled = publish(publisher, staging, NEVER_FILLED, facts(staging, NEVER_FILLED));
      assertThat(filled.rowsBefore(NEVER_FILLED).orElse(0)).isZero();
      assertThatTable(table.path())
          .hasOrders(NEVER_FILLED, 22, 23)
          .differsOnlyIn(NEVER_FILLED, before);
      Published replaced = publish(publisher, staging, DAY_14, facts(staging, DAY_14));
      assertThat(replaced.version()).isEqualTo(filled.version() + 1);
      assertThatTable(table.path())
          .hasDays(DAY_14, DAY_15, DAY_16, NEVER_FILLED)
          .hasOrders(DAY_14, 21)
          .hasOrders(DAY_15, 2, 3);
    }
  }

  @Test
  void publishesDaysOfSeveralStagingsInOneCommit() {
    try (Staging one = table.stage(publisher, DAY_14, 21);
        Staging two = table.stage(publisher, NEVER_FILLED, 22, 23)) {
      CommitFacts facts = DayTable.facts(one, DAY_14, two, NEVER_FILLED);

      Published published =
          publisher.publish(
              List.of(new StagedDay(DAY_14, one), new StagedDay(NEVER_FILLED, two)), facts);

      assertThat(published.version()).isEqualTo(before.version() + 1);
      assertThatTable(table.path())
          .isAtVersion(published.version())
          .hasDays(DAY_14, DAY_15, DAY_16, NEVER_FILLED)
          .hasOrders(DAY_14, 21)
          .hasOrders(DAY_15, 2, 3)
          .hasOrders(NEVER_FILLED, 22, 23);
    }
  }

  @Test
  void publishesNoneOfSeveralDaysWhenAnotherWriterChangedOne() {
    try (Staging one = table.stage(publisher, DAY_14, 21);
        Staging two = table.stage(publisher, DAY_15, 22)) {
      table.foreignAppend(DAY_15, 10);
      TableSnapshot theirs = TableSnapshot.of(table.path());
      List<StagedDay> days = List.of(new StagedDay(DAY_14, one), new StagedDay(DAY_15, two));
      CommitFacts facts = DayTable.facts(one, DAY_14, two, DAY_15);
      assertThatIsConflict(() -> publisher.publish(days, facts))
          .hasMessageContaining("2026-09-15 not published: version 2 (WRITE");
      assertThatTable(table.path()).isUnchangedSince(theirs);
    }
  }

  @Test
  void tellsDaysThatWereNotAskedFor() {
    SparkSession session = session();
    try (Staging staging =
        table.stage(
            publisher, rows(session, DAY_15, 7).union(rows(session, DAY_16, 8)), List.of(DAY_15))) {
      assertThat(staging.strayDays()).containsExactly(DAY_16);
    }
    assertThatTable(table.path()).isUnchangedSince(before);
    assertThat(table.scratch().toFile().list()).isNullOrEmpty();
  }

  @Test
  void refusesRowsWithoutADay() {
    table.foreign("ALTER TABLE TABLE_PATH ALTER COLUMN order_date DROP NOT NULL");
    DayPublisher fresh = table.publisher();
    TableSnapshot nullable = TableSnapshot.of(table.path());
    SparkSession session = session();
    Dataset<Row> rows = rows(session, DAY_15, 7, 8);
    Dataset<Row> some =
        rows.withColumn("order_date", expr("CASE WHEN order_id = 7 THEN order_date END"));
    try (Staging staging = table.stage(fresh, some, List.of(DAY_15))) {
      assertThatThrownBy(staging::strayDays)
          .isInstanceOf(DayfillException.class)
          .hasMessage(
              "%s 2026-09-15 refused: the SQL gives rows whose order_date is null; give each row its day",
              kind.definition());
    }
    assertThatTable(table.path()).isUnchangedSince(nullable);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ':',
      value = {
        "UPDATE: UPDATE TABLE_PATH SET customer_id = 'C02' WHERE order_id = 3",
        "DELETE: DELETE FROM TABLE_PATH WHERE order_date = DATE'2026-09-15'",
        "WRITE: INSERT INTO TABLE_PATH SELECT 9, 'C09', 1, DATE'2026-09-15', DATE'2026-09-15'",
        "WRITE: INSERT OVERWRITE TABLE_PATH SELECT * FROM TABLE_PATH WHERE order_id <> 2",
        "RESTORE: RESTORE TABLE TABLE_PATH TO VERSION AS OF 0",
      })
  void neverOverwritesWhatAnotherWriterDidToTheDaySinceTheBaseVersion(
      String operation, String statement) {
    try (Staging staging = table.stage(publisher, DAY_15, 7, 8, 9)) {
      table.foreign(statement);
      TableSnapshot theirs = TableSnapshot.of(table.path());
      assertThatIsConflict(() -> publish(publisher, staging, DAY_15, facts(staging, DAY_15)))
          .hasMessageContaining("version " + theirs.version() + " (" + operation)
          .hasMessageContaining("run the day again");
      assertThatTable(table.path()).isUnchangedSince(theirs);
    }
  }

  @Test
  void doesNotMindAnotherWriterOfAnotherDay() {
    try (Staging staging = table.stage(publisher, DAY_15, 7, 8, 9)) {
      table.foreignAppend(DAY_14, 21);
      publish(publisher, staging, DAY_15, facts(staging, DAY_15));
      assertThatTable(table.path())
          .hasOrders(DAY_14, 1, 21)
          .hasOrders(DAY_15, 7, 8, 9)
          .hasOrders(DAY_16, 4, 5, 6);
    }
  }

  @Test
  void carriesOnAfterOptimizeOfItsDay() {
    table.foreignAppend(DAY_15, 10);
    try (Staging staging = table.stage(publisher, DAY_15, 7, 8, 9)) {
      table.foreign("OPTIMIZE TABLE_PATH");
      assertThat(table.lastCommit().operation()).isEqualTo("OPTIMIZE");
      Published published = publish(publisher, staging, DAY_15, facts(staging, DAY_15));
      assertThat(published.rowsBefore(DAY_15)).hasValue(3);
      assertThatTable(table.path()).hasOrders(DAY_15, 7, 8, 9).differsOnlyIn(DAY_15, before);
    }
  }

  @Test
  void losesToTheFirstOfTwoPublicationsOfTheSameEmptyDay() {
    DayPublisher other = table.publisher();
    try (Staging second = table.stage(publisher, NEVER_FILLED, 31, 32);
        Staging first = table.stage(other, NEVER_FILLED, 31)) {
      publish(other, first, NEVER_FILLED, facts(first, NEVER_FILLED));
      assertThatIsConflict(
              () -> publish(publisher, second, NEVER_FILLED, facts(second, NEVER_FILLED)))
          .hasMessageContaining("of backfill backfill");
      assertThatTable(table.path()).hasOrders(NEVER_FILLED, 31);
    }
    try (Staging again = table.stage(publisher, NEVER_FILLED, 31, 32)) {
      publish(publisher, again, NEVER_FILLED, facts(again, NEVER_FILLED));
      assertThatTable(table.path()).hasOrders(NEVER_FILLED, 31, 32);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ALTER TABLE TABLE_PATH ADD COLUMN note STRING",
        "ALTER TABLE TABLE_PATH SET TBLPROPERTIES ('team' = 'till')"
      })
  void asksToStageAgainWhenTheTableItselfChanged(String statement) {
    try (Staging staging = table.stage(publisher, DAY_15, 7, 8, 9)) {
      table.foreign(statement);
      TableSnapshot theirs = TableSnapshot.of(table.path());
      assertThatThrownBy(() -> publish(publisher, staging, DAY_15, facts(staging, DAY_15)))
          .isInstanceOf(TableChangedException.class)
          .hasMessageStartingWith(kind.definition() + " 2026-09-15 not published: version 2 (")
          .hasMessageContaining("changed the table's schema, properties or protocol");
      assertThatTable(table.path()).isUnchangedSince(theirs);
    }
  }

  @Test
  void seesColumnsThatSomeoneElseHasAddedSinceItWasMade() {
    SparkSession session = session();
    long base = publisher.baseVersion();
    assertThat(publisher.columns(session, base).fieldNames()).doesNotContain("note");
    try (Staging staging = table.stage(publisher, DAY_14, 21)) {
      publish(publisher, staging, DAY_14, facts(staging, DAY_14));
    }
    table.foreign("ALTER TABLE TABLE_PATH ADD COLUMN note STRING");

    long later = publisher.baseVersion();

    assertThat(later).isEqualTo(base + 2);
    assertThat(publisher.columns(session, later).fieldNames()).contains("note");
  }

  private static org.assertj.core.api.AbstractThrowableAssert<?, ?> assertThatIsConflict(
      ThrowingCallable publication) {
    return assertThatThrownBy(publication)
        .isInstanceOfSatisfying(
            DayfillException.class,
            failed -> assertThat(failed.outcome()).isEqualTo(Outcome.CONFLICT))
        .hasMessageContaining(" not published: ");
  }
}
