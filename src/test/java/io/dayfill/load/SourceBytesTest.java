/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dayfill.load.CsvShape.LineEnd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** From a file's bytes to characters: encodings, gzip, and the ends of the buffer. */
class SourceBytesTest {
  private static final int BUFFER = 1 << 16;
  private static final String TEXT = "h,i\n1,Zo\u00EB\n2,b\n";

  @TempDir Path folder;
  private final List<Long> lines = new ArrayList<>();

  @Test
  void oneReadingGivesTheHashAndTheRecords() throws Exception {
    CsvShape shape = shape("a.csv", utf8(TEXT));

    assertThat(shape.header()).containsExactly("h", "i");
    assertThat(shape.firstRecord()).containsExactly("1", "Zo\u00EB");
    assertThat(lines).containsExactly(2L, 3L);
  }

  @Test
  void aByteOrderMarkIsNoPartOfTheHeader() throws Exception {
    assertThat(shape("a.csv", utf8("\uFEFF" + TEXT)).header()).containsExactly("h", "i");
    assertThat(shape("b.csv", utf8("\uFEFF\uFEFF" + TEXT)).header())
        .containsExactly("\uFEFFh", "i");
    assertThat(shape("c.csv", utf8("\uFEFF")).header()).isEmpty();
  }

  @Test
  void otherFormatsAreNamed() {
    assertRefused("is UTF-16: write it as UTF-8", bytes("\uFEFF" + TEXT, "UTF-16LE"));
    assertRefused("is UTF-16: write it as UTF-8", bytes("\uFEFF" + TEXT, "UTF-16BE"));
    assertRefused("is a zip archive: unpack it", utf8("PK\u0003\u0004" + TEXT));
    assertRefused("is a zip archive: unpack it", utf8("PK\u0005\u0006"));
    assertRefused("is gzip-compressed but its name does not end in .gz", gzip(utf8(TEXT)));
  }

  @Test
  void aHeaderThatBeginsLikeAZipArchiveIsAHeader() throws Exception {
    assertThat(shape("a.csv", utf8("PK,PKEY\n1,2\n")).header()).containsExactly("PK", "PKEY");
  }

  @Test
  void gzipIsReadByItsName() throws Exception {
    CsvShape shape = shape("a.csv.gz", gzip(utf8("\uFEFF" + TEXT)));

    assertThat(shape.header()).containsExactly("h", "i");
    assertThat(shape.records()).isEqualTo(2);
  }

  @Test
  void aGzipFileOfTwoPartsIsReadWhole() throws Exception {
    ByteArrayOutputStream both = new ByteArrayOutputStream();
    both.write(gzip(utf8(TEXT)));
    both.write(gzip(utf8("3,c\n")));

    assertThat(shape("a.csv.gz", both.toByteArray()).records()).isEqualTo(3);
  }

  @Test
  void aDamagedGzipFileIsRefused() {
    byte[] whole = gzip(utf8(TEXT));
    byte[] checksum = whole.clone();
    checksum[whole.length - 8] ^= 1;
    byte[] content = whole.clone();
    content[10] ^= 7;
    for (byte[] damaged :
        List.of(
            checksum,
            content,
            new byte[0],
            utf8(TEXT),
            Arrays.copyOf(whole, 5),
            Arrays.copyOf(whole, whole.length / 2),
            Arrays.copyOf(whole, whole.length - 1))) {
      assertThatThrownBy(() -> shape("a.csv.gz", damaged))
          .isInstanceOf(BadSource.class)
          .hasMessageStartingWith("is a damaged or cut gzip file")
          .hasMessageNotContaining("null");
    }
  }

  @Test
  void bytesThatAreNotUtf8AreRefusedWithTheirLine() {
    assertRefused("is not UTF-8 on line 2", bytes(TEXT, "ISO-8859-1"));
    assertRefused("is not UTF-8 on line 3", bytes("h\r\n1\r\n\u00E9\r\n", "ISO-8859-1"));
    assertRefused("is not UTF-8 on line 1", new byte[] {(byte) 0xC0, (byte) 0xAF});
    assertRefused("is not UTF-8 on line 1", new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80});
    byte[] cut = utf8("h\n\u20AC");
    assertRefused("is not UTF-8 on line 2", Arrays.copyOf(cut, cut.length - 1));
  }

  @ParameterizedTest
  @ValueSource(ints = {BUFFER - 2, BUFFER - 1, BUFFER, BUFFER + 1, 2 * BUFFER - 1})
  void bytesThatAreNotUtf8AreFoundAtTheEndsOfTheBuffer(int position) {
    byte[] text = utf8("h\n" + "x".repeat(position - 4) + "\n\n" + "y".repeat(9));
    text[position] = (byte) 0xFF;

    assertRefused("is not UTF-8 on line 4", text);
  }

  @ParameterizedTest
  @EnumSource(LineEnd.class)
  void lineEndsAtTheEndsOfTheBufferAreOne(LineEnd end) throws Exception {
    for (int position = BUFFER - 3; position <= BUFFER + 1; position++) {
      lines.clear();
      String first = "x".repeat(position - "h".length() - end.text().length());
      String text = "h" + end.text() + first + end.text() + "2" + end.text();

      CsvShape shape = shape(position + ".csv", utf8(text));

      assertThat(shape.lineEnds()).as("a line ends at %s", position).containsExactly(end);
      assertThat(shape.firstRecord()).containsExactly(first);
      assertThat(lines).containsExactly(2L, 3L);
    }
  }

  @Test
  void charactersAndQuotesAcrossTheEndOfTheBufferStayWhole() throws Exception {
    for (int position = BUFFER - 5; position <= BUFFER; position++) {
      String filler = "x".repeat(position - "h\n\"".length());
      String text = "h\n\"" + filler + "\u20AC\"\"\uD83D\uDED2\"\n";

      assertThat(shape(position + ".csv", utf8(text)).firstRecord())
          .as("a character begins at %s", position)
          .containsExactly(filler + "\u20AC\"\uD83D\uDED2");
    }
  }

  private void assertRefused(String problem, byte[] content) {
    assertThatThrownBy(() -> shape("a.csv", content))
        .isInstanceOf(BadSource.class)
        .hasMessageStartingWith(problem);
  }

  /** Scans a file and compares both hashes with Java's own. */
  private CsvShape shape(String name, byte[] content) throws Exception {
    Path file = Files.write(folder.resolve(name), content);
    FileSystem local = FileSystem.getLocal(new Configuration()).getRaw();
    SourceBytes bytes = new SourceBytes(local, new org.apache.hadoop.fs.Path(file.toUri()));
    CsvScanner scanner = new CsvScanner(lines::add);
    String expected =
        HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    assertThat(bytes.scan(scanner)).isEqualTo(expected);
    assertThat(bytes.sha256()).isEqualTo(expected);
    return scanner.end();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] bytes(String text, String encoding) {
    return text.getBytes(Charset.forName(encoding));
  }

  private static byte[] gzip(byte[] content) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(content);
    } catch (IOException impossible) {
      throw new java.io.UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }
}
