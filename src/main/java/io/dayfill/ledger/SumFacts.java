/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.ledger;

import java.util.Objects;

/**
 * The exact sum of a numeric column over a day's rows.
 *
 * @param column the column's name
 * @param sum a plain decimal number with the column's scale, as text: readers of JSON would round
 *     it
 */
public record SumFacts(String column, String sum) {
  public SumFacts {
    Objects.requireNonNull(column, "column");
    Objects.requireNonNull(sum, "sum");
  }
}
