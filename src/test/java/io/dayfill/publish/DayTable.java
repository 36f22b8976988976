/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import static io.dayfill.testing.TableAssert.versionOf;

import io.dayfill.check.ContentFingerprint;
import io.dayfill.definition.Definition;
import io.dayfill.delta.LogCommit;
import io.dayfill.ledger.CommitFacts;
import io.dayfill.ledger.DayFacts;
import io.dayfill.testing.Sessions;
import io.dayfill.testing.TestProject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * A table of orders with three days (the 14th: 1; the 15th: 2, 3; the 16th: 4, 5, 6), written by
 * another program, and what its publishers and other writers do to it.
 */
final class DayTable {
  static final LocalDate DAY_14 = LocalDate.of(2026, 9, 14);
  static final LocalDate DAY_15 = LocalDate.of(2026, 9, 15);
  static final LocalDate DAY_16 = LocalDate.of(2026, 9, 16);

  private static Optional<SparkSession> session = Optional.empty();

  private final TestProject project;
  private final Definition definition;
  private final Publishers.Choice choice;
  private final TargetTable target;

  /** The table of {@code definition} in a new project in {@code folder}. */
  DayTable(Path folder, String definition, Publishers.Choice choice) {
    this.project = TestProject.in(folder);
    this.definition = project.definition(definition);
    this.choice = choice;
    this.target =
        new TargetTable(
            this.definition,
            project.project().resolve(this.definition.location()),
            new Configuration());
  }

  /** The table of the partitioned definition in the project in {@code folder}. */
  static DayTable in(Path folder, Publishers.Choice choice) {
    return new DayTable(folder, "orders_daily", choice);
  }

  /** Creates the table with its three days, in two commits. */
  DayTable created() {
    SparkSession session = session();
    Dataset<Row> rows =
        rows(session, DAY_14, 1)
            .union(rows(session, DAY_15, 2, 3))
            .union(rows(session, DAY_16, 4, 5, 6));
    target.createIfAbsent(session, rows.schema());
    rows.coalesce(1).write().format("delta").mode("append").save(target.path());
    return this;
  }

  Path path() {
    return Path.of(target.path());
  }

  /** Where staging folders would lie. */
  Path scratch() {
    return Path.of(project.project().scratch("staging"));
  }

  /** A publisher of its own, as each driver has one. */
  DayPublisher publisher() {
    Publishers.Span span =
        new Publishers.Span(DAY_14, DAY_16.plusDays(14), scratch().toString(), false);
    return Publishers.choose(choice, definition, target, session(), span, new Configuration());
  }

  /** Rows of {@code day}, an order each. */
  static Dataset<Row> rows(SparkSession session, LocalDate day, long... ids) {
    String values =
        Arrays.stream(ids).mapToObj(id -> id + "L").collect(Collectors.joining(",", "array(", ")"));
    return session.sql(
        "SELECT order_id, 'C01' AS customer_id, CAST(10 AS DECIMAL(12,2)) AS amount,"
            + (" TIMESTAMP'" + day + " 12:00:00' AS ordered_at, DATE'" + day + "' AS order_date")
            + (" FROM (SELECT explode(CAST(" + values + " AS ARRAY<BIGINT>)) AS order_id)"));
  }

  /** Stages {@code ids} for {@code day} from the table's present version. */
  Staging stage(DayPublisher publisher, LocalDate day, long... ids) {
    return stage(publisher, rows(session(), day, ids), List.of(day));
  }

  /** Stages {@code rows} for {@code days} from the table's present version. */
  Staging stage(DayPublisher publisher, Dataset<Row> rows, List<LocalDate> days) {
    long base = publisher.baseVersion();
    SparkSession session = rows.sparkSession();
    return publisher.stage(session, target.conform(rows, target.schema(session)), days, base);
  }

  /** Publishes {@code day} alone. */
  static Published publish(
      DayPublisher publisher, Staging staging, LocalDate day, CommitFacts facts) {
    return publisher.publish(List.of(new StagedDay(day, staging)), facts);
  }

  /** The facts of the staged rows of {@code day}. */
  static CommitFacts facts(Staging staging, LocalDate day) {
    return facts(List.of(dayFacts(staging, day)));
  }

  /** The facts of the staged rows of two days. */
  static CommitFacts facts(Staging one, LocalDate first, Staging two, LocalDate second) {
    return facts(List.of(dayFacts(one, first), dayFacts(two, second)));
  }

  private static DayFacts dayFacts(Staging staging, LocalDate day) {
    Dataset<Row> rows = staging.rows(day);
    return new DayFacts(
        day,
        day.plusDays(1),
        rows.count(),
        ContentFingerprint.of(rows),
        List.of(),
        false,
        List.of(),
        List.of(),
        Optional.empty(),
        List.of());
  }

  private static CommitFacts facts(List<DayFacts> days) {
    return new CommitFacts(
        "test",
        CommitFacts.FORMAT,
        UUID.randomUUID().toString(),
        "backfill",
        "definition",
        Optional.empty(),
        Optional.empty(),
        Optional.of("a test"),
        Optional.empty(),
        List.of(),
        days);
  }

  /** Another writer's statement; {@code TABLE} in it is the table. */
  void foreign(String sql) {
    session().sql(sql.replace("TABLE_PATH", "delta.`" + target.path() + "`"));
  }

  /** Another writer's appended orders of {@code day}. */
  void foreignAppend(LocalDate day, long... ids) {
    rows(session(), day, ids)
        .coalesce(1)
        .write()
        .format("delta")
        .mode("append")
        .save(target.path());
  }

  /**
   * Writes all files of this table over those of {@code another}, as a store that keeps the last.
   */
  void copyOver(DayTable another) {
    try {
      FileUtils.copyDirectory(path().toFile(), another.path().toFile());
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /** The newest commit. */
  LogCommit lastCommit() {
    return target.log().commit(versionOf(path())).orElseThrow();
  }

  /** The newest row of {@code DESCRIBE HISTORY}. */
  Row lastHistory() {
    return session().sql("DESCRIBE HISTORY delta.`" + target.path() + "` LIMIT 1").head();
  }

  /** A session with dayfill's settings, made quick for a handful of rows; active from now on. */
  static synchronized SparkSession session() {
    if (session.isEmpty()) {
      Sessions.shared();
      SparkSession child =
          io.dayfill.spark.Sessions.open("tests", System.getProperty("java.io.tmpdir"))
              .child(ZoneOffset.UTC);
      child.conf().set("spark.sql.codegen.wholeStage", "false");
      child.conf().set("spark.sql.codegen.factoryMode", "NO_CODEGEN");
      session = Optional.of(child);
    }
    SparkSession.setActiveSession(session.get());
    return session.get();
  }
}
