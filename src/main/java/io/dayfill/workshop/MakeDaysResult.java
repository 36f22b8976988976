/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.workshop;

import java.util.List;

/**
 * What writing the sample month came to.
 *
 * @param written files created or, where that was asked for, replaced
 * @param unchanged files that already had the sample's content and were left alone
 * @param keptBecauseDifferent names of the files whose content differs from the sample's and which
 *     were not to be replaced, in day order; if there is one, nothing was written
 */
public record MakeDaysResult(int written, int unchanged, List<String> keptBecauseDifferent) {
  /** Copies the list and checks that the counts are consistent with it. */
  public MakeDaysResult {
    keptBecauseDifferent = List.copyOf(keptBecauseDifferent);
    if (written < 0 || unchanged < 0) {
      throw new IllegalArgumentException("written and unchanged must not be negative");
    }
    if (written > 0 && !keptBecauseDifferent.isEmpty()) {
      throw new IllegalArgumentException("written must be 0 where a different file was kept");
    }
  }
}
