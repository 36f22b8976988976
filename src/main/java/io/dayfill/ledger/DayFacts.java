/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.ledger;

import java.time.LocalDate;
import java.util.List;

/**
 * One published day: its run date, rows, content fingerprint, sums of its numeric columns, inputs,
 * whether the operator allowed it to be empty, and what its checks have found.
 */
public record DayFacts(
    LocalDate day,
    LocalDate runDate,
    long rows,
    String fingerprint,
    List<SumFacts> sums,
    boolean allowEmpty,
    List<InputFacts> inputs,
    List<CheckFacts> checks) {
  public DayFacts {
    sums = sums == null ? List.of() : List.copyOf(sums);
    inputs = List.copyOf(inputs);
    checks = checks == null ? List.of() : List.copyOf(checks);
  }
}
