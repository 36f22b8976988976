/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import static io.dayfill.publish.DayTable.DAY_15;
import static io.dayfill.publish.DayTable.facts;
import static io.dayfill.publish.DayTable.publish;
import static io.dayfill.testing.TableAssert.assertThatTable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Outcome;
import io.dayfill.ledger.CommitFacts;
import io.dayfill.testing.TableSnapshot;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** VACUUM between staging and publishing. */
class VacuumIT {
  @TempDir Path folder;
  private DayTable table;
  private DayPublisher publisher;

  @BeforeEach
  void aTableOfThreeDays() {
    table = DayTable.in(folder, Publishers.Choice.FILES).created();
    publisher = table.publisher();
  }

  @Test
  void doesNotTakeWhatIsStaged() {
    TableSnapshot before = TableSnapshot.of(table.path());
    try (Staging staging = table.stage(publisher, DAY_15, 7, 8, 9)) {
      table.foreign("VACUUM TABLE_PATH");
      publish(publisher, staging, DAY_15, facts(staging, DAY_15));
    }
    assertThatTable(table.path()).hasOrders(DAY_15, 7, 8, 9).differsOnlyIn(DAY_15, before);
  }

  @Test
  void thatTakesItAllTheSameIsNoticedBeforeTheCommit() {
    try (Staging staging = table.stage(publisher, DAY_15, 7, 8, 9)) {
      CommitFacts facts = facts(staging, DAY_15);
      DayTable.session()
          .conf()
          .set("spark.databricks.delta.retentionDurationCheck.enabled", "false");
      table.foreign("VACUUM TABLE_PATH RETAIN 0 HOURS");
      TableSnapshot theirs = TableSnapshot.of(table.path());
      assertThatThrownBy(() -> publish(publisher, staging, DAY_15, facts))
          .isInstanceOfSatisfying(
              DayfillException.class,
              failed -> assertThat(failed.outcome()).isEqualTo(Outcome.FAILED))
          .hasMessageContaining("2026-09-15 not published: a staged file is gone");
      assertThatTable(table.path()).isUnchangedSince(theirs);
    }
  }
}
