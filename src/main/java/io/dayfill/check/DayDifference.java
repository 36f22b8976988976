/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.check;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * How one day differs between two versions of it, in rows. With a key, a row of a key that both
 * have is changed or unchanged; without one, rows are only added or removed.
 *
 * @param sums the numeric columns whose sums differ
 */
public record DayDifference(
    LocalDate day, long added, long removed, long changed, long unchanged, List<ColumnSum> sums) {
  public DayDifference {
    Objects.requireNonNull(day, "day");
    sums = List.copyOf(sums);
  }

  /** A day that is the same in both. */
  public static DayDifference none(LocalDate day, long rows) {
    return new DayDifference(day, 0, 0, 0, rows, List.of());
  }

  /** Rows that are other than before. */
  public long touched() {
    return added + removed + changed;
  }

  /** The rows that the day has before. */
  public long before() {
    return removed + changed + unchanged;
  }

  /** The rows that it has after. */
  public long after() {
    return added + changed + unchanged;
  }

  DayDifference with(List<ColumnSum> found) {
    return new DayDifference(day, added, removed, changed, unchanged, found);
  }

  /** The sum of a numeric column before and after. */
  public record ColumnSum(String column, BigDecimal before, BigDecimal after) {
    /** The {@code columns} whose sums differ; a column that has no sum has the sum of no rows. */
    public static List<ColumnSum> differing(
        List<String> columns, Map<String, BigDecimal> before, Map<String, BigDecimal> after) {
      return columns.stream()
          .map(column -> new ColumnSum(column, plain(before, column), plain(after, column)))
          .filter(sum -> sum.before().compareTo(sum.after()) != 0)
          .toList();
    }

    private static BigDecimal plain(Map<String, BigDecimal> sums, String column) {
      BigDecimal sum = sums.getOrDefault(column, BigDecimal.ZERO);
      return new BigDecimal(sum.stripTrailingZeros().toPlainString());
    }
  }

  /**
   * A row that both have with other values.
   *
   * @param key the values of the key's columns, as text
   * @param columns the columns that differ
   */
  public record ChangedRow(LocalDate day, List<String> key, List<ChangedColumn> columns) {
    public ChangedRow {
      key = List.copyOf(key);
      columns = List.copyOf(columns);
    }
  }

  /** A value before and after, as text; {@code null} is the word. */
  public record ChangedColumn(String column, String before, String after) {}
}
