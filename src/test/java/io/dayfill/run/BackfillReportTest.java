/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.dayfill.definition.Outcome;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A range ends with its gravest: 1, then 5, 4, 3, 0. */
class BackfillReportTest {
  private static final LocalDate DATE = LocalDate.of(2026, 9, 16);

  @Test
  void theGravestEndDecides() {
    assertThat(exitCode()).isZero();
    assertThat(exitCode(Outcome.PUBLISHED, Outcome.SKIPPED)).isZero();
    assertThat(exitCode(Outcome.PUBLISHED, Outcome.NOT_READY)).isEqualTo(3);
    assertThat(exitCode(Outcome.NOT_READY, Outcome.REFUSED)).isEqualTo(4);
    assertThat(exitCode(Outcome.CONFLICT, Outcome.REFUSED)).isEqualTo(5);
    assertThat(exitCode(Outcome.CONFLICT, Outcome.FAILED, Outcome.NOT_READY)).isEqualTo(1);
    assertThat(exitCode(Outcome.UNKNOWN)).isEqualTo(1);
  }

  @Test
  void aCommandThatWasStoppedHasFailed() {
    assertThat(new BackfillReport("b", "t", List.of(), List.of(DATE), Optional.empty()).exitCode())
        .isEqualTo(1);
  }

  private static int exitCode(Outcome... outcomes) {
    List<DayRun> runs =
        Arrays.stream(outcomes)
            .map(outcome -> DayRun.unpublished(DATE, DATE.minusDays(1), outcome, "why", 0))
            .toList();
    return new BackfillReport("b", "t", runs, List.of(), Optional.empty()).exitCode();
  }
}
