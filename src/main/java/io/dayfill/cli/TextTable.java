/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.Column.Overflow;

/**
 * A plain table for terminals and pipes: a header and rows, columns as wide as their widest cell.
 */
final class TextTable {
  private static final int GAP = 2;

  private final List<List<String>> rows = new ArrayList<>();

  TextTable(String... header) {
    rows.add(List.of(header));
  }

  void row(Object... cells) {
    List<String> row = new ArrayList<>();
    for (Object cell : cells) {
      row.add(String.valueOf(cell));
    }
    rows.add(row);
  }

  String text() {
    Column[] columns = new Column[rows.get(0).size()];
    int total = 0;
    for (int i = 0; i < columns.length; i++) {
      int position = i;
      int width = rows.stream().mapToInt(row -> row.get(position).length()).max().orElse(1) + GAP;
      columns[i] = new Column(width, 0, Overflow.SPAN);
      total += width;
    }
    Help.TextTable table = Help.TextTable.forColumns(Help.defaultColorScheme(Ansi.OFF), columns);
    table.setAdjustLineBreaksForWideCJKCharacters(false);
    for (List<String> row : rows) {
      table.addRowValues(row.toArray(String[]::new));
    }
    return total == 0
        ? ""
        : table
            .toString()
            .lines()
            .map(String::stripTrailing)
            .reduce((a, b) -> a + "\n" + b)
            .orElse("");
  }
}
