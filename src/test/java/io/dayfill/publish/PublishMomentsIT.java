/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import static io.dayfill.publish.DayTable.DAY_14;
import static io.dayfill.publish.DayTable.DAY_15;
import static io.dayfill.publish.DayTable.DAY_16;
import static io.dayfill.publish.DayTable.facts;
import static io.dayfill.publish.DayTable.publish;
import static io.dayfill.testing.TableAssert.assertThatTable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Outcome;
import io.dayfill.delta.CommitMoment;
import io.dayfill.delta.CommitMoment.When;
import io.dayfill.ledger.CommitFacts;
import io.dayfill.testing.TableSnapshot;
import io.delta.exceptions.ConcurrentAppendException;
import io.delta.exceptions.ConcurrentTransactionException;
import io.delta.exceptions.ConcurrentWriteException;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every {@link DayPublisher} does when something happens in the very moment of its commit,
 * whatever the layout.
 */
@ParameterizedClass
@MethodSource("io.dayfill.publish.PublisherKind#asked")
class PublishMomentsIT {
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

  @ParameterizedTest
  @EnumSource(
      value = When.class,
      names = {"BEFORE_READ", "BEFORE_COMMIT"})
  void losesToAWriterOfTheSameDayInThatVeryMoment(When when) {
    try (Staging staging = table.stage(publisher, DAY_15, 7, 8, 9)) {
      CommitFacts facts = facts(staging, DAY_15);
      assertThatIsConflict(
              () ->
                  CommitMoment.during(
                      when,
                      () -> table.foreignAppend(DAY_15, 10),
                      () -> publish(publisher, staging, DAY_15, facts)))
          .hasMessageContaining("version 2 (WRITE")
          .hasMessageContaining(
              kind.isPartitioned()
                  ? " changed order_date=2026-09-15 (1 added, 0 removed) after this run had read version 1"
                  : " changed files that may hold the day (1 added, 0 removed) after this run had read version 1")
          .message()
          .matches(
              kind.isPartitioned() || when == When.BEFORE_READ
                  ? ".*"
                  : ".*found at attempt 2.*layout: partitioned.*");
      assertThatTable(table.path()).hasOrders(DAY_15, 2, 3, 10).differsOnlyIn(DAY_15, before);
    }
  }

  @Test
  void triesAgainWithoutComputingAnythingWhenAnotherDayIsWrittenInThatMoment() {
    try (Staging staging = table.stage(publisher, DAY_15, 7, 8, 9)) {
      CommitFacts facts = facts(staging, DAY_15);
      Published published =
          CommitMoment.during(
              When.BEFORE_COMMIT,
              () -> table.foreignAppend(DAY_14, 21),
              () -> publish(publisher, staging, DAY_15, facts));
      assertThat(published.attempts()).isEqualTo(kind.isPartitioned() ? 1 : 2);
      assertThat(published.version()).isEqualTo(before.version() + 2);
      assertThatTable(table.path())
          .hasOrders(DAY_14, 1, 21)
          .hasOrders(DAY_15, 7, 8, 9)
          .hasOrders(DAY_16, 4, 5, 6);
    }
  }

  @Test
  void triesAgainAfterOptimizeOfItsDayInThatMoment() {
    table.foreignAppend(DAY_15, 10);
    try (Staging staging = table.stage(publisher, DAY_15, 7, 8, 9)) {
      CommitFacts facts = facts(staging, DAY_15);
      Published published =
          CommitMoment.during(
              When.BEFORE_COMMIT,
              () -> table.foreign("OPTIMIZE TABLE_PATH"),
              () -> publish(publisher, staging, DAY_15, facts));
      assertThat(published.attempts()).isEqualTo(2);
      assertThatTable(table.path()).hasOrders(DAY_15, 7, 8, 9).differsOnlyIn(DAY_15, before);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ALTER TABLE TABLE_PATH ADD COLUMN note STRING",
        "ALTER TABLE TABLE_PATH SET TBLPROPERTIES ('team' = 'till')"
      })
  void asksToStageAgainWhenTheTableItselfChangesInThatMoment(String statement) {
    try (Staging staging = table.stage(publisher, DAY_15, 7, 8, 9)) {
      CommitFacts facts = facts(staging, DAY_15);
      assertThatThrownBy(
              () ->
                  CommitMoment.during(
                      When.BEFORE_COMMIT,
                      () -> table.foreign(statement),
                      () -> publish(publisher, staging, DAY_15, facts)))
          .isInstanceOf(TableChangedException.class)
          .hasMessageContaining("version 2 (");
      assertThatTable(table.path()).isAtVersion(2).hasOrders(DAY_15, 2, 3);
    }
  }

  /** Delta knows features that a commit need not mind. */
  @Test
  void carriesOnWhenTheTableMayHaveDeletionVectorsFromThatMomentOn() {
    try (Staging staging = table.stage(publisher, DAY_15, 7, 8, 9)) {
      CommitFacts facts = facts(staging, DAY_15);
      String statement =
          "ALTER TABLE TABLE_PATH SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')";
      Published published =
          CommitMoment.during(
              When.BEFORE_COMMIT,
              () -> table.foreign(statement),
              () -> publish(publisher, staging, DAY_15, facts));
      assertThat(published.version()).isEqualTo(3);
      assertThatTable(table.path()).hasOrders(DAY_15, 7, 8, 9).differsOnlyIn(DAY_15, before);
    }
  }

  static List<RuntimeException> lostMoments() {
    return List.of(
        new ConcurrentAppendException("files were added"),
        new ConcurrentTransactionException("another transaction of the same application"),
        new ConcurrentWriteException("another commit of this version"));
  }

  @ParameterizedTest
  @MethodSource("lostMoments")
  void triesAgainWhenDeltaRefusesACommitThoughNobodyChangedTheDay(RuntimeException refusal) {
    try (Staging staging = table.stage(publisher, DAY_15, 7, 8, 9)) {
      CommitFacts facts = facts(staging, DAY_15);
      Runnable refused =
          () -> {
            throw refusal;
          };
      Published published =
          CommitMoment.during(
              When.BEFORE_COMMIT, refused, () -> publish(publisher, staging, DAY_15, facts));
      assertThat(published.attempts()).isEqualTo(2);
      assertThatTable(table.path()).hasOrders(DAY_15, 7, 8, 9).differsOnlyIn(DAY_15, before);
    }
  }

  static List<RuntimeException> lostAnswers() {
    return List.of(
        new IllegalStateException("connection reset"),
        new ConcurrentAppendException("a store that wrote, and found its own file there"));
  }

  @ParameterizedTest
  @MethodSource("lostAnswers")
  void asksTheLogWhenTheAnswerToItsCommitIsLost(RuntimeException answer) {
    try (Staging staging = table.stage(publisher, DAY_15, 7, 8, 9)) {
      CommitFacts facts = facts(staging, DAY_15);
      Runnable lost =
          () -> {
            throw answer;
          };
      Published published =
          CommitMoment.during(
              When.AFTER_COMMIT, lost, () -> publish(publisher, staging, DAY_15, facts));
      assertThat(published.version()).isEqualTo(before.version() + 1);
      assertThatTable(table.path())
          .isAtVersion(published.version())
          .hasOrders(DAY_15, 7, 8, 9)
          .differsOnlyIn(DAY_15, before);
    }
  }

  @Test
  void endsAsAConflictWhenItsCommitIsReplacedByAnothersOfTheSameVersion() {
    DayTable other = kind.table(folder.resolve("other"));
    other.foreignAppend(DAY_14, 21);
    try (Staging staging = table.stage(publisher, DAY_15, 7, 8, 9)) {
      CommitFacts facts = facts(staging, DAY_15);
      assertThatIsConflict(
              () ->
                  CommitMoment.during(
                      When.AFTER_COMMIT,
                      () -> other.copyOver(table),
                      () -> publish(publisher, staging, DAY_15, facts)))
          .hasMessageContaining("this store lets two writers win");
      assertThatTable(table.path())
          .isAtVersion(before.version() + 1)
          .hasOrders(DAY_14, 1, 21)
          .differsOnlyIn(DAY_14, before);
    }
    try (Staging again = table.stage(publisher, DAY_15, 7, 8, 9)) {
      publish(publisher, again, DAY_15, facts(again, DAY_15));
      assertThatTable(table.path())
          .isAtVersion(before.version() + 2)
          .hasOrders(DAY_14, 1, 21)
          .hasOrders(DAY_15, 7, 8, 9)
          .hasOrders(DAY_16, 4, 5, 6);
    }
  }

  @Test
  void saysThatTheTableIsUnchangedWhenTheCommitFails() {
    try (Staging staging = table.stage(publisher, DAY_15, 7, 8, 9)) {
      CommitFacts facts = facts(staging, DAY_15);
      Runnable broken =
          () -> {
            throw new IllegalStateException("no space left");
          };
      assertThatThrownBy(
              () ->
                  CommitMoment.during(
                      When.BEFORE_COMMIT, broken, () -> publish(publisher, staging, DAY_15, facts)))
          .isInstanceOfSatisfying(
              DayfillException.class,
              failed -> assertThat(failed.outcome()).isEqualTo(Outcome.FAILED))
          .hasMessageContaining("no space left")
          .hasMessageContaining("the table is unchanged");
      assertThatTable(table.path()).isUnchangedSince(before);
    }
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
