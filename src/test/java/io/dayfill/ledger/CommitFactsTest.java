/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Facts survive their way through userMetadata, and what others wrote there is not taken for ours.
 */
class CommitFactsTest {
  private static final CommitFacts FACTS =
      new CommitFacts(
          "0.1.0",
          CommitFacts.FORMAT,
          "c1",
          "b1",
          "d1",
          Optional.empty(),
          Optional.empty(),
          Optional.of("late order"),
          Optional.empty(),
          List.of("bi", "changes"),
          List.of(
              new DayFacts(
                  LocalDate.of(2026, 9, 15),
                  LocalDate.of(2026, 9, 16),
                  4,
                  "1-4-a-b-c",
                  List.of(new SumFacts("amount", "57.40")),
                  false,
                  List.of(
                      new InputFacts(
                          "orders",
                          "landing/orders/2026-09-15.csv",
                          111,
                          Instant.ofEpochMilli(1),
                          "ab")),
                  List.of(new CheckFacts("not_empty: true", true, Optional.empty())),
                  Optional.of("original"),
                  List.of(
                      new ReadFacts(
                          "customers",
                          ReadFacts.DIMENSION,
                          "warehouse/customers",
                          3,
                          Optional.of("1-2-a-b-c"),
                          List.of(
                              new ReadFacts.ReadDay(
                                  LocalDate.of(2026, 9, 14), "1-1-d-e-f", Optional.of("c0"))))))));

  @Test
  void theyReadBackAsTheyWereWritten() {
    assertThat(CommitFacts.parse(FACTS.json())).contains(FACTS);
    assertThat(FACTS.json()).contains("\"run_date\":\"2026-09-16\"").doesNotContain("\n");
  }

  @Test
  void newerFieldsAreNoObstacle() {
    assertThat(
            CommitFacts.parse(
                FACTS.json().replace("\"commit\":", "\"later\":{\"x\":1},\"commit\":")))
        .contains(FACTS);
  }

  @Test
  void whatOthersWroteIsNotOurs() {
    assertThat(CommitFacts.parse("nightly job")).isEmpty();
    assertThat(CommitFacts.parse("{\"job\":\"x\"}")).isEmpty();
    assertThat(CommitFacts.parse("[1]")).isEmpty();
  }
}
