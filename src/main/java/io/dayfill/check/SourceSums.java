/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.check;

import io.dayfill.definition.Check;
import java.math.BigDecimal;
import java.time.LocalDate;

/**
 * The sums of a day's sources, from a reading of their own; asked only where a check needs them.
 */
@FunctionalInterface
public interface SourceSums {
  /**
   * The sum of the check's column over the records of {@code day} in the check's input; 0 for none.
   */
  BigDecimal sum(LocalDate day, Check.SumMatches check);
}
