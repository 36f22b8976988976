/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import java.time.Duration;
import java.util.Optional;

/** Something that must hold of a day before it is published. The key is checked besides. */
public sealed interface Check {
  /** The check as the definition writes it, for messages and facts. */
  String text();

  /** The day has exactly as many rows as its input {@code input} has records. */
  record RowsMatch(String input) implements Check {
    @Override
    public String text() {
      return "rows_match: " + input;
    }
  }

  /** The day has at least one row; {@code --allow-empty} waives it for a run. */
  record NotEmpty() implements Check {
    @Override
    public String text() {
      return "not_empty: true";
    }
  }

  /** The sum of column {@code column} is the same in the day and in its input {@code input}. */
  record SumMatches(String input, String column) implements Check {
    @Override
    public String text() {
      return "sum_matches: " + input + "." + column;
    }
  }

  /**
   * The day has a number of rows between two bounds, both included.
   *
   * @param low in rows or, with a basis, in percent of it
   * @param basis empty: the bounds are numbers of rows
   * @param text the check's value as the definition writes it
   */
  record RowsBetween(long low, long high, Optional<Basis> basis, String text) implements Check {
    @Override
    public String text() {
      return "rows_between: " + text;
    }
  }

  /**
   * What a day's rows are compared with: the median of the nearest other days that have rows.
   *
   * @param days how many of them
   * @param sameWeekday whether only days of the same weekday count
   */
  record Basis(int days, boolean sameWeekday) {}

  /**
   * The newest value of the TIMESTAMP column {@code column} is at most {@code age} before the end
   * of the day in the definition's zone.
   */
  record Fresh(String column, Duration age, String text) implements Check {
    @Override
    public String text() {
      return "fresh: " + text;
    }
  }

  /** The SQL query {@code sql}, which sees the day under the table's name, gives no row. */
  record NoRows(String sql) implements Check {
    @Override
    public String text() {
      return "no_rows: " + sql;
    }
  }

  /**
   * Every value of column {@code column} that is not null stands in column {@code otherColumn} of
   * the Delta table {@code table}.
   */
  record ForeignKey(String column, String table, String otherColumn) implements Check {
    @Override
    public String text() {
      return "foreign_key: " + column + " in " + table + "." + otherColumn;
    }
  }

  /**
   * Each key's {@code opening} is the {@code closing} of the day before in a chain; a key that is
   * new opens with 0 or null.
   */
  record Continues(String opening, String closing) implements Check {
    @Override
    public String text() {
      return "continues: " + opening + " = " + closing;
    }
  }

  /** A check that only warns: the day is published whatever it finds. */
  record Warning(Check check) implements Check {
    @Override
    public String text() {
      return check.text() + " (severity: warn)";
    }
  }

  /** No key stands in two of the days that one commit publishes. */
  record KeyInOneDay() implements Check {
    @Override
    public String text() {
      return "key_in_one_day: true";
    }
  }

  /** A check of all the days together that one commit publishes. */
  record OfRange(Check check) implements Check {
    @Override
    public String text() {
      return check.text() + " (scope: range)";
    }
  }

  /** What is to be looked at, whether it warns or refuses, and of a day or a range. */
  default Check subject() {
    if (this instanceof Warning warning) {
      return warning.check().subject();
    }
    return this instanceof OfRange range ? range.check() : this;
  }

  /** Whether it is a check of all days together that one commit publishes. */
  default boolean isOfRange() {
    return this instanceof Warning warning
        ? warning.check().isOfRange()
        : this instanceof OfRange || this instanceof KeyInOneDay;
  }

  /** The SQL condition {@code sql} is true, not null, for every row. */
  record Expression(String sql) implements Check {
    @Override
    public String text() {
      return "expression: " + sql;
    }
  }
}
