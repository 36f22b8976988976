/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cases;

import static io.dayfill.cases.GivenFile.HEADER;
import static io.dayfill.cases.GivenFile.refused;
import static io.dayfill.cases.GivenFile.stored;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What files are made of before any field is read: encodings, line ends, blank lines, gzip. */
@TestInstance(Lifecycle.PER_CLASS)
class FieldCasesBytesIT {
  private static final String TIME = ",2026-09-15T08:00:00Z";
  private static final String GOOD =
      HEADER + "1001,Zo\u00EB,19.90" + TIME + "\n1002,502,29.90" + TIME + "\n";
  private static final String BAD = HEADER + "1001,501,19.90" + TIME + "\n1002,502,bad" + TIME;
  private static final String QUOTED_BREAK = "1001,\"M\u00FCller%sGmbH\",19.90" + TIME;

  private Batch batch;

  static Stream<GivenFile> encodings() {
    byte[] cut = Arrays.copyOf(GOOD.getBytes(StandardCharsets.UTF_8), HEADER.length() + 8);
    return Stream.of(
        refused("Latin-1", GOOD.getBytes(StandardCharsets.ISO_8859_1), "is not UTF-8 on line 2"),
        refused("UTF-16, little end first", bytes("\uFEFF" + GOOD, "UTF-16LE"), "is UTF-16"),
        refused("UTF-16, big end first", bytes("\uFEFF" + GOOD, "UTF-16BE"), "is UTF-16"),
        refused("UTF-16 without a mark", bytes(GOOD, "UTF-16LE"), "NUL character on line 1"),
        refused("a NUL in a field", GOOD.replace("502", "5\u00002"), "NUL character on line 3"),
        refused("cut inside a character", cut, "is not UTF-8 on line 2"),
        refused("gzip under .csv", gzip(GOOD), "is gzip-compressed but its name"),
        refused("a zip archive", "PK\u0003\u0004" + GOOD, "is a zip archive"),
        stored("a mark before quoted names", "\uFEFF" + quotedNames(GOOD), "2 / 49.80")
            .with("customer_id", "Zo\u00EB", "502"),
        refused("a mark inside the file", HEADER + "\uFEFF1001,5,1" + TIME, "line 2: order_id '"));
  }

  static Stream<GivenFile> emptiness() {
    return Stream.of(
        refused("only a mark", "\uFEFF", "is empty"),
        refused("only blank lines", "\n  \n\r\n\t\n", "is empty"),
        refused("one line break", "\n", "is empty"),
        refused("header without a line break", HEADER.strip(), "--allow-empty"),
        refused("header and blank lines", HEADER + "\n   \n\n", "--allow-empty"),
        stored("blank lines before the header", "\n  \n" + GOOD, "2 / 49.80"),
        stored("DOS end of file", GOOD + "\u001A", "2 / 49.80"));
  }

  static Stream<GivenFile> lineEnds() {
    String quoted = HEADER + QUOTED_BREAK + "\n1002,502,29.90" + TIME + "\n";
    return Stream.of(
        stored("CR only", GOOD.replace('\n', '\r'), "2 / 49.80")
            .with("customer_id", "Zo\u00EB", "502"),
        stored("CR only, no last one", GOOD.strip().replace('\n', '\r'), "2 / 49.80"),
        stored("mixed", GOOD.replaceFirst("\n", "\r\n"), "2 / 49.80"),
        stored("LF and LF in quotes", quoted.formatted("\n"), "2 / 49.80")
            .with("customer_id", "M\u00FCller\nGmbH", "502"),
        stored("CRLF and LF in quotes: Excel", crlf(quoted).formatted("\n"), "2 / 49.80")
            .with("customer_id", "M\u00FCller\nGmbH", "502"),
        stored("CRLF and CRLF in quotes", crlf(quoted).formatted("\r\n"), "2 / 49.80")
            .with("customer_id", "M\u00FCller\r\nGmbH", "502"),
        stored("LF and CRLF in quotes", quoted.formatted("\r\n"), "2 / 49.80")
            .with("customer_id", "M\u00FCller\r\nGmbH", "502"),
        stored("LF and CR in quotes", quoted.formatted("\r"), "2 / 49.80")
            .with("customer_id", "M\u00FCller\rGmbH", "502"),
        stored("CR and LF in quotes", quoted.replace('\n', '\r').formatted("\n"), "2 / 49.80")
            .with("customer_id", "M\u00FCller\nGmbH", "502"),
        stored("CRLF and CR in quotes", crlf(quoted).formatted("\r"), "2 / 49.80")
            .with("customer_id", "M\u00FCller\rGmbH", "502"),
        stored("CR and CR in quotes", quoted.replace('\n', '\r').formatted("\r"), "2 / 49.80")
            .with("customer_id", "M\u00FCller\rGmbH", "502"),
        refused(
            "mixed and quoted breaks",
            quoted.replaceFirst("\n", "\r\n").formatted("\n"),
            "more than one way"));
  }

  static Stream<GivenFile> lineNumbers() {
    String blanks = HEADER + "\n1001,501,1.00" + TIME + "\n\n   \n\n1002,502,bad" + TIME + "\n";
    String quoted = HEADER + QUOTED_BREAK.formatted("\n\n") + "\n1002,502,bad" + TIME + "\n";
    String both =
        "\n" + HEADER + QUOTED_BREAK.formatted("\n") + "\n\n\n1002,502,9.90" + TIME + "\n\n";
    String bad = both.replace(",9.90", ",bad") + "1003,5\n";
    return Stream.of(
        refused("after blank lines", blanks, "1 bad line;", "line 7: amount 'bad'"),
        refused("after blank lines, CRLF", crlf(blanks), "1 bad line;", "line 7: amount 'bad'"),
        refused("after blank lines, CR", blanks.replace('\n', '\r'), "line 7: amount 'bad'"),
        refused("after quoted breaks", quoted, "1 bad line;", "line 5: amount 'bad'"),
        refused("after quoted breaks, CRLF", crlf(quoted), "1 bad line;", "line 5: amount 'bad'"),
        stored("blank lines and quoted breaks", both, "2 / 29.80"),
        stored("blank lines and quoted breaks, CRLF", crlf(both), "2 / 29.80"),
        refused("after both", bad, "2 bad lines;", "line 7: amount 'bad'", "line 9: has not 4"),
        refused("after both, CRLF", crlf(bad), "2 bad lines;", "line 7: amount 'bad'", "line 9: "),
        refused("blanks and quoted breaks", both + "  \n", "only blanks on line 9"),
        refused("last blanks and quoted breaks", both + "  ", "only blanks on line 9"),
        refused(
            "a quoted break in the bad line",
            HEADER + "1001,\"a\nb\",bad" + TIME + "\n",
            "line 2: amount 'bad'"),
        refused(
            "last line without a break",
            BAD,
            "line 3: amount 'bad' is not DECIMAL(12,2) (the file ends here"));
  }

  static List<GivenFile> files() {
    return Stream.of(encodings(), emptiness(), lineEnds(), lineNumbers())
        .flatMap(all -> all)
        .toList();
  }

  @BeforeAll
  void load(@TempDir Path folder) {
    batch = new Batch(folder, files());
  }

  @ParameterizedTest
  @MethodSource("files")
  void bytesAreTakenAsTextOrRefused(GivenFile given) {
    batch.check(given);
  }

  @Test
  void refusedFilesLeaveNoTrace() {
    batch.hasCommitsOfStoredDaysOnly(files());
  }

  @Test
  void gzipIsReadWhereTheDefinitionNamesIt(@TempDir Path folder) {
    CaseProject project = CaseProject.empty(folder);
    project.define(text -> text.replace("{day}.csv", "{day}.csv.gz"));
    byte[] whole = gzip(GOOD);
    project.put("landing/orders/2026-09-15.csv.gz", whole);
    project.load().isPublished();
    List<StoredRow> before = project.rows();
    for (byte[] damaged :
        new byte[][] {
          Arrays.copyOf(whole, whole.length - 1),
          Arrays.copyOf(whole, whole.length / 2),
          Arrays.copyOf(whole, 5),
          GOOD.getBytes(StandardCharsets.UTF_8)
        }) {
      project.put("landing/orders/2026-09-15.csv.gz", damaged);
      project.load().isRefused().says("2026-09-15.csv.gz is a damaged or cut gzip file");
    }
    project.put("landing/orders/2026-09-15.csv.gz", gzip(""));
    project.load().isRefused().says("2026-09-15.csv.gz is empty");
    project.put("landing/orders/2026-09-15.csv.gz", gzip(BAD));
    project.load().isRefused().says("line 3: amount 'bad'");
    assertThat(project.rows()).containsExactlyInAnyOrderElementsOf(before);
  }

  private static String crlf(String text) {
    return text.replace("\n", "\r\n");
  }

  private static String quotedNames(String text) {
    return text.replaceFirst(HEADER, "\"" + HEADER.strip().replace(",", "\",\"") + "\"\n");
  }

  private static byte[] bytes(String text, String encoding) {
    return text.getBytes(Charset.forName(encoding));
  }

  private static byte[] gzip(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException impossible) {
      throw new java.io.UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }
}
