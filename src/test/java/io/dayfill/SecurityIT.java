/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill;

import static io.dayfill.testing.TableAssert.assertThatTable;
import static org.assertj.core.api.Assertions.assertThat;

import io.dayfill.definition.Project;
import io.dayfill.ledger.Ledger;
import io.dayfill.testing.Sessions;
import io.dayfill.testing.TableSnapshot;
import io.dayfill.testing.TestProject;
import io.dayfill.testing.TestProject.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Secrets are kept nowhere, and a definition names nothing outside its project. */
class SecurityIT {
  private static final LocalDate DAY = LocalDate.of(2026, 9, 15);
  private static final String DATE = "2026-09-16";
  private static final String FILES = "landing/orders/{day}.csv";

  @TempDir Path folder;
  private TestProject project;
  private Path root;
  private Path table;

  @BeforeEach
  void aFilledDay() throws IOException {
    Sessions.shared();
    root = Files.createDirectory(folder.resolve("project"));
    project = TestProject.in(root).lands(DAY, 1, 2);
    table = project.table("orders_daily");
    assertThat(project.run("load", DATE).exitCode()).isZero();
  }

  @Test
  void plantedSecretsAreInNoOutputFactOrLedger() throws IOException {
    Files.createDirectory(root.resolve("landing/token=planted"));
    define(FILES, "landing/token=planted/{day}.csv");
    String reason = "moved to https://anna:planted@host/?sig=planted&a=1 by fs.secret.key=planted";
    StringBuilder shown = new StringBuilder();

    shown.append(all(project.run("load", DATE, "--reason", reason)));
    Files.copy(project.landing(DAY), root.resolve("landing/token=planted/2026-09-15.csv"));
    Ended loaded = project.run("load", DATE, "--reason", reason);
    assertThat(loaded.exitCode()).as(loaded.err()).isZero();
    shown.append(all(loaded));
    Ended plan = project.run("plan", DATE, DATE);
    assertThat(plan.out()).contains("COMPLETE");
    shown.append(all(plan)).append(all(project.run("explain", "orders_daily", DAY.toString())));
    shown.append(all(project.run("history", "--json")));

    assertThat(shown.toString())
        .contains("landing/token=*** does not exist")
        .contains("https://***@host/?sig=***&a=1 by fs.secret.key=***")
        .doesNotContain("planted");
    assertThat(commits()).contains("token=***").doesNotContain("planted");
    assertThat(new Ledger(new Project(root), new Configuration()).lines())
        .anyMatch(line -> line.contains("sig=***"))
        .noneMatch(line -> line.contains("planted"));
  }

  @Test
  void aDefinitionReadsAndWritesNothingOutsideItsProject() throws IOException {
    TableSnapshot before = TableSnapshot.of(table);
    Path outside = Files.createDirectory(folder.resolve("outside"));
    Files.copy(project.landing(DAY), outside.resolve("2026-09-15.csv"));

    for (String files : List.of("../outside/{day}.csv", outside + "/{day}.csv")) {
      define(FILES, files);
      Ended read = project.run("load", DATE);
      assertThat(read.exitCode()).as(read.err()).isEqualTo(2);
      assertThat(read.err())
          .contains("conf/orders_daily.yaml: '" + files + "' leads out of the project")
          .doesNotContain("\tat ");
      define(files, FILES);
    }
    Files.delete(project.landing(DAY));
    Files.createSymbolicLink(project.landing(DAY), outside.resolve("2026-09-15.csv"));
    Ended link = project.run("load", DATE);
    assertThat(link.exitCode()).as(link.err()).isEqualTo(4);
    assertThat(link.err())
        .contains("orders_daily: 'landing/orders/2026-09-15.csv' is, or lies behind, a link");
    assertThatTable(table).isUnchangedSince(before);

    define("day_column:", "location: ../outside/orders\nday_column:");
    Ended written = project.run("load", DATE);
    assertThat(written.exitCode()).as(written.err()).isEqualTo(2);
    try (Stream<Path> files = Files.list(outside)) {
      assertThat(files).containsExactly(outside.resolve("2026-09-15.csv"));
    }
  }

  private void define(String former, String now) throws IOException {
    Path definition = root.resolve("conf/orders_daily.yaml");
    String text = Files.readString(definition);
    assertThat(text).contains(former);
    Files.writeString(definition, text.replace(former, now));
  }

  private static String all(Ended ended) {
    return ended.out() + ended.err();
  }

  private String commits() throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Files.list(table.resolve("_delta_log"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".json")).toList()) {
        all.append(Files.readString(file));
      }
    }
    return all.toString();
  }
}
