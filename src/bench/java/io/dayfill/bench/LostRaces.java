/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.bench;

import io.dayfill.check.ContentFingerprint;
import io.dayfill.definition.Definition;
import io.dayfill.definition.Definitions;
import io.dayfill.definition.Project;
import io.dayfill.delta.CommitSteps;
import io.dayfill.ledger.CommitFacts;
import io.dayfill.ledger.DayFacts;
import io.dayfill.publish.DayPublisher;
import io.dayfill.publish.Published;
import io.dayfill.publish.Publishers;
import io.dayfill.publish.StagedDay;
import io.dayfill.publish.Staging;
import io.dayfill.publish.TargetTable;
import io.dayfill.spark.Sessions;
import io.delta.exceptions.ConcurrentAppendException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.TransactionExecutionObserver$;
import scala.Function0;

/**
 * Publishes each day of a filled table again and lets each publication lose one race: in the moment
 * of its commit another writer appends to another day, and the commit is refused. Prints how long
 * it took from the refusal to the publication, its wait included.
 *
 * <p>Usage: {@code LostRaces PROJECT}.
 */
final class LostRaces {
  private static final double MS = 1e6;

  private LostRaces() {}

  public static void main(String[] args) {
    Project project = new Project(Path.of(args[0]));
    Definition definition = Definitions.load(project, Optional.of("orders_daily"));
    try (Sessions sessions = Sessions.open("lost races", project.scratch("spark"))) {
      SparkSession session = sessions.child(definition.timeZone());
      String path = project.resolve(definition.location());
      TargetTable table = new TargetTable(definition, path, sessions.hadoop());
      List<LocalDate> days = Orders.days();
      DayPublisher publisher =
          Publishers.choose(
              Publishers.Choice.FILES,
              definition,
              table,
              session,
              new Publishers.Span(
                  days.get(0), days.get(days.size() - 1), project.scratch("staging"), false),
              sessions.hadoop());
      List<Race> races = new ArrayList<>();
      for (LocalDate day : days) {
        races.add(race(table, publisher, session, day));
      }
      races.sort(Comparator.comparingDouble(Race::tookMs));
      Race longest = races.get(races.size() - 1);
      System.out.printf(
          "%d races, median %.0f ms, longest %.0f ms at version %d, before that %.0f ms%n",
          races.size(),
          races.get(races.size() / 2).tookMs(),
          longest.tookMs(),
          longest.version(),
          races.get(races.size() - 2).tookMs());
    }
  }

  /** How long a publication took, and which version it is: each hundredth writes a checkpoint. */
  private record Race(double tookMs, long version) {}

  private static Race race(
      TargetTable table, DayPublisher publisher, SparkSession session, LocalDate day) {
    Dataset<Row> rows = table.read(session).where("order_date = DATE'" + day + "'");
    try (Staging staging = publisher.stage(session, rows, List.of(day), publisher.baseVersion())) {
      Dataset<Row> staged = staging.rows(day);
      DayFacts its =
          new DayFacts(
              day,
              day.plusDays(1),
              staged.count(),
              ContentFingerprint.of(staged),
              List.of(),
              false,
              List.of(),
              List.of(),
              Optional.empty(),
              List.of());
      Rival rival = new Rival(() -> append(table.path(), session, staged));
      TransactionExecutionObserver$.MODULE$.setObserver(rival);
      Published published = publisher.publish(List.of(new StagedDay(day, staging)), facts(its));
      double tookMs = (System.nanoTime() - rival.refusedNs) / MS;
      if (published.attempts() != 2) {
        throw new IllegalStateException("published at attempt " + published.attempts());
      }
      return new Race(tookMs, published.version());
    }
  }

  private static CommitFacts facts(DayFacts day) {
    return new CommitFacts(
        "bench",
        CommitFacts.FORMAT,
        UUID.randomUUID().toString(),
        "bench",
        "bench",
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of(day));
  }

  /** Another writer's rows of a day that nobody publishes. */
  private static void append(String path, SparkSession session, Dataset<Row> some) {
    SparkSession.setActiveSession(session);
    some.limit(1)
        .selectExpr(
            "order_id", "customer_id", "amount", "ordered_at", "DATE'2026-10-05' AS order_date")
        .write()
        .format("delta")
        .mode("append")
        .save(path);
  }

  /** Lets another writer commit before the first commit of this thread, which is refused then. */
  private static final class Rival extends CommitSteps {
    private final Runnable commit;
    private boolean happened;
    private long refusedNs;

    Rival(Runnable commit) {
      this.commit = commit;
    }

    @Override
    public <T> T preparingCommit(Function0<T> prepare) {
      T prepared = prepare.apply();
      if (!happened) {
        happened = true;
        CompletableFuture.runAsync(commit, task -> new Thread(task, "rival").start()).join();
        refusedNs = System.nanoTime();
        throw new ConcurrentAppendException("another writer was there");
      }
      return prepared;
    }
  }
}
