/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.notify;

import static io.dayfill.notify.NotifiedProject.day;
import static io.dayfill.testing.TableAssert.assertThatTable;
import static org.assertj.core.api.Assertions.assertThat;

import io.dayfill.ledger.Ledger;
import io.dayfill.testing.Receiver;
import io.dayfill.testing.Sessions;
import io.dayfill.testing.SubmittedJob;
import io.dayfill.testing.TestProject;
import io.dayfill.testing.TestProject.Ended;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A consumer that cannot be told fails no publication, and the next command tells it again. */
class NotifyFailuresIT {
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
    project.lands(day(1), 10, 11).lands(day(2), 20);
  }

  @AfterEach
  void close() {
    receiver.close();
  }

  @Test
  void anErrorOfTheServerIsRetriedWithTheSameMessage() {
    receiver.answers(500, 503);
    Ended ended = notified.runs("load", "2026-09-02");
    assertThat(ended.err()).doesNotContain("warning");
    assertThat(receiver.requests()).hasSize(3);
    assertThat(receiver.requests().stream().map(Receiver.Request::body).distinct()).hasSize(1);
  }

  @Test
  void whatDidNotArriveIsWarnedOfOnceAndToldByTheNextCommand() {
    receiver.answersAlways(500);
    Ended first = notified.runs("load", "2026-09-02");
    assertThat(warnings(first))
        .singleElement()
        .asString()
        .startsWith(
            "warning: orders_daily: webhook bi could not be told: it answered 500, 3 attempts; untold: backfill ")
        .endsWith("; the next command that writes tells it again");
    assertThatTable(project.table("orders_daily")).hasOrders(day(1), 10, 11);
    assertThat(receiver.requests()).hasSize(3);

    receiver.answersAlways(200);
    Ended second = notified.runs("backfill", "2026-09-02", "2026-09-03");

    assertThat(warnings(second)).isEmpty();
    assertThat(receiver.requests()).hasSize(5);
    assertThat(receiver.requests().get(3).body()).isEqualTo(receiver.requests().get(0).body());
    assertThat(receiver.requests().get(4).json().at("/data/days").findValuesAsText("day"))
        .containsExactly("2026-09-02");
    notified.runs("backfill", "2026-09-02", "2026-09-03");
    assertThat(receiver.requests()).as("told once").hasSize(5);
    assertThat(notified.changes("day")).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aServerThatHangsIsGivenUp(boolean afterTheHeaders) {
    if (afterTheHeaders) {
      receiver.hangsAfterTheHeaders();
    } else {
      receiver.hangs();
    }
    Ended ended = notified.runs("load", "2026-09-02");
    assertThat(warnings(ended))
        .singleElement()
        .asString()
        .contains("no answer within 1 s, 3 attempts");
    assertThatTable(project.table("orders_daily")).hasOrders(day(1), 10, 11);
  }

  @Test
  void aRedirectIsNotFollowed() {
    receiver.answersAlways(302);
    Ended ended = notified.runs("load", "2026-09-02");
    assertThat(warnings(ended))
        .singleElement()
        .asString()
        .contains("it answered 302, a redirect, which is not followed");
    assertThat(receiver.requests())
        .extracting(Receiver.Request::path)
        .containsExactly("/planted-path?token=planted-token");
  }

  @Test
  void aServerThatIsNotThereKeepsNoOtherConsumerWaiting() throws IOException {
    int free;
    try (ServerSocket socket = new ServerSocket(0)) {
      free = socket.getLocalPort();
    }
    notified.consumers(
        """
        notify:
          - {webhook: "http://127.0.0.1:%d/", secret_env: DAYFILL_TEST_SECRET}
          - {webhook: "http://127.0.0.1:%d/", secret_env: DAYFILL_TEST_SECRET}
        """
            .formatted(free, receiver.port()));
    Ended ended = notified.runs("load", "2026-09-02", "--json");
    assertThat(warnings(ended))
        .singleElement()
        .asString()
        .contains("webhook 127.0.0.1:" + free + " could not be told: it cannot be reached");
    assertThat(ended.out()).contains("\"warnings\" : [ \"orders_daily: webhook 127.0.0.1:");
    assertThat(receiver.requests()).hasSize(1);
  }

  @Test
  void aTableOfChangesThatIsAnothersIsLeftAloneAndSaid() {
    String path = project.table(ChangesTable.NAME).toString();
    Sessions.shared().range(3).write().format("delta").save(path);
    Ended ended = notified.runs("load", "2026-09-02");
    assertThat(warnings(ended))
        .singleElement()
        .asString()
        .contains("the table of changes could not be told: warehouse/dayfill_changes is another's");
    assertThat(Sessions.shared().read().format("delta").load(path).columns()).containsExactly("id");
    assertThat(receiver.requests()).hasSize(1);
  }

  @Test
  void aSecretThatIsMissingIsAMistakeBeforeSpark() throws IOException {
    Path file = project.root().resolve("conf/orders_daily.yaml");
    Files.writeString(
        file, Files.readString(file).replace("DAYFILL_TEST_SECRET", "NOT_SET_ANYWHERE"));
    for (String[] call :
        List.of(
            new String[] {"load", "2026-09-02"},
            new String[] {"backfill", "2026-09-02", "2026-09-03"},
            new String[] {"undo", "0123456789ab"})) {
      Ended ended = project.run(call);
      assertThat(ended.exitCode()).isEqualTo(2);
      assertThat(ended.err().strip())
          .isEqualTo(
              "dayfill: conf/orders_daily.yaml: the secret of webhook bi is missing: set the environment variable NOT_SET_ANYWHERE where the driver starts");
    }
    assertThat(project.root().resolve("warehouse")).doesNotExist();
    assertThat(project.run("plan", "2026-09-02", "2026-09-03").exitCode()).isZero();
  }

  @Test
  @Tag("slow")
  void aDriverThatWasKilledBeforeItToldIsToldOfByTheNextCommand() throws Exception {
    receiver.hangs();
    try (SubmittedJob job = SubmittedJob.start(project, "backfill", "2026-09-02", "2026-09-03")) {
      Awaitility.await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> !receiver.requests().isEmpty() || !job.isAlive());
      job.signal("KILL");
      assertThat(job.exitCode()).isEqualTo(137);
    }
    String lost = receiver.requests().get(0).body();
    int before = receiver.requests().size();
    receiver.answersAgain();

    Ended next = notified.runs("backfill", "2026-09-02", "2026-09-03");

    assertThat(next.summary()).contains("nothing was to be done");
    assertThat(receiver.requests()).hasSize(before + 1);
    assertThat(receiver.requests().get(before).body()).isEqualTo(lost);
    assertThat(notified.changes("day")).hasSize(2);
    notified.runs("backfill", "2026-09-02", "2026-09-03");
    assertThat(receiver.requests()).hasSize(before + 1);
    assertThat(notified.changes("day")).hasSize(2);
  }

  @Test
  void aLostLedgerTellsWebhooksOnceMoreAndTheTableOfChangesNothingTwice() throws IOException {
    notified.runs("load", "2026-09-02");
    delete(Path.of(Ledger.path(project.project())));
    notified.runs("load", "2026-09-03");
    assertThat(receiver.requests()).hasSize(3);
    assertThat(receiver.requests().get(1).body()).isEqualTo(receiver.requests().get(0).body());
    assertThat(notified.changes("day")).hasSize(2);
    assertThat(
            new Ledger(project.project(), new Configuration())
                .read("orders_daily").runs().stream().flatMap(run -> run.consumers().stream()))
        .hasSize(4)
        .allSatisfy(each -> assertThat(each.told()).isPresent());
  }

  @Test
  void aLostTableOfChangesIsWrittenAnew() throws IOException {
    notified.runs("load", "2026-09-02");
    delete(project.table(ChangesTable.NAME));
    notified.runs("load", "2026-09-03");
    assertThat(notified.changes("day")).hasSize(2);
  }

  private static List<String> warnings(Ended ended) {
    return ended.err().lines().filter(line -> line.startsWith("warning:")).toList();
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}
