/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.ledger;

import java.time.LocalDate;
import java.util.List;

/**
 * One published day: its run date, rows, content fingerprint, inputs, and whether the operator
 * allowed it to be empty.
 */
public record DayFacts(
    LocalDate day,
    LocalDate runDate,
    long rows,
    String fingerprint,
    boolean allowEmpty,
    List<InputFacts> inputs) {
  public DayFacts {
    inputs = List.copyOf(inputs);
  }
}
