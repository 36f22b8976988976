/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dayfill.testing.Sessions;
import io.dayfill.testing.TableSnapshot;
import io.dayfill.testing.TestProject;
import io.dayfill.testing.TestProject.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.LocalDate;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stored day tells what made it and what it replaced, back to its first publication. */
class ExplainIT {
  private static final LocalDate DAY = LocalDate.of(2026, 9, 15);

  @TempDir Path folder;
  private TestProject project;
  private Path table;

  @BeforeAll
  static void session() {
    Sessions.shared();
  }

  @BeforeEach
  void aProject() {
    project = TestProject.in(folder).lands(DAY, 10, 11);
    table = project.table("orders_daily");
  }

  @Test
  void aCorrectedDayIsExplainedBackToItsFirstPublication() throws Exception {
    String firstSha = sha256();
    load();
    project.lands(DAY, 10, 11, 12);
    load("--reason", "late order");
    TableSnapshot before = TableSnapshot.of(table);

    JsonNode told = json();

    assertThat(told.path("answer").asText())
        .isEqualTo(
            "orders_daily 2026-09-15 (the run of 2026-09-16): 3 rows in store; it is what version 2 published");
    assertThat(told.path("run_date").asText()).isEqualTo("2026-09-16");
    List<JsonNode> events = events(told);
    assertThat(events)
        .extracting(event -> event.path("event").asText() + event.path("version").asLong())
        .containsExactly("PUBLISHED2", "PUBLISHED1");
    JsonNode made = events.get(0).path("made");
    assertThat(made.path("reason").asText()).isEqualTo("late order");
    assertThat(made.path("rows_before").asLong()).isEqualTo(2);
    assertThat(made.path("replaced_version").asLong()).isEqualTo(1);
    assertThat(made.at("/day/inputs/0/sha256").asText()).isEqualTo(sha256());
    assertThat(made.at("/day/inputs/0/size_bytes").asLong())
        .isEqualTo(Files.size(project.landing(DAY)));
    assertThat(made.at("/day/sums/0/sum").asText()).isEqualTo("30.00");
    assertThat(made.at("/day/checks").findValuesAsText("check"))
        .containsExactly("rows_match: orders", "not_empty: true", "expression: amount > -100000");
    assertThat(made.at("/by/user").asText()).isEqualTo(System.getProperty("user.name"));
    assertThat(made.at("/by/application").asText()).isNotEmpty();
    assertThat(told.at("/definitions").path(made.path("definition").asText()).asText())
        .isEqualTo(Files.readString(project.root().resolve("conf/orders_daily.yaml")));
    assertThat(events.get(0).at("/why/0").asText())
        .startsWith("landing/orders/2026-09-15.csv changed: ");
    assertThat(events.get(1).at("/made/day/inputs/0/sha256").asText()).isEqualTo(firstSha);
    assertThat(events.get(1).at("/why/0").asText()).isEqualTo("the day had no publication before");

    String text = explain();
    assertThat(text)
        .contains("version 2, ")
        .contains(": published, 3 rows (before: 2)")
        .contains("reason       late order")
        .contains("sha256 " + firstSha)
        .contains("sum          amount 30.00")
        .contains("check        not_empty: true: passed")
        .contains("replaced     version 1 of backfill ")
        .contains("  table: orders_daily");
    assertThat(TableSnapshot.of(table)).isEqualTo(before);
  }

  @Test
  void aChangedDefinitionAndARunAsAskedAreTheReasonsThatAreTold() throws IOException {
    load();
    load();
    assertThat(events(json()).get(0).at("/why/0").asText())
        .isEqualTo("filled again as asked: nothing that it came from had changed");
    Path file = project.root().resolve("conf/orders_daily.yaml");
    Files.writeString(
        file, Files.readString(file).replace("SELECT order_id", "SELECT order_id + 0 AS order_id"));
    load();
    assertThat(events(json()).get(0).at("/why/0").asText())
        .isEqualTo("the definition changed: SQL");
  }

  @Test
  @Tag("slow")
  void anUndoAndOtherWritersStandBetween() {
    load();
    project.lands(DAY, 10);
    String id = load();
    assertThat(project.run("undo", id, "--reason", "wrong file").exitCode()).isZero();
    sql(
        "INSERT INTO TABLE_PATH SELECT 19L, 'C09', 1, TIMESTAMP'2026-09-15 10:00:00', DATE'2026-09-15'");
    assertThat(explain())
        .contains("3 rows in store; another writer changed it since dayfill published it")
        .contains(": changed by another writer")
        .contains(": undone, 2 rows (before: 1)")
        .contains("reason       wrong file")
        .contains("it undid backfill " + id + ": the day has again what version 1 published");
    load();
    JsonNode newest = events(json()).get(0);
    assertThat(newest.at("/made/rows_before").asLong()).isEqualTo(3);
    assertThat(newest.at("/why/0").asText()).contains("appended rows");
  }

  @Test
  void whatLogRetentionTookIsToldByTheLedger() throws IOException {
    String first = load();
    project.lands(DAY, 10, 11, 12);
    load();
    Sessions.shared()
        .sql(
            "ALTER TABLE delta.`"
                + table
                + "` SET TBLPROPERTIES ('delta.checkpointInterval' = '2')");
    project.lands(DAY, 10, 11, 12, 13);
    load();
    for (int version = 0; version <= 3; version++) {
      Files.delete(table.resolve("_delta_log/%020d.json".formatted(version)));
    }
    List<JsonNode> events = events(json());
    assertThat(events)
        .extracting(event -> event.at("/made/recorded_in").asText())
        .containsExactly("commit", "ledger", "ledger");
    assertThat(events.get(2).at("/made/backfill").asText()).isEqualTo(first);
    assertThat(events.get(2).at("/made/day/sums/0/sum").asText()).isEqualTo("20.00");
    assertThat(events.get(2).at("/made/day/inputs/0/sha256").asText()).hasSize(64);
  }

  @Test
  void whatCannotBeExplainedIsSaidClearly() {
    assertThat(project.run("explain", "orders_daily", "2026-09-15").out().strip())
        .isEqualTo("orders_daily does not exist yet: no day of it was published");
    load();
    assertThat(project.run("explain", "orders_daily", "2026-09-20").out().strip())
        .isEqualTo("orders_daily 2026-09-20 was never published: the run of 2026-09-21 fills it");
    sql(
        "INSERT INTO TABLE_PATH SELECT 19L, 'C09', 1, TIMESTAMP'2026-09-20 10:00:00', DATE'2026-09-20'");
    assertThat(project.run("explain", "orders_daily", "2026-09-20").out())
        .startsWith(
            "orders_daily 2026-09-20 was written by something else, never by dayfill: 1 row in store")
        .contains("appended rows");
    Ended unknown = project.run("explain", "orders_dayly", "2026-09-20");
    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.err()).contains("there is no definition conf/orders_dayly.yaml");
    Ended two = project.run("explain", "orders_daily", "2026-09-20", "--table", "other");
    assertThat(two.exitCode()).isEqualTo(2);
    Ended word = project.run("explain", "orders_daily", "yesterday");
    assertThat(word.exitCode()).isEqualTo(2);
    assertThat(word.err()).contains("'yesterday' is not a day");
  }

  private String load(String... flags) {
    String[] call = new String[2 + flags.length];
    call[0] = "load";
    call[1] = "2026-09-16";
    System.arraycopy(flags, 0, call, 2, flags.length);
    Ended ended = project.run(call);
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    return project
        .run("history", "--limit", "1", "--json")
        .out()
        .replaceFirst("(?s).*\"backfill\" : \"([0-9a-f]+)\".*", "$1");
  }

  private String explain() {
    Ended ended = project.run("explain", "orders_daily", DAY.toString());
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    return ended.out();
  }

  private JsonNode json() {
    try {
      return new ObjectMapper()
          .readTree(project.run("explain", "orders_daily", DAY.toString(), "--json").out());
    } catch (IOException broken) {
      throw new java.io.UncheckedIOException(broken);
    }
  }

  private static List<JsonNode> events(JsonNode told) {
    return StreamSupport.stream(told.path("events").spliterator(), false).toList();
  }

  private String sha256() throws Exception {
    return HexFormat.of()
        .formatHex(
            MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(project.landing(DAY))));
  }

  private void sql(String statement) {
    Sessions.shared().sql(statement.replace("TABLE_PATH", "delta.`" + table + "`"));
  }
}
