/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.check;

import io.dayfill.definition.Check;
import java.time.LocalDate;
import java.util.List;

/**
 * What days are compared with besides their own rows; each is asked only where a check needs it.
 */
public record Comparisons(SourceSums sums, NearbyRows nearby) {
  /** The rows of other days of the table. */
  @FunctionalInterface
  public interface NearbyRows {
    /** The rows of the days nearest to {@code day} that have some, {@code day} itself left out. */
    List<Long> of(LocalDate day, Check.Basis basis);
  }
}
