/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.load;

import io.dayfill.definition.Column;
import io.dayfill.definition.FilesInput;
import io.dayfill.load.CsvShape.OpenRecord;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a file must be made of before its values are looked at: the header of the definition,
 * records that Spark takes apart in the places where the scanner does, and an end that is not cut.
 */
final class ShapeRules {
  private static final int NAMED = 5;
  private static final Pattern DATA = Pattern.compile("[+-]?[0-9].*|.*@.*", Pattern.DOTALL);
  private static final Pattern LOCAL_TIME =
      Pattern.compile("\\d{4}-\\d{2}-\\d{2}[T ]\\d{2}:\\d{2}:\\d{2}(?:\\.\\d+)?");
  private static final Pattern OFFSET = Pattern.compile(".*(?:Z|[+-]\\d{2}:\\d{2})");
  private static final Pattern NUMBER = Pattern.compile("[+-]?\\d+(?:\\.\\d+)?");

  private final FilesInput input;
  private final CsvShape shape;

  ShapeRules(FilesInput input, CsvShape shape) {
    this.input = input;
    this.shape = shape;
  }

  /**
   * Looks at everything.
   *
   * @throws BadSource for the first rule that does not hold
   */
  void check() {
    checkHeader();
    if (shape.widest().fields() >= shape.mostFields()) {
      throw new BadSource(
          "has "
              + shape.widest().fields()
              + " fields on line "
              + shape.widest().line()
              + " instead of "
              + shape.header().size());
    }
    if (shape.quotedLineBreaks()) {
      checkSpanningFile();
    }
    shape.open().filter(open -> open.fields() == shape.header().size()).ifPresent(this::checkEnd);
  }

  private void checkHeader() {
    List<String> expected = input.columns().stream().map(Column::name).toList();
    String must = "; the header must name exactly " + String.join(",", expected);
    List<String> header = shape.header();
    if (header.isEmpty()) {
      throw new BadSource(
          "is empty but for blank lines: an upload may have failed; deliver it again");
    }
    if (isData(header, expected)) {
      // A record is no business of messages.
      throw new BadSource("has no header: its first line looks like a record" + must);
    }
    List<String> problems = new ArrayList<>(surplus(header, expected));
    problems.addAll(
        limited(
            expected.stream()
                .filter(name -> !header.contains(name))
                .map(name -> "column '" + name + "' is missing")
                .toList()));
    if (!problems.isEmpty()) {
      String shown = Shown.value(String.join(",", header));
      throw new BadSource(
          "has the header '"
              + shown
              + "': "
              + String.join(", ", problems)
              + separator(header)
              + must);
    }
  }

  private static boolean isData(List<String> header, List<String> expected) {
    return header.stream().anyMatch(name -> DATA.matcher(name).matches())
        && header.stream()
            .noneMatch(name -> expected.stream().anyMatch(name.strip()::equalsIgnoreCase));
  }

  private static List<String> surplus(List<String> header, List<String> expected) {
    List<String> problems = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < header.size(); i++) {
      String name = header.get(i);
      String column = "column '" + Shown.value(name) + "'";
      if (!seen.add(name)) {
        problems.add(column + " stands twice");
      } else if (!expected.contains(name)) {
        problems.add(column + " (position " + (i + 1) + ") is not in the definition");
      }
    }
    return limited(problems);
  }

  private static List<String> limited(List<String> problems) {
    if (problems.size() <= NAMED) {
      return problems;
    }
    List<String> limited = new ArrayList<>(problems.subList(0, NAMED));
    limited.add((problems.size() - NAMED) + " more such columns");
    return limited;
  }

  private static String separator(List<String> header) {
    boolean other = header.size() == 1 && header.get(0).matches("(?s).*[;\\t|].*");
    return other ? "; fields must be separated by commas" : "";
  }

  /** Spark reads files whose fields span lines in another way, which ends lines as told. */
  private void checkSpanningFile() {
    if (shape.lineEnds().size() > 1) {
      throw new BadSource(
          "has fields that span lines and ends its records in more than one way: end them alike");
    }
    shape
        .blankLine()
        .ifPresent(
            line -> {
              throw new BadSource(
                  "has fields that span lines and only blanks on line "
                      + line
                      + ": remove that line");
            });
  }

  /**
   * A last record that no line break ends may have been cut where what is left still parses: the
   * first record tells what is missing.
   */
  private void checkEnd(OpenRecord open) {
    int last = shape.header().size() - 1;
    if (shape.firstRecord().size() <= last || open.lastField().isEmpty()) {
      return;
    }
    String name = shape.header().get(last);
    String first = shape.firstRecord().get(last);
    String found = open.lastField().get();
    String lacks =
        switch (type(name)) {
          case TIMESTAMP, TIMESTAMP_NTZ -> missingOfTime(first, found);
          case DECIMAL, DOUBLE, FLOAT -> missingOfNumber(first, found);
          default -> "";
        };
    if (!lacks.isEmpty()) {
      throw new BadSource(
          "ends without a line break in the middle of line "
              + open.line()
              + " ("
              + name
              + " '"
              + Shown.value(found)
              + "' lacks the "
              + lacks
              + " that the first line has): it was cut; deliver it again");
    }
  }

  private io.dayfill.definition.ColumnType.Kind type(String name) {
    return input.columns().stream()
        .filter(column -> column.name().equals(name))
        .findFirst()
        .orElseThrow()
        .type()
        .kind();
  }

  private static String missingOfTime(String first, String found) {
    if (!LOCAL_TIME.matcher(found).matches()) {
      return "";
    }
    if (OFFSET.matcher(first).matches()) {
      return "offset";
    }
    return decimals(found) < decimals(first) ? "fraction" : "";
  }

  private static String missingOfNumber(String first, String found) {
    boolean numbers = NUMBER.matcher(first).matches() && NUMBER.matcher(found).matches();
    return numbers && decimals(found) < decimals(first) ? "decimals" : "";
  }

  private static int decimals(String text) {
    int point = text.indexOf('.');
    return point < 0 ? 0 : text.length() - point - 1;
  }
}
