/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import io.dayfill.definition.Definition;
import io.dayfill.delta.KernelReader;
import io.dayfill.delta.TableLog;
import io.dayfill.delta.TableState;
import io.dayfill.ledger.Writer;
import io.dayfill.load.DayQuery;
import io.dayfill.load.DaySources;
import io.dayfill.load.SourceReader;
import io.dayfill.run.BackfillRequest.OnFailure;
import io.dayfill.run.BackfillRequest.Planned;
import io.dayfill.run.Recorder.EndedRun;
import io.dayfill.spark.HadoopSettings;
import io.dayfill.spark.Pool;
import io.dayfill.spark.Sessions;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;

/**
 * The one driver of a command: loads and checks each run date of a request in one Spark session,
 * with a bounded number of days in work. Days are independent: one that fails leaves its day as it
 * was and does not stop the others unless asked to.
 *
 * <p>Where the SQL goes row by row and no concurrency is asked for, many days are staged in one
 * write and published one commit each. Spark is started only when some day has its sources.
 */
public final class BackfillDriver {
  private static final int MAX_SET_DAYS = 31;
  private static final int MAX_THREADS = 4;

  private final BackfillRequest request;
  private final Definition definition;
  private final RunListener listener;
  private final StopSwitch stop;
  private final String backfill;
  private final Map<LocalDate, EndedRun> ended = new ConcurrentHashMap<>();

  /** A driver for {@code request}; {@code stop} may be thrown from any thread. */
  public BackfillDriver(BackfillRequest request, RunListener listener, StopSwitch stop) {
    this.request = request;
    this.definition = request.definition();
    this.backfill = request.backfill().orElseGet(BackfillId::next);
    this.listener = listener;
    this.stop = stop;
  }

  /**
   * Runs everything and waits for its end.
   *
   * @throws io.dayfill.definition.DayfillException only for what concerns no single day: a
   *     definition that cannot be run, a table with another layout
   */
  public BackfillReport run() {
    Configuration hadoop = HadoopSettings.withoutSession();
    SourceReader reader = new SourceReader(request.project(), definition, hadoop);
    Derivation derivation =
        Derivation.of(
            request.project(),
            definition,
            days(),
            request.history(),
            reader,
            hadoop,
            request.publish() == PublishMode.HOLD ? Optional.of(backfill) : Optional.empty());
    List<LocalDate> first = days().subList(0, Math.min(days().size(), MAX_SET_DAYS));
    try (SourceScans scans = new SourceScans(derivation::sources)) {
      scans.prefetch(first);
      boolean needsSpark = first.size() < days().size() || first.stream().anyMatch(scans::isReady);
      if (!needsSpark) {
        List<LocalDate> notStarted = endAll(scans);
        Optional<TableState> now = new KernelReader(path(), hadoop).latest();
        List<String> warnings = record(now, hadoop, Optional.empty());
        return report(notStarted, now.flatMap(state -> totals(state, hadoop)), warnings);
      }
      derivation.requireTail(days());
      try (Sessions sessions =
          Sessions.open("dayfill " + definition.table(), request.project().scratch("spark"))
              .inPool(request.plan().isPresent() ? Pool.BACKFILL : Pool.DAILY)) {
        return run(sessions, scans, reader, derivation);
      }
    }
  }

  private BackfillReport run(
      Sessions sessions, SourceScans scans, SourceReader reader, Derivation derivation) {
    FactsWriter facts =
        new FactsWriter(request, backfill, Writer.here(Optional.of(sessions.applicationId())));
    Destination destination = new Destination(request, facts, sessions.hadoop());
    List<List<LocalDate>> sets = sets(sessions, scans);
    List<LocalDate> notStarted;
    Consumer<DayRun> end = run -> end(run, derivation);
    try (DayFinish finish = finish(sessions, facts, end)) {
      DaySet.Context context =
          new DaySet.Context(
              sessions,
              scans,
              reader,
              derivation,
              destination,
              turn(sessions),
              nearby(sessions),
              new ReferencedKeys(request.project(), definition.table(), sessions.hadoop()),
              finish);
      int threads = derivation.isChain() ? 1 : threads(sessions, sets);
      notStarted = runAll(sets, threads, new DaySet(request, context, end));
      SparkSession session = sessions.child(definition.timeZone());
      finish.complete(obstacle(notStarted));
      lookAgain(session, sessions.hadoop());
    }
    Optional<TableState> now = new KernelReader(path(), sessions.hadoop()).latest();
    List<String> warnings = record(now, sessions.hadoop(), Optional.of(sessions));
    return report(
        notStarted,
        now.map(
            state ->
                totals(state, sessions.hadoop())
                    .orElseGet(
                        () -> TotalsReader.query(destination.table(), sessions, definition))),
        warnings);
  }

  private void lookAgain(SparkSession session, Configuration hadoop) {
    List<DayRun> runs = ended.values().stream().map(EndedRun::run).toList();
    LostCommits.among(runs, request.project(), definition, backfill, session, hadoop)
        .forEach(this::end);
  }

  private Optional<TableTotals> totals(TableState now, Configuration hadoop) {
    return TotalsReader.now(request.project(), definition, hadoop, now);
  }

  private NearbyDays nearby(Sessions sessions) {
    return new NearbyDays(() -> Planning.past(request.project(), definition, sessions.hadoop()));
  }

  private DayFinish finish(Sessions sessions, FactsWriter facts, Consumer<DayRun> end) {
    RangeGuard guard = new RangeGuard(definition, sessions);
    return switch (request.publish()) {
      case EACH -> new PublishEach(facts, guard, end);
      case TOGETHER -> new PublishTogether(definition, facts, guard, Optional.empty(), end);
      case HOLD -> {
        HoldWriter hold = new HoldWriter(request, sessions.hadoop());
        yield new PublishTogether(definition, facts, guard, Optional.of(hold), end);
      }
    };
  }

  /** Why no day may be published where all are to be, in words. */
  private Optional<String> obstacle(List<LocalDate> notStarted) {
    List<LocalDate> failed =
        ended.values().stream()
            .map(EndedRun::run)
            .filter(run -> !run.outcome().isSuccess())
            .map(DayRun::day)
            .sorted()
            .toList();
    if (!failed.isEmpty()) {
      return Optional.of("all days or none, and these failed: " + failed);
    }
    return notStarted.isEmpty()
        ? Optional.empty()
        : Optional.of("all days or none, and " + notStarted.size() + " were not started");
  }

  private DayTurn turn(Sessions sessions) {
    return new DayTurn(
        new Planning(request.project(), definition, sessions.hadoop()),
        request.plan().map(Planned::reprocess),
        request.history(),
        new TableLog(path(), sessions.hadoop()),
        backfill,
        request.plan().map(Planned::version).orElse(-1L));
  }

  private List<String> record(
      Optional<TableState> now, Configuration hadoop, Optional<Sessions> sessions) {
    Writer by = Writer.here(sessions.map(Sessions::applicationId));
    List<EndedRun> runs =
        request.runDates().stream()
            .map(date -> Optional.ofNullable(ended.get(date)))
            .flatMap(Optional::stream)
            .toList();
    return new Recorder(request, backfill, hadoop, by, sessions).record(runs, now);
  }

  private String path() {
    return request.project().resolve(definition.location());
  }

  /** Days that are staged together; without Spark's word on the SQL each is alone. */
  private List<List<LocalDate>> sets(Sessions sessions, SourceScans scans) {
    int size = request.concurrency().isEmpty() && isRowwise(sessions, scans) ? MAX_SET_DAYS : 1;
    List<List<LocalDate>> sets = new ArrayList<>();
    List<LocalDate> dates = request.runDates();
    for (int from = 0; from < dates.size(); from += size) {
      sets.add(dates.subList(from, Math.min(dates.size(), from + size)));
    }
    return sets;
  }

  private boolean isRowwise(Sessions sessions, SourceScans scans) {
    return days().stream()
        .filter(scans::isReady)
        .findFirst()
        .map(day -> isRowwise(sessions, scans.of(day)))
        .orElse(false);
  }

  private boolean isRowwise(Sessions sessions, DaySources sources) {
    Rehearsal.start(sessions, definition, sources);
    return new DayQuery(sessions.child(definition.timeZone()), definition).isRowwise(sources);
  }

  private int threads(Sessions sessions, List<List<LocalDate>> sets) {
    int wanted = request.concurrency().orElse(Math.min(MAX_THREADS, sessions.parallelism()));
    return Math.min(wanted, sets.size());
  }

  private List<LocalDate> runAll(List<List<LocalDate>> sets, int threads, DaySet work) {
    ExecutorService pool = Executors.newFixedThreadPool(threads, new NamedThreads("dayfill-run"));
    List<LocalDate> notStarted = new ArrayList<>();
    try {
      List<Future<List<LocalDate>>> running = new ArrayList<>();
      for (List<LocalDate> set : sets) {
        Callable<List<LocalDate>> task = () -> runSet(set, work);
        running.add(pool.submit(task));
      }
      for (Future<List<LocalDate>> set : running) {
        notStarted.addAll(result(set));
      }
      return notStarted;
    } finally {
      pool.shutdownNow();
    }
  }

  /** Runs the days of {@code set} that may still be started and returns the others. */
  private List<LocalDate> runSet(List<LocalDate> set, DaySet work) {
    if (stop.isStopped()) {
      return set;
    }
    set.forEach(date -> listener.started(date, definition.day(date), work.source(date)));
    return work.run(set, () -> request.onFailure() == OnFailure.STOP && stop.isStopped());
  }

  private static <T> T result(Future<T> future) {
    try {
      return future.get();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while days were in work", interrupted);
    } catch (ExecutionException failure) {
      if (failure.getCause() instanceof RuntimeException known) {
        throw known;
      }
      if (failure.getCause() instanceof Error missing) {
        throw missing;
      }
      throw new IllegalStateException(failure.getCause());
    }
  }

  private void end(DayRun run, Derivation derivation) {
    derivation.ended(run);
    end(run);
  }

  private void end(DayRun run) {
    ended.put(run.runDate(), new EndedRun(run, Instant.now()));
    if (!run.outcome().isSuccess() && request.onFailure() == OnFailure.STOP) {
      stop.stop();
    }
    listener.ended(run);
  }

  /** Ends days none of which has its sources. */
  private List<LocalDate> endAll(SourceScans scans) {
    List<LocalDate> notStarted = new ArrayList<>();
    for (LocalDate date : request.runDates()) {
      if (stop.isStopped()) {
        notStarted.add(date);
      } else {
        listener.started(date, definition.day(date), DaySet.source(definition, date));
        DayFailure.of(() -> scans.of(definition.day(date)), definition, date, 0)
            .ifPresent(this::end);
      }
    }
    return notStarted;
  }

  private BackfillReport report(
      List<LocalDate> notStarted, Optional<TableTotals> totals, List<String> warnings) {
    List<DayRun> runs =
        request.runDates().stream()
            .map(date -> Optional.ofNullable(ended.get(date)))
            .flatMap(Optional::stream)
            .map(EndedRun::run)
            .toList();
    return new BackfillReport(backfill, definition.table(), runs, notStarted, totals, warnings);
  }

  private List<LocalDate> days() {
    return request.runDates().stream().map(definition::day).toList();
  }
}
