/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.check;

import java.util.ArrayList;
import java.util.List;

/**
 * How a stored day differs from what its sources give.
 *
 * @param storedRows the rows of the table's day
 * @param expectedRows the rows that the sources give
 * @param missing keys that the table lacks
 * @param surplus keys that the sources do not have, or not so often
 * @param changed keys whose other columns differ
 * @param sums the numeric columns whose sums differ, in words
 */
public record DayComparison(
    long storedRows,
    long expectedRows,
    Keys missing,
    Keys surplus,
    Keys changed,
    List<String> sums) {
  public DayComparison {
    sums = List.copyOf(sums);
  }

  /** A number of keys and the first ten of them, as text. */
  public record Keys(long count, List<String> first) {
    public Keys {
      first = List.copyOf(first);
    }
  }

  /** Whether the day is exactly what its sources give. */
  public boolean isSame() {
    return storedRows == expectedRows
        && missing.count() + surplus.count() + changed.count() == 0
        && sums.isEmpty();
  }

  /** The differences in words, one each; empty if there are none. */
  public List<String> differences() {
    List<String> differences = new ArrayList<>();
    add(differences, "missing", missing);
    add(differences, "surplus", surplus);
    add(differences, "changed", changed);
    differences.addAll(sums);
    return differences;
  }

  private static void add(List<String> differences, String kind, Keys keys) {
    if (keys.count() > 0) {
      String more = keys.count() > keys.first().size() ? ", ..." : "";
      String named =
          keys.first().isEmpty() ? " rows" : ": " + String.join(", ", keys.first()) + more;
      differences.add(keys.count() + " " + kind + named);
    }
  }
}
