/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.load;

import io.dayfill.load.CsvShape.LineEnd;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongConsumer;

/**
 * Walks the characters of a CSV file (RFC 4180: comma, double quotes, a quote inside quotes is
 * doubled; lines end with LF, CRLF or CR) and finds where records begin, without converting them.
 * What RFC 4180 leaves open, and parsers therefore read differently, is refused: quotes inside a
 * bare field, text after a closing quote, a quote that is never closed, NUL characters.
 *
 * <p>Blank lines (only characters up to U+0020) are no records; the first record is the header.
 */
final class CsvScanner {
  private enum State {
    FIELD_START,
    BARE,
    QUOTED,
    QUOTE_IN_QUOTED
  }

  private final LongConsumer recordLines;
  private final List<String> header = new ArrayList<>();
  private final List<String> firstRecord = new ArrayList<>();
  private final Set<LineEnd> lineEnds = EnumSet.noneOf(LineEnd.class);
  private final StringBuilder field = new StringBuilder();
  private State state = State.FIELD_START;
  private long line = 1;
  private long recordLine = 1;
  private long quoteLine = 1;
  private long records;
  private int fields;
  private CsvShape.Widest widest = new CsvShape.Widest(1, 0);
  private OptionalLong blankLine = OptionalLong.empty();
  private boolean content;
  private boolean blanks;
  private boolean afterCarriageReturn;
  private boolean quotedLineBreaks;

  /**
   * A scanner that tells {@code recordLines} the line, from 1, on which each record after the
   * header begins.
   */
  CsvScanner(LongConsumer recordLines) {
    this.recordLines = recordLines;
  }

  /** Takes the next characters of the file. */
  void accept(char[] text, int length) {
    int fieldStart = 0;
    for (int i = 0; i < length; i++) {
      char c = text[i];
      if (c > ',' && state == State.BARE) {
        content = true;
      } else if (c == '\n' && afterCarriageReturn) {
        endLine(LineEnd.CRLF);
        fieldStart = state == State.QUOTED ? fieldStart : i + 1;
      } else {
        settleCarriageReturn();
        if (endsField(c)) {
          endField(text, fieldStart, i);
          fieldStart = i + 1;
        }
        character(c);
      }
    }
    field.append(text, fieldStart, length - fieldStart);
  }

  private boolean endsField(char c) {
    return state != State.QUOTED && (c == ',' || c == '\n' || c == '\r');
  }

  private void settleCarriageReturn() {
    if (afterCarriageReturn) {
      endLine(LineEnd.CR);
    }
  }

  private void endLine(LineEnd end) {
    afterCarriageReturn = false;
    if (state != State.QUOTED) {
      lineEnds.add(end);
    }
  }

  private void character(char c) {
    switch (c) {
      case 0 ->
          throw new BadSource(
              "holds a NUL character on line " + line + ": it is damaged or not a text file");
      case '\n', '\r' -> lineBreak(c);
      case ',' -> content = true;
      default -> {
        content |= c > ' ';
        blanks = true;
        fieldCharacter(c);
      }
    }
  }

  private void fieldCharacter(char c) {
    switch (state) {
      case FIELD_START -> {
        state = c == '"' ? State.QUOTED : State.BARE;
        quoteLine = line;
      }
      case BARE -> refuseQuote(c);
      case QUOTED -> state = c == '"' ? State.QUOTE_IN_QUOTED : State.QUOTED;
      case QUOTE_IN_QUOTED -> {
        if (c != '"') {
          throw new BadSource(
              "has text after a closing quote on line "
                  + line
                  + ": write a quote inside quotes twice");
        }
        state = State.QUOTED;
      }
    }
  }

  private void refuseQuote(char c) {
    if (c == '"') {
      throw new BadSource(
          "has a quote inside a field without quotes on line "
              + line
              + ": put the field in quotes and the quote twice");
    }
  }

  private void endField(char[] text, int start, int end) {
    fields++;
    if (records <= 1) {
      field.append(text, start, end - start);
      (records == 0 ? header : firstRecord).add(unquoted(field.toString()));
    }
    field.setLength(0);
    state = State.FIELD_START;
  }

  private void lineBreak(char c) {
    if (c == '\n') {
      endLine(LineEnd.LF);
    } else {
      afterCarriageReturn = true;
    }
    line++;
    if (state == State.QUOTED) {
      quotedLineBreaks = true;
    } else {
      endRecord();
      recordLine = line;
    }
  }

  private void endRecord() {
    if (content) {
      if (records > 0) {
        recordLines.accept(recordLine);
      }
      records++;
      widest = fields > widest.fields() ? new CsvShape.Widest(recordLine, fields) : widest;
    } else {
      forgetBlankLine();
    }
    fields = 0;
    content = false;
    blanks = false;
  }

  private void forgetBlankLine() {
    if (blanks && blankLine.isEmpty()) {
      blankLine = OptionalLong.of(recordLine);
    }
    if (records == 0) {
      header.clear();
    } else if (records == 1) {
      firstRecord.clear();
    }
  }

  /** The line, from 1, that the scanner is on. */
  long line() {
    return line;
  }

  /** Takes the end of the file. */
  CsvShape end() {
    if (state == State.QUOTED) {
      throw new BadSource("has a quote on line " + quoteLine + " that is never closed");
    }
    settleCarriageReturn();
    Optional<CsvShape.OpenRecord> open = Optional.empty();
    if (content) {
      boolean whole = state == State.QUOTE_IN_QUOTED;
      Optional<String> last = whole ? Optional.empty() : Optional.of(field.toString());
      open = Optional.of(new CsvShape.OpenRecord(recordLine, fields + 1, last));
      endField(new char[0], 0, 0);
    }
    endRecord();
    return new CsvShape(
        header,
        firstRecord,
        Math.max(0, records - 1),
        widest,
        quotedLineBreaks,
        lineEnds,
        blankLine,
        open);
  }

  private static String unquoted(String text) {
    boolean quoted = text.length() > 1 && text.charAt(0) == '"' && text.endsWith("\"");
    return quoted ? text.substring(1, text.length() - 1).replace("\"\"", "\"") : text;
  }
}
