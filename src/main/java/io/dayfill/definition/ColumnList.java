/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code name TYPE [NOT NULL], ...}, the way a definition writes the columns of a file. */
final class ColumnList {
  /** A comma outside of backquotes and of a type's brackets. */
  private static final Pattern SEPARATOR =
      Pattern.compile(",(?=[^`]*(?:`[^`]*`[^`]*)*$)(?![^(`]*\\))");

  private static final Pattern COLUMN =
      Pattern.compile(
          "(?:`((?:[^`]|``)+)`|([^\\s`]+))\\s+(.+?)(\\s+NOT\\s+NULL)?", Pattern.CASE_INSENSITIVE);

  private ColumnList() {}

  /**
   * The columns in the order of {@code text}.
   *
   * @throws IllegalArgumentException with what is wrong and what to write instead
   */
  static List<Column> parse(String text) {
    List<Column> columns = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (String part : SEPARATOR.split(text, -1)) {
      Column column = column(part.strip());
      if (!names.add(column.name().toLowerCase(Locale.ROOT))) {
        throw new IllegalArgumentException("column '" + column.name() + "' is named twice");
      }
      columns.add(column);
    }
    return columns;
  }

  private static Column column(String part) {
    Matcher matcher = COLUMN.matcher(part);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'"
              + part
              + "' is not a column: write name TYPE or name TYPE NOT NULL, separated by commas");
    }
    String name = matcher.group(1) != null ? matcher.group(1).replace("``", "`") : matcher.group(2);
    ColumnType type =
        ColumnType.parse(matcher.group(3))
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "column '"
                            + name
                            + "' has the type '"
                            + matcher.group(3)
                            + "': write one of "
                            + ColumnType.words()));
    return new Column(name, type, matcher.group(4) != null);
  }
}
