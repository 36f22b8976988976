/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.workshop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dayfill.definition.Layout;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the workshop counts as having shown its lesson. */
class ConflictReportTest {
  private static final LocalDate DAY = LocalDate.of(2026, 9, 1);
  private static final DayContent BEFORE = new DayContent(3, "7:7", List.of("copy"));
  private static final WriteFailure CONFLICT =
      new WriteFailure(true, Optional.of("DELTA_CONCURRENT_APPEND.WITHOUT_HINT"), "x.Conflict", "");
  private static final WriteFailure OTHER =
      new WriteFailure(false, Optional.empty(), "java.io.IOException", "disk full");

  private static final WriterEnd WON = won("a", 0);
  private static final WriterEnd LOST = lost("b", 1, CONFLICT, BEFORE);
  private static final WriterEnd AGAIN = won("b, again", 1);
  private static final ConflictRound ONE_WINS =
      round(Layout.UNPARTITIONED, List.of(WON, LOST), List.of(AGAIN));
  private static final ConflictRound ALL_WIN =
      round(Layout.PARTITIONED, List.of(WON, won("b", 1)), List.of());

  @Test
  void oneWinnerAndThenAllIsExpected() {
    ConflictReport report = held(ONE_WINS, ALL_WIN);
    assertThat(report.asExpected()).isTrue();
    assertThat(ONE_WINS.winners()).containsExactly(WON);
    assertThat(ONE_WINS.losers()).containsExactly(LOST);
    assertThat(LOST.errorClass()).contains("DELTA_CONCURRENT_APPEND.WITHOUT_HINT");
  }

  @Test
  void noConflictIsExpectedOfFreeRunningWritersOnly() {
    ConflictRound noConflict = round(Layout.UNPARTITIONED, List.of(WON, won("b", 1)), List.of());
    assertThat(held(noConflict, ALL_WIN).asExpected()).isFalse();
    assertThat(free(noConflict, ALL_WIN).asExpected()).isTrue();
    assertThat(free(ONE_WINS, ALL_WIN).asExpected()).isTrue();
  }

  @Test
  void aConflictOnThePartitionedCopyIsNotExpected() {
    ConflictRound conflict = round(Layout.PARTITIONED, List.of(WON, LOST), List.of(AGAIN));
    assertThat(held(ONE_WINS, conflict).asExpected()).isFalse();
    assertThat(free(ONE_WINS, conflict).asExpected()).isFalse();
  }

  @Test
  void aLoserThatChangedItsDayIsNotExpected() {
    DayContent half = new DayContent(3, "8:8", List.of("b", "copy"));
    assertThat(unpartitionedWith(lost("b", 1, CONFLICT, half), AGAIN).asExpected()).isFalse();
  }

  @Test
  void aLoserThatFailedForAnotherReasonIsNotExpected() {
    assertThat(unpartitionedWith(lost("b", 1, OTHER, BEFORE), AGAIN).asExpected()).isFalse();
  }

  @Test
  void aRerunThatLoadsNothingIsNotExpected() {
    WriterEnd again = lost("b, again", 1, CONFLICT, BEFORE);
    assertThat(unpartitionedWith(LOST, again).asExpected()).isFalse();
    ConflictRound none = round(Layout.UNPARTITIONED, List.of(WON, LOST), List.of());
    assertThat(held(none, ALL_WIN).asExpected()).isFalse();
  }

  @Test
  void aWinnerWhoseRowsAreNotItsOwnIsNotExpected() {
    WriterEnd foreign = new WriterEnd("a", DAY, Optional.of(1L), Optional.empty(), BEFORE, BEFORE);
    ConflictRound round = round(Layout.UNPARTITIONED, List.of(foreign, LOST), List.of(AGAIN));
    assertThat(held(round, ALL_WIN).asExpected()).isFalse();
  }

  @Test
  void aMissingRoundIsNotExpected() {
    assertThat(held(ONE_WINS).asExpected()).isFalse();
    assertThat(held(ONE_WINS, ALL_WIN, ALL_WIN).asExpected()).isFalse();
  }

  @Test
  void refusesNumbersThatShowNothing() {
    assertThatThrownBy(() -> new ConflictOptions(1, 1, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("writers must be at least 2, not 1");
    assertThatThrownBy(() -> new ConflictOptions(2, 0, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("rounds must be at least 1, not 0");
  }

  private static WriterEnd won(String writer, int offset) {
    DayContent after = new DayContent(3, "9:9", List.of(writer));
    return new WriterEnd(
        writer, DAY.plusDays(offset), Optional.of(1L), Optional.empty(), BEFORE, after);
  }

  private static WriterEnd lost(String writer, int offset, WriteFailure why, DayContent after) {
    return new WriterEnd(
        writer, DAY.plusDays(offset), Optional.empty(), Optional.of(why), BEFORE, after);
  }

  private static ConflictRound round(
      Layout layout, List<WriterEnd> writers, List<WriterEnd> reruns) {
    return new ConflictRound(1, layout, "scratch/table", writers, reruns);
  }

  private static ConflictReport unpartitionedWith(WriterEnd loser, WriterEnd rerun) {
    return held(round(Layout.UNPARTITIONED, List.of(WON, loser), List.of(rerun)), ALL_WIN);
  }

  private static ConflictReport held(ConflictRound... rounds) {
    return new ConflictReport(new ConflictOptions(2, 1, false), "scratch", List.of(rounds));
  }

  private static ConflictReport free(ConflictRound... rounds) {
    return new ConflictReport(new ConflictOptions(2, 1, true), "scratch", List.of(rounds));
  }
}
