/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.ledger;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * One published day: its run date, rows, content fingerprint, sums of its numeric columns, inputs,
 * whether the operator allowed it to be empty, what its checks have found, which past of dimensions
 * it shows ({@code original} or {@code restated}), and the tables that it was made of.
 */
public record DayFacts(
    LocalDate day,
    LocalDate runDate,
    long rows,
    String fingerprint,
    List<SumFacts> sums,
    boolean allowEmpty,
    List<InputFacts> inputs,
    List<CheckFacts> checks,
    Optional<String> history,
    List<ReadFacts> reads) {
  public DayFacts {
    sums = sums == null ? List.of() : List.copyOf(sums);
    inputs = List.copyOf(inputs);
    checks = checks == null ? List.of() : List.copyOf(checks);
    history = history == null ? Optional.empty() : history;
    reads = reads == null ? List.of() : List.copyOf(reads);
  }
}
