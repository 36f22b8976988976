/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.check;

import io.dayfill.ledger.SumFacts;
import java.util.List;

/**
 * What the checks found of a day.
 *
 * @param rows the rows of the day
 * @param fingerprint their content fingerprint
 * @param sums exact sums of their numeric columns
 * @param findings what each check has found
 * @param duplicates the keys that stand in several rows
 */
public record CheckedDay(
    long rows,
    String fingerprint,
    List<SumFacts> sums,
    List<Finding> findings,
    Duplicates duplicates) {
  public CheckedDay {
    sums = List.copyOf(sums);
    findings = List.copyOf(findings);
  }

  /** The same day with other findings. */
  public CheckedDay with(List<Finding> others) {
    return new CheckedDay(rows, fingerprint, sums, others, duplicates);
  }

  /** Why the day may not be published, one reason each. */
  public List<String> failures() {
    return findings.stream()
        .filter(Finding::isRefusal)
        .flatMap(finding -> finding.failure().stream())
        .toList();
  }

  /** What is not right and does not hinder the publication. */
  public List<String> warnings() {
    return findings.stream().flatMap(finding -> finding.warning().stream()).toList();
  }

  /** Whether everything holds that must hold. */
  public boolean isRight() {
    return failures().isEmpty() && duplicates.keys() == 0;
  }

  /**
   * Keys that stand in several rows of the day.
   *
   * @param keys how many
   * @param named the first of them in the key's order, as text; at most ten
   */
  public record Duplicates(long keys, List<List<String>> named) {
    /** No key stands twice. */
    public static final Duplicates NONE = new Duplicates(0, List.of());

    public Duplicates {
      named = List.copyOf(named);
    }
  }
}
