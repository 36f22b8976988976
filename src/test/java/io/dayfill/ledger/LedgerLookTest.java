/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.dayfill.definition.Outcome;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which of a day's runs is the newest, also where a clock was put back in between. */
class LedgerLookTest {
  private static final LocalDate DAY = LocalDate.of(2026, 9, 15);

  @Test
  void aClockThatJumpsBackDoesNotHideTheNewestRun() {
    LedgerLook look =
        look(
            run(1, Outcome.PUBLISHED, "2026-09-16T12:00:00Z"),
            run(2, Outcome.REFUSED, "2026-09-16T11:00:00Z"));
    assertThat(look.last(DAY)).map(RunRecord::attempt).contains(2);
    assertThat(look.lastFailure(DAY)).map(RunRecord::outcome).contains(Outcome.REFUSED);
  }

  @Test
  void aFailureThatWasMendedIsNoFailureWhateverTheClockSays() {
    LedgerLook look =
        look(
            run(1, Outcome.REFUSED, "2026-09-16T12:00:00Z"),
            run(2, Outcome.PUBLISHED, "2026-09-16T11:00:00Z"));
    assertThat(look.lastFailure(DAY)).isEmpty();
  }

  @Test
  void aSourceThatIsNotThereIsNoFailure() {
    assertThat(look(run(1, Outcome.NOT_READY, "2026-09-16T12:00:00Z")).lastFailure(DAY)).isEmpty();
  }

  private static LedgerLook look(RunRecord... runs) {
    return new LedgerLook(List.of(runs), Optional.empty());
  }

  private static RunRecord run(int attempt, Outcome outcome, String ended) {
    String row =
        """
        {"table": "t", "backfill": "b%1$d", "run_date": "2026-09-16", "day": "2026-09-15",
         "attempt": %1$d, "outcome": "%2$s", "definition": "d", "dayfill": "1", "ended": "%3$s"}
        """
            .formatted(attempt, outcome, ended);
    try {
      return Json.mapper().readValue(row, RunRecord.class);
    } catch (JsonProcessingException broken) {
      throw new AssertionError(row, broken);
    }
  }
}
