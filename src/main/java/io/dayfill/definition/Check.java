/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

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

  /** The SQL condition {@code sql} is true, not null, for every row. */
  record Expression(String sql) implements Check {
    @Override
    public String text() {
      return "expression: " + sql;
    }
  }
}
