/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.load;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What a CSV file is made of, before any value is converted.
 *
 * @param header the names of the first record
 * @param firstRecord the fields of the record after it; empty if there is none
 * @param records the number of records after the header
 * @param widest the record with the most fields, the header included
 * @param quotedLineBreaks whether a field in quotes spans lines
 * @param lineEnds the ways in which records end, those inside quotes not counted
 * @param blankLine the first line that holds blanks and nothing else, if there is one
 * @param open the last record, if no line break ends it
 */
public record CsvShape(
    List<String> header,
    List<String> firstRecord,
    long records,
    Widest widest,
    boolean quotedLineBreaks,
    Set<LineEnd> lineEnds,
    OptionalLong blankLine,
    Optional<OpenRecord> open) {
  private static final int LEAST_LIMIT = 512;
  private static final int SPARE_FIELDS = 64;

  public CsvShape {
    header = List.copyOf(header);
    firstRecord = List.copyOf(firstRecord);
    Objects.requireNonNull(widest, "widest");
    lineEnds = Set.copyOf(lineEnds);
    Objects.requireNonNull(blankLine, "blankLine");
    Objects.requireNonNull(open, "open");
  }

  /** How many fields a record may have before it is no use to read on. */
  int mostFields() {
    return Math.max(LEAST_LIMIT, header.size() + SPARE_FIELDS);
  }

  /** How records end; of a file with a single line it does not matter. */
  LineEnd lineEnd() {
    return lineEnds.stream().sorted().findFirst().orElse(LineEnd.LF);
  }

  /** A record: the line on which it begins, and how many fields it has. */
  public record Widest(long line, int fields) {}

  /**
   * A last record without a line break: the line on which it begins, how many fields it has, and
   * the text of the last one, unless a closing quote says that it is whole.
   */
  public record OpenRecord(long line, int fields, Optional<String> lastField) {
    public OpenRecord {
      Objects.requireNonNull(lastField, "lastField");
    }
  }

  /** What ends a line. */
  public enum LineEnd {
    LF("\n"),
    CRLF("\r\n"),
    CR("\r");

    private final String text;

    LineEnd(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }
  }
}
