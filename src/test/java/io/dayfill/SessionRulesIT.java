/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill;

import static io.dayfill.testing.TableAssert.assertThatTable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.dayfill.delta.LogCommit;
import io.dayfill.delta.TableLog;
import io.dayfill.ledger.DayFacts;
import io.dayfill.ledger.Facts;
import io.dayfill.testing.Sessions;
import io.dayfill.testing.TableAssert;
import io.dayfill.testing.TableSnapshot;
import io.dayfill.testing.TestProject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Map;
import java.util.TimeZone;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A task in a JVM whose session is someone else's, as on Databricks: main is called again and
 * again, fails by an exception, depends on no setting of the session and leaves it as it was.
 */
class SessionRulesIT {
  private static final LocalDate DAY = LocalDate.of(2026, 9, 15);
  private static final String CATALOG = "spark.sql.catalog.spark_catalog";
  private static final String EXTENSIONS = "spark.sql.extensions";

  /** What a cluster or a notebook may have set, each able to change rows. */
  private static final Map<String, String> HOSTILE =
      Map.of(
          "spark.sql.session.timeZone", "Asia/Tokyo",
          "spark.sql.ansi.enabled", "false",
          "spark.sql.caseSensitive", "true",
          "spark.sql.timestampType", "TIMESTAMP_NTZ",
          "spark.sql.storeAssignmentPolicy", "LEGACY",
          "spark.sql.sources.partitionOverwriteMode", "dynamic",
          "spark.databricks.delta.schema.autoMerge.enabled", "true");

  @TempDir Path folder;
  private final SparkSession host = Sessions.shared();
  private final TimeZone timeZone = TimeZone.getDefault();
  private TestProject project;
  private Path table;

  @BeforeEach
  void twoFilesAndTheHostsSession() {
    SparkSession.setActiveSession(host);
    project = aProject("project");
    table = project.table("orders_daily");
  }

  @AfterEach
  void theHostsSessionIsLeftAsItWas() {
    HOSTILE.keySet().forEach(clusterSettings()::remove);
    HOSTILE.keySet().forEach(host.conf()::unset);
    TimeZone.setDefault(timeZone);
    SparkSession.clearActiveSession();
  }

  @Test
  void mainIsCalledAgainAndAgainInOneSession() {
    host.range(3).createOrReplaceTempView("orders");
    Map<String, String> settings = settings(host);

    call("backfill", "2026-09-15", "2026-09-16");
    TableSnapshot before = TableSnapshot.of(table);
    project.lands(DAY, "2,c,1.0x,2026-09-15T08:00:00");
    CommandFailedException failed = failure("load", "2026-09-16");
    assertThat(failed.exitCode()).isEqualTo(4);
    assertThat(failed)
        .hasMessageStartingWith(
            "orders_daily 2026-09-15 refused: landing/orders/2026-09-15.csv has 1 bad line")
        .hasMessageContaining("line 2: amount '1.0x'");
    assertThatTable(table).isUnchangedSince(before);
    call("check", "2026-09-15");
    project.lands(DAY, 2, 3, 4);
    call("load", "2026-09-16");

    assertThatTable(table).hasOrders(DAY, 2, 3, 4).differsOnlyIn(DAY, before);
    assertThat(host.sparkContext().isStopped()).isFalse();
    assertThat(SparkSession.getActiveSession().get()).isSameAs(host);
    assertThat(settings(host)).isEqualTo(settings);
    assertThat(host.table("orders").count()).isEqualTo(3);
    host.catalog().dropTempView("orders");
  }

  @Test
  void eachKindOfFailureIsAnExceptionWithItsLineAndCode() throws IOException {
    call("backfill", "2026-09-15", "2026-09-16");
    TableSnapshot before = TableSnapshot.of(table);

    CommandFailedException usage = failure("load", "2026-09-16", "--frobnicate");
    assertThat(usage.exitCode()).isEqualTo(2);
    assertThat(usage).hasMessageContaining("Unknown option: '--frobnicate'");

    Files.delete(project.landing(DAY));
    CommandFailedException absent =
        failure("backfill", "2026-09-15", "2026-09-17", "--reprocess", "completed");
    assertThat(absent.exitCode()).isEqualTo(3);
    assertThat(absent.getMessage().lines())
        .containsExactly(
            "orders_daily 2026-09-15 is not ready: landing/orders/2026-09-15.csv does not exist; run it again when the file is there",
            "orders_daily 2026-09-16 is not ready: landing/orders/2026-09-16.csv does not exist; run it again when the file is there");
    assertThatTable(table).hasContentOf(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"files", "replace-where"})
  void rowsDoNotDependOnTheHostsSettings(String publisher) {
    call("load", "2026-09-16");
    TestProject other = aProject("other");
    Path otherTable = other.table("orders_daily");
    HOSTILE.forEach(host.conf()::set);
    HOSTILE.forEach(clusterSettings()::set);
    TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
    assertThat(settings(host.newSession())).containsAllEntriesOf(HOSTILE);
    Map<String, String> settings = settings(host);
    call(other, "load", "2026-09-15");
    TableSnapshot before = TableSnapshot.of(otherTable);

    call(other, "load", "2026-09-16", "--publisher", publisher);

    assertThatTable(otherTable).differsOnlyIn(DAY, before);
    assertThat(TableSnapshot.of(otherTable).rows().get(DAY))
        .isEqualTo(TableSnapshot.of(table).rows().get(DAY));
    assertThat(lastDay(otherTable).rows()).isEqualTo(2);
    assertThat(lastDay(otherTable).fingerprint()).isEqualTo(lastDay(table).fingerprint());
    assertThat(settings(host)).isEqualTo(settings);
  }

  @ParameterizedTest
  @ValueSource(strings = {CATALOG, EXTENSIONS})
  void aSessionThatDoesNotKnowDeltaIsRefused(String missing) {
    call("backfill", "2026-09-15", "2026-09-16");
    TableSnapshot before = TableSnapshot.of(table);
    SparkSession lacking = without(missing);
    SparkSession.setActiveSession(lacking);

    CommandFailedException refused = failure("load", "2026-09-16");

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused)
        .hasMessageStartingWith("the Spark session that is there does not know Delta tables")
        .hasMessageContaining(missing + "=");
    assertThat(SparkSession.getActiveSession().get()).isSameAs(lacking);
    assertThatTable(table).isUnchangedSince(before);
  }

  private SparkSession without(String setting) {
    String delta = clusterSettings().get(setting);
    clusterSettings().remove(setting);
    SparkSession lacking = host.newSession();
    if (setting.equals(CATALOG)) {
      lacking.conf().unset(setting);
    }
    assertThat(lacking.conf().get(setting, "")).doesNotContain("delta");
    clusterSettings().set(setting, delta);
    return lacking;
  }

  /** Times at both ends of the day, and a name that only fits where case does not matter. */
  private TestProject aProject(String name) {
    try {
      TestProject made = TestProject.in(Files.createDirectory(folder.resolve(name)));
      Path definition = made.root().resolve("conf/orders_daily.yaml");
      String text = Files.readString(definition);
      Files.writeString(
          definition, text.replace("SELECT order_id,", "SELECT Order_ID AS order_id,"));
      return made.lands(DAY.minusDays(1), 1)
          .lands(DAY, "2,C01,10.00,2026-09-15T00:15:00", "3,C01,1.00,2026-09-15T23:45:00");
    } catch (IOException broken) {
      throw new java.io.UncheckedIOException(broken);
    }
  }

  private static DayFacts lastDay(Path table) {
    TableLog log = new TableLog(table.toString(), new Configuration());
    LogCommit last = log.commit(TableAssert.versionOf(table)).orElseThrow();
    return Facts.of(last).orElseThrow().days().get(0);
  }

  /** What new sessions begin with, as a cluster's defaults. */
  private SparkConf clusterSettings() {
    return ((org.apache.spark.sql.classic.SparkSession) host).sharedState().conf();
  }

  private static Map<String, String> settings(SparkSession session) {
    return CollectionConverters.asJava(session.conf().getAll());
  }

  private void call(String... arguments) {
    call(project, arguments);
  }

  private static void call(TestProject project, String... arguments) {
    Main.main(
        Stream.concat(Stream.of(arguments), Stream.of("--project", project.root().toString()))
            .toArray(String[]::new));
  }

  private CommandFailedException failure(String... arguments) {
    return catchThrowableOfType(CommandFailedException.class, () -> call(arguments));
  }
}
