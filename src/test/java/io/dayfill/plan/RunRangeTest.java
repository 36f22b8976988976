/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dayfill.definition.DayfillException;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A range is calendar dates, both ends included. */
class RunRangeTest {
  @ParameterizedTest
  @CsvSource({
    "2026-09-02, 2026-10-01, 30",
    "2026-09-02, 2026-09-02, 1",
    "2011-12-29, 2012-01-01, 4",
    "2018-11-03, 2018-11-06, 4",
    "2028-02-28, 2028-03-01, 3",
  })
  void bothEndsAreIncluded(LocalDate first, LocalDate last, int size) {
    RunRange range = new RunRange(first, last);

    assertThat(range.runDates()).hasSize(size).startsWith(first).endsWith(last);
    assertThat(range.size()).isEqualTo(size);
  }

  @Test
  void aRangeThatEndsBeforeItBeginsIsRefused() {
    assertThatThrownBy(() -> new RunRange(LocalDate.of(2026, 9, 10), LocalDate.of(2026, 9, 1)))
        .isInstanceOf(DayfillException.class)
        .hasMessageContaining("first 2026-09-10 is after last 2026-09-01");
  }

  @Test
  void aLongRangeMustSaySo() {
    RunRange range = new RunRange(LocalDate.of(2026, 1, 1), LocalDate.of(2026, 4, 11));

    assertThat(range.atMost(101)).isEqualTo(range);
    assertThatThrownBy(() -> range.atMost(100))
        .isInstanceOf(DayfillException.class)
        .hasMessageContaining("--max-runs 101");
  }

  @Test
  void newestTurnsTheOrderRound() {
    RunRange range = new RunRange(LocalDate.of(2026, 9, 1), LocalDate.of(2026, 9, 3));

    assertThat(RunOrder.NEWEST.arrange(range)).startsWith(LocalDate.of(2026, 9, 3)).hasSize(3);
  }
}
