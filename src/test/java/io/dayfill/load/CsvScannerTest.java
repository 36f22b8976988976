/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dayfill.load.CsvShape.LineEnd;
import io.dayfill.load.CsvShape.OpenRecord;
import io.dayfill.load.CsvShape.Widest;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where records begin, what they are made of, and what two parsers would read differently. */
class CsvScannerTest {
  /** What a scanner found, and the lines on which records begin. */
  private record Scanned(CsvShape shape, List<Long> lines) {}

  @Test
  void recordsBeginAfterBlankLinesAndQuotedBreaks() {
    Scanned scanned = scan("\nh,i\n\n1,2\n  \n\"a\n\nb\",3\r\n4,5");

    assertThat(scanned.lines()).containsExactly(4L, 6L, 9L);
    assertThat(scanned.shape().records()).isEqualTo(3);
    assertThat(scanned.shape().header()).containsExactly("h", "i");
    assertThat(scanned.shape().firstRecord()).containsExactly("1", "2");
    assertThat(scanned.shape().quotedLineBreaks()).isTrue();
    assertThat(scanned.shape().blankLine()).hasValue(5);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "h,i\r\n\"a \"\"b\"\"\",\"x\r\ny\"\r\n\r\n  \r\n\"\",\"\"\r\nlast,\"one\"",
        "h\ra\r\rb\r\"c\rd\"\r",
        "\n\n\"h\",i\n,\n\"\"\"\",b\n   ",
      })
  void whereABufferEndsMakesNoDifference(String text) {
    Scanned whole = scan(text);
    for (int size = 1; size < text.length(); size++) {
      assertThat(scan(text, size)).as("pieces of %s characters", size).isEqualTo(whole);
    }
  }

  @Test
  void quotesAreTakenOffHeaderAndFirstRecord() {
    CsvShape shape = scan("\"order_id\",\"a \"\"b\"\"\"\n\"1\",\"x,\ny\"\n\"2\",z\n").shape();

    assertThat(shape.header()).containsExactly("order_id", "a \"b\"");
    assertThat(shape.firstRecord()).containsExactly("1", "x,\ny");
    assertThat(shape.records()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    "1\\n2\\n, LF, LF",
    "1\\r\\n2\\r\\n, CRLF, CRLF",
    "1\\r2\\r, CR, CR",
    "1\\r\\n2\\n, LF, CRLF",
    "1\\r\\r\\n2, CR, CRLF"
  })
  void lineEndsAreTold(String text, LineEnd one, LineEnd other) {
    Scanned scanned = scan(text.replace("\\r", "\r").replace("\\n", "\n"));

    assertThat(scanned.shape().lineEnds()).isEqualTo(EnumSet.of(one, other));
    assertThat(scanned.shape().records()).isEqualTo(1);
  }

  @Test
  void lineEndsInsideQuotesDoNotCount() {
    CsvShape shape = scan("h\n\"a\r\nb\rc\"\n").shape();

    assertThat(shape.lineEnds()).containsExactly(LineEnd.LF);
    assertThat(shape.quotedLineBreaks()).isTrue();
  }

  @Test
  void aLastRecordWithoutALineBreakIsOpen() {
    assertThat(scan("h,i\n1,2\n").shape().open()).isEmpty();
    assertThat(scan("h,i\n1,\n2,3.").shape().open())
        .contains(new OpenRecord(3, 2, Optional.of("3.")));
    assertThat(scan("h,i\n1,\"2\"").shape().open())
        .contains(new OpenRecord(2, 2, Optional.empty()));
    assertThat(scan("h,i\n1,2\n  ").shape().open()).isEmpty();
  }

  @Test
  void theWidestRecordIsNamed() {
    assertThat(scan("h,i\n1,2\n3\n4,5,6\n7,8,9\n").shape().widest()).isEqualTo(new Widest(4, 3));
    assertThat(scan("h,i\n1\n").shape().widest()).isEqualTo(new Widest(1, 2));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "  \n\t\r\n", "\u001A"})
  void nothingButBlanksHasNoHeader(String text) {
    CsvShape shape = scan(text).shape();

    assertThat(shape.header()).isEmpty();
    assertThat(shape.firstRecord()).isEmpty();
    assertThat(shape.records()).isZero();
    assertThat(shape.open()).isEmpty();
  }

  @Test
  void onlySeparatorsAreARecord() {
    assertThat(scan("h,i\n,\n\"\"\n").lines()).containsExactly(2L, 3L);
  }

  @Test
  void whatParsersReadDifferentlyIsRefusedWithItsLine() {
    assertRefused("h\n1\n5\"2\n", "has a quote inside a field without quotes on line 3: put the");
    assertRefused(
        "h\r\n\r\n \"5\"", "has a quote inside a field without quotes on line 3: put the");
    assertRefused("h\n\"a\nb\"c\n", "has text after a closing quote on line 3: write a quote");
    assertRefused("h\n1\n\"a\nb\n", "has a quote on line 3 that is never closed");
    assertRefused("h\r1\r\u0000", "holds a NUL character on line 3: it is damaged");
    assertRefused("h\n\"a\n\u0000\"", "holds a NUL character on line 3: it is damaged");
  }

  private static void assertRefused(String text, String problem) {
    assertThatThrownBy(() -> scan(text))
        .isInstanceOf(BadSource.class)
        .hasMessageStartingWith(problem);
    assertThatThrownBy(() -> scan(text, 1))
        .isInstanceOf(BadSource.class)
        .hasMessageStartingWith(problem);
  }

  private static Scanned scan(String text) {
    return scan(text, Math.max(1, text.length()));
  }

  private static Scanned scan(String text, int size) {
    List<Long> lines = new ArrayList<>();
    CsvScanner scanner = new CsvScanner(lines::add);
    for (int from = 0; from < text.length(); from += size) {
      char[] piece = text.substring(from, Math.min(text.length(), from + size)).toCharArray();
      scanner.accept(piece, piece.length);
    }
    return new Scanned(scanner.end(), lines);
  }
}
