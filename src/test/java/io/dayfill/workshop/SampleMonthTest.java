/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.workshop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sample month: its content, and that writing it never costs anyone a file. */
class SampleMonthTest {
  private static final Path COMMITTED = Path.of("landing", "orders");
  private static final String SHA_256 =
      "8459da1f03edf5af7200171d6f39954d058c7dfceaaa005a80d2eca035b22b38";

  @TempDir private Path folder;

  @Test
  void hasAFileForEachDayOfSeptember() {
    assertThat(SampleMonth.files())
        .extracting(SampleFile::day)
        .isEqualTo(LocalDate.of(2026, 9, 1).datesUntil(LocalDate.of(2026, 10, 1)).toList());
    assertThat(SampleMonth.files().get(0).name()).isEqualTo("2026-09-01.csv");
  }

  @Test
  void numbersTheOrdersInDayOrder() {
    assertThat(orders())
        .extracting(order -> Integer.valueOf(order[0]))
        .isEqualTo(IntStream.rangeClosed(2001, 2130).boxed().toList());
  }

  @Test
  void hasTheCountsThatTheCourseNames() {
    List<Long> counts =
        SampleMonth.files().stream().map(file -> file.content().lines().count() - 1).toList();
    assertThat(counts).allMatch(count -> count >= 3 && count <= 6);
    assertThat(List.of(counts.get(1), counts.get(14), counts.get(28), counts.get(29)))
        .containsExactly(5L, 3L, 5L, 6L);
  }

  @Test
  void everyFileHasTheHeaderAndEndsItsLines() {
    assertThat(SampleMonth.files())
        .allSatisfy(
            file -> {
              assertThat(file.content())
                  .startsWith("order_id,customer_id,amount,ordered_at\n")
                  .endsWith("\n");
              assertThat(file.content()).doesNotContain("\r", "\n\n", "\"", " ");
            });
  }

  @Test
  void ordersArePlausible() {
    assertThat(orders())
        .allSatisfy(
            order -> {
              assertThat(order).hasSize(4);
              assertThat(order[1]).matches("C0[1-9]|C1[0-2]");
              assertThat(order[2]).matches("[0-9]+\\.[0-9]{2}");
              assertThat(new BigDecimal(order[2]))
                  .isBetween(new BigDecimal("1"), new BigDecimal("500"));
              assertThat(order[3])
                  .matches("2026-09-[0-3][0-9]T(0[89]|1[0-9]|2[01]):[0-5][0-9]:[0-5][0-9]");
            });
    assertThat(orders()).extracting(order -> order[1]).contains("C01", "C12");
  }

  @Test
  void timesIncreaseWithinTheirDay() {
    assertThat(SampleMonth.files())
        .allSatisfy(
            file -> {
              List<LocalDateTime> times =
                  file.content()
                      .lines()
                      .skip(1)
                      .map(line -> LocalDateTime.parse(line.split(",", -1)[3]))
                      .toList();
              assertThat(times).isSorted().doesNotHaveDuplicates();
              assertThat(times).allMatch(time -> time.toLocalDate().equals(file.day()));
            });
  }

  @Test
  void hasTheBytesThatItAlwaysHad() throws Exception {
    assertThat(fingerprint()).isEqualTo(SHA_256);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tr-TR", "ar-EG-u-nu-arab", "th-TH-u-ca-buddhist-nu-thai", "fa-IR"})
  void hasTheSameBytesInEveryLocale(String tag) throws Exception {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag(tag));
      assertThat(fingerprint()).isEqualTo(SHA_256);
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void committedFilesAreTheSample() throws IOException {
    assertThat(contents(COMMITTED)).isEqualTo(sample());
  }

  @Test
  void writesTheWholeMonthIntoANewFolder() throws IOException {
    Path orders = folder.resolve("landing/orders");
    assertThat(SampleMonth.write(orders, false)).isEqualTo(new MakeDaysResult(30, 0, List.of()));
    assertThat(contents(orders)).isEqualTo(sample());
  }

  @Test
  void leavesEqualFilesAloneAndAddsMissingOnes() throws IOException {
    SampleMonth.write(folder, false);
    Files.delete(folder.resolve("2026-09-07.csv"));
    Object kept = Files.getLastModifiedTime(folder.resolve("2026-09-08.csv"));
    assertThat(SampleMonth.write(folder, false)).isEqualTo(new MakeDaysResult(1, 29, List.of()));
    assertThat(Files.getLastModifiedTime(folder.resolve("2026-09-08.csv"))).isEqualTo(kept);
    assertThat(contents(folder)).isEqualTo(sample());
  }

  @Test
  void writesNothingWhereOneFileDiffers() throws IOException {
    Files.writeString(folder.resolve("2026-09-15.csv"), "mine\n");
    Files.writeString(folder.resolve("2026-09-03.csv"), "mine too\n");
    Files.write(folder.resolve("2026-09-01.csv"), SampleMonth.files().get(0).bytes());
    Map<String, String> before = contents(folder);
    assertThat(SampleMonth.write(folder, false))
        .isEqualTo(new MakeDaysResult(0, 1, List.of("2026-09-03.csv", "2026-09-15.csv")));
    assertThat(contents(folder)).isEqualTo(before);
  }

  @Test
  void replacesDifferentFilesWhenToldTo() throws IOException {
    SampleMonth.write(folder, false);
    Files.writeString(folder.resolve("2026-09-15.csv"), "mine\n");
    assertThat(SampleMonth.write(folder, true)).isEqualTo(new MakeDaysResult(1, 29, List.of()));
    assertThat(contents(folder)).isEqualTo(sample());
  }

  @Test
  void keepsFilesThatAreNotOfTheSample() throws IOException {
    Files.writeString(folder.resolve("2026-10-01.csv"), "october\n");
    SampleMonth.write(folder, true);
    assertThat(folder.resolve("2026-10-01.csv")).hasContent("october\n");
  }

  @Test
  void refusesAFolderThatIsAFile() throws IOException {
    Path file = Files.writeString(folder.resolve("orders"), "not a folder");
    assertThatThrownBy(() -> SampleMonth.write(file, false))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("orders");
    assertThat(file).hasContent("not a folder");
  }

  private static List<String[]> orders() {
    List<String[]> orders = new ArrayList<>();
    for (SampleFile file : SampleMonth.files()) {
      file.content().lines().skip(1).forEach(line -> orders.add(line.split(",", -1)));
    }
    return orders;
  }

  private static String fingerprint() throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    SampleMonth.files().forEach(file -> digest.update(file.bytes()));
    return HexFormat.of().formatHex(digest.digest());
  }

  private static Map<String, String> sample() {
    Map<String, String> sample = new TreeMap<>();
    SampleMonth.files().forEach(file -> sample.put(file.name(), file.content()));
    return sample;
  }

  /** Every file of a folder by its name, hidden and temporary ones included. */
  private static Map<String, String> contents(Path folder) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      files.forEach(
          file -> {
            try {
              contents.put(file.getFileName().toString(), Files.readString(file));
            } catch (IOException failure) {
              throw new UncheckedIOException(failure);
            }
          });
    }
    return contents;
  }
}
