/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import io.dayfill.check.CheckedDay;
import io.dayfill.check.Comparisons;
import io.dayfill.check.StagedChecks;
import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Definition;
import io.dayfill.definition.Outcome;
import io.dayfill.load.DayQuery;
import io.dayfill.load.DaySources;
import io.dayfill.load.FileSizes;
import io.dayfill.load.SourceReader;
import io.dayfill.plan.Reprocess;
import io.dayfill.publish.DayPublisher;
import io.dayfill.publish.Staging;
import io.dayfill.publish.TableChangedException;
import io.dayfill.spark.FewRows;
import io.dayfill.spark.Sessions;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * The work on days that are staged together: find their sources, stage, check, publish one commit a
 * day. A day that fails ends alone; when the staging as a whole fails, each day is staged by itself
 * to find the one that is to blame. Stateless; used by several threads.
 */
final class DaySet {
  private final BackfillRequest request;
  private final Definition definition;
  private final Context context;
  private final Consumer<DayRun> end;

  /** What all sets of a command share. */
  record Context(
      Sessions sessions,
      SourceScans scans,
      SourceReader reader,
      Derivation derivation,
      Destination destination,
      DayTurn turn,
      NearbyDays nearby,
      ReferencedKeys keys,
      DayFinish finish) {}

  DaySet(BackfillRequest request, Context context, Consumer<DayRun> end) {
    this.request = request;
    this.definition = request.definition();
    this.context = context;
    this.end = end;
  }

  /** What the run of {@code runDate} reads, for people. */
  static String source(Definition definition, LocalDate runDate) {
    return definition.inputs().stream()
        .map(input -> input.described(definition.day(runDate)))
        .collect(Collectors.joining(", "));
  }

  String source(LocalDate runDate) {
    return source(definition, runDate);
  }

  /**
   * Runs {@code runDates} and returns those that were not begun because {@code stopped} said so.
   */
  List<LocalDate> run(List<LocalDate> runDates, BooleanSupplier stopped) {
    long startNs = System.nanoTime();
    List<LocalDate> notStarted = new ArrayList<>();
    List<DaySources> ready = new ArrayList<>();
    for (LocalDate runDate : runDates) {
      LocalDate day = definition.day(runDate);
      Optional<DayRun> failure =
          DayFailure.of(
              () -> ready.add(context.scans().of(day)), definition, runDate, elapsedMs(startNs));
      failure.ifPresent(end);
      if (stopped.getAsBoolean()) {
        runDates.stream().filter(date -> date.isAfter(runDate)).forEach(notStarted::add);
        break;
      }
    }
    for (List<DaySources> alike : alike(ready)) {
      notStarted.addAll(stage(alike, startNs, stopped));
    }
    return notStarted;
  }

  /** Groups of days whose files one reader can read, in the days' order; large days are alone. */
  private static List<List<DaySources>> alike(List<DaySources> days) {
    List<List<DaySources>> groups = new ArrayList<>();
    for (DaySources day : days) {
      Optional<List<DaySources>> group =
          groups.stream()
              .filter(known -> !FileSizes.isLarge(day) && !FileSizes.isLarge(known.get(0)))
              .filter(known -> known.get(0).readsLike(day))
              .findFirst();
      group.ifPresentOrElse(
          known -> known.add(day), () -> groups.add(new ArrayList<>(List.of(day))));
    }
    return groups;
  }

  private List<LocalDate> stage(List<DaySources> days, long startNs, BooleanSupplier stopped) {
    if (stopped.getAsBoolean()) {
      return runDates(days);
    }
    try {
      return stageOnce(days, startNs, stopped);
    } catch (TableChangedException changed) {
      return stageAgain(days, startNs, stopped, changed);
    } catch (Exception failure) {
      // Spark's Scala code throws checked exceptions too, without declaring them.
      if (isGeneral(failure)) {
        throw failure;
      }
      return days.size() == 1
          ? failed(days.get(0), startNs, failure)
          : eachAlone(days, startNs, stopped);
    }
  }

  private List<LocalDate> stageAgain(
      List<DaySources> days, long startNs, BooleanSupplier stopped, TableChangedException changed) {
    context.destination().chooseAgain();
    try {
      return stageOnce(days, startNs, stopped);
    } catch (Exception again) {
      // Spark's Scala code throws checked exceptions too, without declaring them.
      if (isGeneral(again)) {
        throw again;
      }
      again.addSuppressed(changed);
      days.forEach(day -> failed(day, startNs, again));
      return List.of();
    }
  }

  private List<LocalDate> eachAlone(List<DaySources> days, long startNs, BooleanSupplier stopped) {
    List<LocalDate> notStarted = new ArrayList<>();
    days.forEach(day -> notStarted.addAll(stage(List.of(day), startNs, stopped)));
    return notStarted;
  }

  /** Whether {@code failure} concerns no single day: then the command ends with it. */
  private static boolean isGeneral(Exception failure) {
    return failure instanceof DayfillException known && known.exitCode() == DayfillException.USAGE;
  }

  private List<LocalDate> stageOnce(List<DaySources> days, long startNs, BooleanSupplier stopped) {
    SparkSession session = context.derivation().session(context.sessions());
    List<DaySources> linked = context.derivation().linked(session, days);
    DayQuery query = new DayQuery(session, definition);
    Dataset<Row> rows = query.rows(linked);
    DayPublisher publisher = context.destination().publisher(session, rows.schema());
    long base = publisher.baseVersion();
    StructType columns = publisher.columns(session, base);
    List<DaySources> still = stillWanted(days, base, startNs);
    if (still.size() < days.size()) {
      return still.isEmpty() ? List.of() : stageOnce(still, startNs, stopped);
    }
    List<LocalDate> dates = days.stream().map(DaySources::day).toList();
    Dataset<Row> conformed = context.destination().table().conform(rows, columns);
    boolean isSmall = definition.isDerived() && linked.get(0).sizeBytes() <= FewRows.MOST_BYTES;
    boolean isWhole = days.size() > 1 || isSmall || query.readsWhole(linked.get(0));
    Dataset<Row> sized =
        isWhole
            ? (isSmall ? conformed.coalesce(1) : conformed)
            : new FileSizes(session)
                .rebalanced(conformed, publisher.innerPartitions(), definition.key());
    long read = context.derivation().base(days, base);
    Staging staging = publisher.stage(session, sized, dates, read);
    try {
      List<DaySources> used = context.derivation().used(session, linked, () -> staging.rows());
      return checkAndPublish(staging, publisher, used, startNs, stopped);
    } finally {
      context.finish().staged(staging);
    }
  }

  /** The days that nobody has published since the plan; ends the others. */
  private List<DaySources> stillWanted(List<DaySources> days, long base, long startNs) {
    List<DaySources> still = new ArrayList<>();
    for (DaySources day : days) {
      LocalDate runDate = definition.runDate(day.day());
      Optional<String> done =
          context.turn().doneMeanwhile(day.day(), runDate, base).or(() -> unchanged(day.day()));
      if (done.isPresent()) {
        String reason = definition.table() + " " + day.day() + " skipped: " + done.get();
        end.accept(
            DayRun.unpublished(runDate, day.day(), Outcome.SKIPPED, reason, elapsedMs(startNs)));
      } else {
        still.add(day);
      }
    }
    return still;
  }

  /** Only where a plan chose the day for what has changed: who asks for all days gets all. */
  private Optional<String> unchanged(LocalDate day) {
    return request
        .plan()
        .filter(
            plan ->
                plan.onlyIfChanged().contains(day)
                    || !plan.reprocess().includes(Reprocess.COMPLETED))
        .flatMap(plan -> context.derivation().unchanged(day));
  }

  private List<LocalDate> checkAndPublish(
      Staging staging,
      DayPublisher publisher,
      List<DaySources> days,
      long startNs,
      BooleanSupplier stopped) {
    DayDiagnosis diagnosis = new DayDiagnosis(definition, context.sessions());
    Set<LocalDate> stray = staging.strayDays();
    if (!stray.isEmpty()) {
      throw diagnosis.refused(days.get(0), "the SQL gives rows of other days: " + stray);
    }
    Map<LocalDate, CheckedDay> checked = check(staging.rows(), days, diagnosis);
    List<LocalDate> notStarted = new ArrayList<>();
    for (DaySources day : days) {
      if (stopped.getAsBoolean()) {
        notStarted.add(definition.runDate(day.day()));
        continue;
      }
      CheckedDay found = checked.get(day.day());
      if (found == null) {
        throw new IllegalStateException("no check of " + day.day());
      }
      try {
        requireRight(day, found, diagnosis);
        context.derivation().staged(day.day(), found, staging);
        LocalDate runDate = definition.runDate(day.day());
        long shareMs = elapsedMs(startNs) / days.size();
        List<LocalDate> reads = context.derivation().reads(day.day());
        context
            .finish()
            .ready(new ReadyDay(runDate, day, found, staging, reads, shareMs), publisher);
      } catch (TableChangedException changed) {
        context.destination().chooseAgain();
        if (context.derivation().isChain()) {
          // What the day has read of the table is of the table as it was.
          failed(day, startNs, changed);
          return notStarted;
        }
        stage(days.subList(days.indexOf(day), days.size()), startNs, stopped);
        return notStarted;
      } catch (Exception failure) {
        failed(day, startNs, failure);
      }
    }
    return notStarted;
  }

  private Map<LocalDate, CheckedDay> check(
      Dataset<Row> rows, List<DaySources> days, DayDiagnosis diagnosis) {
    try {
      String dayColumn = context.destination().table().dayColumn(rows.schema());
      return new StagedChecks(definition, dayColumn, request.emptyDays())
          .check(
              rows, days, new Comparisons(diagnosis.sums(days), context.nearby(), context.keys()));
    } catch (Exception failure) {
      if (StagedChecks.isMistake(failure)) {
        throw StagedChecks.explained(definition, failure);
      }
      throw failure;
    }
  }

  private void requireRight(DaySources day, CheckedDay found, DayDiagnosis diagnosis) {
    context.reader().requireUnchanged(day.files());
    if (!found.isRight()) {
      throw diagnosis.refused(day, found);
    }
    diagnosis.requireRows(day, found, request.emptyDays());
  }

  private List<LocalDate> failed(DaySources day, long startNs, Exception failure) {
    RuntimeException explained =
        new DayDiagnosis(definition, context.sessions()).explain(context.reader(), day, failure);
    end.accept(
        DayFailure.of(explained, definition, definition.runDate(day.day()), elapsedMs(startNs))
            .reading(day));
    return List.of();
  }

  private List<LocalDate> runDates(List<DaySources> days) {
    return days.stream().map(day -> definition.runDate(day.day())).toList();
  }

  private static long elapsedMs(long startNs) {
    return (System.nanoTime() - startNs) / 1_000_000;
  }
}
