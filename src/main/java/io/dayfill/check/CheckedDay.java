/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.check;

import java.util.List;

/**
 * What the checks found of a day.
 *
 * @param rows the rows of the day
 * @param fingerprint their content fingerprint
 * @param failures why the day is not right, one reason each; empty if it is
 * @param duplicates keys that stand in several rows, as text; at most ten
 */
public record CheckedDay(
    long rows, String fingerprint, List<String> failures, List<List<String>> duplicates) {
  public CheckedDay {
    failures = List.copyOf(failures);
    duplicates = List.copyOf(duplicates);
  }

  /** Whether everything holds that must hold. */
  public boolean isRight() {
    return failures.isEmpty() && duplicates.isEmpty();
  }
}
