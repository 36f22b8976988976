/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill;

import static org.assertj.core.api.Assertions.assertThat;

import io.dayfill.testing.Sessions;
import io.dayfill.testing.TestJvm;
import io.dayfill.testing.TestProject;
import io.dayfill.testing.TestProject.Ended;
import io.dayfill.testing.TotalsReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A correction as it happens: September was computed by wrong SQL; it is computed again and held,
 * compared, published at once, undone and published again, while another process reads.
 */
class CorrectionIT {
  private static final String RIGHT = "SELECT order_id, customer_id, amount, ordered_at";
  private static final String WRONG =
      "SELECT order_id, customer_id, CAST(amount * 1.19 AS DECIMAL(12,2)) AS amount, ordered_at";

  @TempDir Path folder;
  private TestProject project;
  private Path table;
  private BufferedReader reader;
  private final List<String> seen = new ArrayList<>();

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void readersSeeOldTotalsOrNewOnesAndNeverAMixture() throws Exception {
    Sessions.shared();
    project = TestProject.in(folder);
    table = project.table("orders_daily");
    assertThat(project.run("make-days").exitCode()).isZero();
    define(RIGHT, WRONG);
    september("--publish", "together");
    BigDecimal wrong = TotalsReader.total(table);
    Path stop = folder.resolve("stop");
    Process other =
        TestJvm.start(
            TotalsReader.class, folder.resolve("reader.err"), table.toString(), stop.toString());
    try {
      reader = other.inputReader(StandardCharsets.UTF_8);
      readUntil(wrong);

      define(WRONG, RIGHT);
      String held = september("--publish", "hold");
      Ended diff = project.run("diff", held, "--sample", "1");
      assertThat(diff.summary()).endsWith("0 added, 0 removed, 130 changed, 0 unchanged");
      readUntil(wrong);

      assertThat(project.run("publish", held).exitCode()).isZero();
      BigDecimal right = TotalsReader.total(table);
      readUntil(right);
      Ended undone = project.run("undo", held);
      assertThat(undone.exitCode()).as(undone.err()).isZero();
      readUntil(wrong);
      september("--publish", "together");
      readUntil(right);

      Files.createFile(stop);
      reader.lines().forEach(seen::add);
      assertThat(seen).as(Files.readString(folder.resolve("reader.err"))).isNotEmpty();
      assertThat(seen).containsOnly(wrong.toString(), right.toString());
      assertThat(right).isLessThan(wrong);
    } finally {
      other.destroyForcibly().onExit().join();
    }
  }

  private void readUntil(BigDecimal total) throws IOException {
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      seen.add(line);
      if (line.equals(total.toString())) {
        return;
      }
    }
    throw new AssertionError("the reader ended: " + Files.readString(folder.resolve("reader.err")));
  }

  private String september(String... options) {
    List<String> command = new ArrayList<>(List.of("backfill", "2026-09-02", "2026-10-01"));
    command.addAll(List.of(options));
    Ended ended = project.run(command.toArray(String[]::new));
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    return ended.out().replaceFirst("(?s).*\\(backfill ([0-9a-f]+)\\).*", "$1");
  }

  private void define(String before, String after) throws IOException {
    Path file = project.root().resolve("conf/orders_daily.yaml");
    String text = Files.readString(file);
    assertThat(text).contains(before);
    Files.writeString(file, text.replace(before, after));
  }
}
