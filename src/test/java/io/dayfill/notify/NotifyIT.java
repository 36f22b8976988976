/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.notify;

import static io.dayfill.notify.NotifiedProject.day;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dayfill.ledger.Ledger;
import io.dayfill.ledger.RunRecord;
import io.dayfill.testing.Receiver;
import io.dayfill.testing.Receiver.Request;
import io.dayfill.testing.Rows;
import io.dayfill.testing.Sessions;
import io.dayfill.testing.TestProject;
import io.dayfill.testing.TestProject.Ended;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Consumers get one message a publication, signed and whole, and no secret leaves its place. */
class NotifyIT {
  private final Receiver receiver = Receiver.start();
  @TempDir Path folder;
  private NotifiedProject notified;
  private TestProject project;

  @BeforeAll
  static void session() {
    Sessions.shared();
  }

  @BeforeEach
  void aProject() {
    notified = new NotifiedProject(folder, receiver);
    project = notified.project;
    project.lands(day(1), 10, 11).lands(day(2), 20).lands(day(3), 30);
  }

  @AfterEach
  void close() {
    receiver.close();
  }

  @Test
  void aBackfillIsOneSignedCloudEvent() throws Exception {
    notified.runs("backfill", "2026-09-02", "2026-09-04");

    assertThat(receiver.requests()).hasSize(1);
    Request request = receiver.requests().get(0);
    assertThat(request.path()).isEqualTo("/planted-path?token=planted-token");
    assertThat(request.header("Content-type"))
        .isEqualTo("application/cloudevents+json; charset=UTF-8");
    assertThat(request.header("Authorization"))
        .isEqualTo(
            "Basic "
                + Base64.getEncoder()
                    .encodeToString("anna:planted-password".getBytes(StandardCharsets.UTF_8)));
    assertThat(request.header("X-dayfill-signature"))
        .isEqualTo("sha256=" + hmac(NotifiedProject.SECRET, request.body()));
    JsonNode event = request.json();
    assertThat(event.path("specversion").asText()).isEqualTo("1.0");
    assertThat(event.path("type").asText()).isEqualTo("io.dayfill.days.published");
    assertThat(event.path("source").asText()).matches("urn:uuid:[0-9a-f-]{36}");
    assertThat(event.path("subject").asText()).isEqualTo("orders_daily");
    assertThat(event.path("time").asText()).matches("2\\d{3}-.*Z");
    JsonNode data = event.path("data");
    assertThat(event.path("id").asText()).isEqualTo(data.path("backfill").asText() + "-3");
    assertThat(data.path("table").asText()).isEqualTo("orders_daily");
    assertThat(data.path("old_version").asLong()).isZero();
    assertThat(data.path("new_version").asLong()).isEqualTo(3);
    assertThat(data.path("days").findValuesAsText("day"))
        .containsExactly("2026-09-01", "2026-09-02", "2026-09-03");
    assertThat(data.at("/days/0/rows_before").asLong()).isZero();
    assertThat(data.at("/days/0/rows").asLong()).isEqualTo(2);
    assertThat(data.at("/days/0/sums").toString())
        .isEqualTo("[{\"column\":\"amount\",\"before\":\"0\",\"after\":\"20.00\"}]");
    assertThat(notified.changes("day", "rows", "version", "event"))
        .extracting(row -> row.mkString(" "))
        .containsExactly(
            "2026-09-01 2 1 " + event.path("id").asText(),
            "2026-09-02 1 2 " + event.path("id").asText(),
            "2026-09-03 1 3 " + event.path("id").asText());

    assertThat(notified.runs("backfill", "2026-09-02", "2026-09-04").summary())
        .contains("nothing was to be done");
    assertThat(receiver.requests()).as("nothing published, nothing sent").hasSize(1);
  }

  @Test
  void aCorrectionTellsRowsAndSumsBeforeAndAfterAndWhy() {
    notified.runs("load", "2026-09-02");
    project.lands(day(1), 10, 11, 12);
    notified.runs("load", "2026-09-02", "--reason", "late order");

    assertThat(receiver.requests()).hasSize(2);
    JsonNode data = receiver.requests().get(1).json().path("data");
    assertThat(data.path("reason").asText()).isEqualTo("late order");
    assertThat(data.path("old_version").asLong()).isEqualTo(1);
    assertThat(data.path("new_version").asLong()).isEqualTo(2);
    assertThat(data.at("/days/0/rows_before").asLong()).isEqualTo(2);
    assertThat(data.at("/days/0/rows").asLong()).isEqualTo(3);
    assertThat(data.at("/days/0/sums/0/before").asText()).isEqualTo("20.00");
    assertThat(data.at("/days/0/sums/0/after").asText()).isEqualTo("30.00");
    assertThat(notified.changes("rows_before", "rows", "sums[0].before", "sums[0].after", "reason"))
        .extracting(row -> row.mkString(" "))
        .containsExactly("0 2 0 20.00 null", "2 3 20.00 30.00 late order");
    assertThat(notified.runs("explain", "orders_daily", "2026-09-01").out())
        .containsPattern("consumer     bi, told 2[0-9]{3}-")
        .containsPattern("consumer     changes, told 2[0-9]{3}-");
    assertThat(ledger())
        .allSatisfy(
            run ->
                assertThat(run.consumers())
                    .hasSize(2)
                    .allSatisfy(each -> assertThat(each.told()).isPresent()));
  }

  @Test
  void anotherWritersRowsCountAmongThoseThatWereReplacedAndTheirSumsAreNotKnown() {
    notified.runs("load", "2026-09-02");
    Sessions.shared()
        .sql(
            "INSERT INTO delta.`"
                + project.table("orders_daily")
                + "` SELECT 19L, 'C09', 1, TIMESTAMP'2026-09-01 10:00:00', DATE'2026-09-01'");
    notified.runs("load", "2026-09-02");

    JsonNode data = receiver.requests().get(1).json().path("data");
    assertThat(data.at("/days/0/rows_before").asLong()).isEqualTo(3);
    assertThat(data.at("/days/0/sums").toString())
        .isEqualTo("[{\"column\":\"amount\",\"after\":\"20.00\"}]");
  }

  @Test
  void holdingTellsNobodyPublishingAndUndoingDo() {
    Ended held = notified.runs("backfill", "2026-09-02", "2026-09-04", "--publish", "hold");
    String id = held.summary().replaceFirst(".*diff ([0-9a-f]+),.*", "$1");
    assertThat(receiver.requests()).isEmpty();

    notified.runs("publish", id);
    assertThat(receiver.requests()).hasSize(1);
    assertThat(receiver.requests().get(0).json().at("/data/backfill").asText()).isEqualTo(id);
    assertThat(receiver.requests().get(0).json().at("/data/days")).hasSize(3);
    notified.runs("publish", id);
    assertThat(receiver.requests()).as("published already").hasSize(1);

    notified.runs("undo", id, "--reason", "too early");
    JsonNode undone = receiver.requests().get(1).json().path("data");
    assertThat(undone.path("undoes").asText()).isEqualTo(id);
    assertThat(undone.path("reason").asText()).isEqualTo("too early");
    assertThat(undone.at("/days/0/rows_before").asLong()).isEqualTo(2);
    assertThat(undone.at("/days/0/rows").asLong()).isZero();
    assertThat(undone.at("/days/0/sums/0/after").asText()).isEqualTo("0");
    assertThat(notified.changes("undoes", "rows")).hasSize(6);
  }

  @Test
  void aRunThatPublishesNothingTellsNothing() {
    project.lands(day(1), "7,c7,1.0x,2026-09-01T08:00:00");
    assertThat(project.run("load", "2026-09-02").exitCode()).isEqualTo(4);
    assertThat(receiver.requests()).isEmpty();
    assertThat(project.table(ChangesTable.NAME)).doesNotExist();
  }

  @Test
  void noSecretIsShownOrStored() throws IOException {
    receiver.answersAlways(403);
    StringBuilder seen = new StringBuilder();
    for (String[] call :
        List.of(
            new String[] {"plan", "2026-09-02", "2026-09-04"},
            new String[] {"plan", "2026-09-02", "2026-09-04", "--json"},
            new String[] {"backfill", "2026-09-02", "2026-09-03", "--publish", "hold"},
            new String[] {"load", "2026-09-04", "--json"},
            new String[] {"explain", "orders_daily", "2026-09-03"},
            new String[] {"history", "--json"},
            new String[] {"status", "--json"})) {
      Ended ended = notified.runs(call);
      seen.append(ended.out()).append(ended.err());
    }
    assertThat(seen).contains("webhook bi").contains("it answered 403");
    new Ledger(project.project(), new Configuration()).lines().forEach(seen::append);
    receiver.requests().forEach(request -> seen.append(request.body()));
    try (Stream<Path> files = Files.walk(project.root().resolve("warehouse"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".json")).toList()) {
        seen.append(Files.readString(file));
      }
    }
    assertThat(seen)
        .contains("http://127.0.0.1:" + receiver.port() + "/...")
        .doesNotContain("planted");
  }

  @Test
  @Tag("slow")
  void jobsStreamFromTheTableOfChanges() throws Exception {
    notified.runs("load", "2026-09-02");
    String path = project.table(ChangesTable.NAME).toString();
    Runnable drain =
        () -> {
          try {
            Sessions.shared()
                .readStream()
                .format("delta")
                .load(path)
                .writeStream()
                .format("delta")
                .option("checkpointLocation", folder.resolve("checkpoint").toString())
                .trigger(org.apache.spark.sql.streaming.Trigger.AvailableNow())
                .start(folder.resolve("sink").toString())
                .awaitTermination();
          } catch (Exception failed) {
            throw new IllegalStateException(failed);
          }
        };
    drain.run();
    notified.runs("backfill", "2026-09-03", "2026-09-04");
    drain.run();
    assertThat(
            Sessions.shared()
                .read()
                .format("delta")
                .load(folder.resolve("sink").toString())
                .orderBy("day")
                .selectExpr("day", "rows")
                .collectAsList())
        .extracting(row -> row.mkString(" "))
        .containsExactly("2026-09-01 2", "2026-09-02 1", "2026-09-03 1");
  }

  @Test
  @Tag("slow")
  void aDerivedTableTellsItsHistoryUnderTheSameBackfill() throws IOException {
    Rows.of(
        project,
        "CREATE TABLE delta.`"
            + project.table("customers")
            + "` (customer_id STRING, region STRING, valid_from DATE, valid_to DATE) USING delta");
    Rows.of(project, "INSERT INTO @customers VALUES ('C01', 'Berlin', DATE'2026-01-01', NULL)");
    Path revenue = project.root().resolve("conf/revenue_by_region.yaml");
    Files.writeString(revenue, Files.readString(revenue) + "\nnotify: [{changes: true}]\n");
    assertThat(notified.runs("plan", "2026-09-02", "2026-09-02", "--downstream", "--json").out())
        .contains("\"consumers\" : [ \"the table of changes\" ]");

    notified.runs("backfill", "2026-09-02", "2026-09-02", "--downstream");

    assertThat(notified.changes("table", "day", "rows", "coalesce(history, 'none')"))
        .extracting(row -> row.mkString(" "))
        .containsExactlyInAnyOrder(
            "orders_daily 2026-09-01 2 none", "revenue_by_region 2026-09-01 1 original");
    assertThat(notified.changes("backfill").stream().distinct()).hasSize(1);
  }

  @Test
  void aPlanNamesWhoWillBeTold() {
    assertThat(notified.runs("plan", "2026-09-02", "2026-09-04").out())
        .contains("to be told: webhook bi, the table of changes");
    assertThat(notified.runs("backfill", "2026-09-02", "2026-09-04", "--dry-run", "--json").out())
        .contains("\"consumers\" : [ \"webhook bi\", \"the table of changes\" ]");
  }

  private List<RunRecord> ledger() {
    return new Ledger(project.project(), new Configuration()).read("orders_daily").runs();
  }

  private static String hmac(String secret, String body) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    return HexFormat.of().formatHex(mac.doFinal(body.getBytes(StandardCharsets.UTF_8)));
  }
}
