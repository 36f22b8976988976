/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import static io.dayfill.spark.Names.named;
import static org.apache.spark.sql.functions.lit;

import io.dayfill.check.CheckedDay;
import io.dayfill.definition.Column;
import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Definition;
import io.dayfill.definition.Outcome;
import io.dayfill.definition.PreviousInput;
import io.dayfill.delta.FileEntry;
import io.dayfill.ledger.ReadFacts;
import io.dayfill.ledger.ReadFacts.ReadDay;
import io.dayfill.load.DaySources;
import io.dayfill.load.SourceTable;
import io.dayfill.load.TableDays;
import io.dayfill.plan.Cause;
import io.dayfill.plan.DayState;
import io.dayfill.plan.DayStates;
import io.dayfill.plan.DayStatus;
import io.dayfill.plan.Publication;
import io.dayfill.plan.TablePast;
import io.dayfill.plan.Touched;
import io.dayfill.publish.Staging;
import io.dayfill.spark.Sessions;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/**
 * The days of a chain, each computed from the one before: from its staged files where this command
 * has computed it, from the table as it was at first where it has not. Once a day has failed, none
 * after it is computed. All days share one session; used by one thread.
 */
final class Chain {
  private final Definition definition;
  private final PreviousInput input;
  private final DayStates states;
  private final String path;
  private final Map<LocalDate, Link> links = new HashMap<>();
  private Optional<LocalDate> broken = Optional.empty();
  private Optional<SparkSession> session = Optional.empty();

  /** A day of this command that the next one may read. */
  private record Link(
      ReadDay content,
      long version,
      Function<SparkSession, Dataset<Row>> rows,
      boolean isCopied,
      long sizeBytes) {}

  /**
   * A chain of {@code definition}'s days.
   *
   * @param states the table as the command has found it
   * @param path where the table lies
   */
  Chain(Definition definition, PreviousInput input, DayStates states, String path) {
    this.definition = definition;
    this.input = input;
    this.states = states;
    this.path = path;
  }

  /** The session of all days, so that one can read what another has staged. */
  synchronized SparkSession session(Sessions sessions) {
    SparkSession shared = session.orElseGet(() -> sessions.child(definition.timeZone()));
    session = Optional.of(shared);
    SparkSession.setActiveSession(shared);
    return shared;
  }

  /**
   * {@code day} with the day before it.
   *
   * @throws DayfillException NOT_READY when that is not there
   */
  synchronized DaySources linked(DaySources day) {
    requireWhole();
    LocalDate before = day.day().minusDays(1);
    if (day.day().equals(input.firstDay())) {
      return day.with(
          new SourceTable(
              input,
              facts(-1, List.of()),
              0,
              OptionalLong.empty(),
              column -> Optional.empty(),
              this::none));
    }
    Link link =
        Optional.ofNullable(links.get(before))
            .or(() -> stored(before))
            .orElseThrow(() -> hole(day.day()));
    return day.with(
        new SourceTable(
            input,
            facts(link.version(), List.of(link.content())),
            link.sizeBytes(),
            OptionalLong.empty(),
            column -> Optional.empty(),
            spark -> shown(link.rows().apply(spark))));
  }

  /** The days of the table itself that a run of {@code day} reads. */
  List<LocalDate> reads(LocalDate day) {
    return day.equals(input.firstDay()) ? List.of() : List.of(day.minusDays(1));
  }

  /**
   * The version from which on nobody else may have changed what {@code day} reads of the table.
   *
   * @param head the version now, for a day that reads nothing
   */
  synchronized long base(LocalDate day, long head) {
    if (day.equals(input.firstDay())) {
      return head;
    }
    return Optional.ofNullable(links.get(day.minusDays(1)))
        .map(Link::version)
        .orElse(states.past().version());
  }

  /**
   * Why {@code day}, which the plan wanted only because the day before would change, need not be
   * computed: that has not changed.
   */
  synchronized Optional<String> unchanged(LocalDate day) {
    DayStatus status = states.of(day);
    boolean onlyPrevious =
        (status.state() == DayState.STALE || status.state() == DayState.COMPLETE)
            && status.causes().stream()
                .filter(cause -> cause.code().state() == DayState.STALE)
                .allMatch(cause -> cause.code() == Cause.Code.PREVIOUS_CHANGED);
    Optional<String> then =
        status.publication().map(Publication::reads).flatMap(this::previous).map(ReadDay::content);
    Optional<String> now =
        Optional.ofNullable(links.get(day.minusDays(1)))
            .map(Link::content)
            .or(() -> states.past().content(day.minusDays(1)))
            .map(ReadDay::content);
    return onlyPrevious && then.isPresent() && then.equals(now)
        ? Optional.of("the day before has the rows that it was computed from")
        : Optional.empty();
  }

  private Optional<ReadDay> previous(List<ReadFacts> reads) {
    return reads.stream()
        .filter(read -> read.name().equals(input.name()))
        .flatMap(read -> read.days().stream())
        .findFirst();
  }

  /** Takes a day that is staged and right, for the next one to read. */
  synchronized void staged(LocalDate day, CheckedDay found, Staging staging) {
    links.put(
        day,
        new Link(
            new ReadDay(day, found.fingerprint(), Optional.empty()),
            staging.baseVersion(),
            spark -> staging.rows(day),
            staging.files(day).isEmpty(),
            sizeBytes(staging.files(day))));
  }

  /** Hears how a day ended. */
  synchronized void ended(DayRun run) {
    boolean isPublished = run.outcome() == Outcome.PUBLISHED;
    Link link = links.get(run.day());
    if (isPublished && link != null) {
      long version = run.version().orElse(link.version());
      // A staging that is copied into the table is gone once it is published.
      links.put(
          run.day(),
          new Link(
              link.content(),
              version,
              link.isCopied() ? spark -> published(spark, version, run.day()) : link.rows(),
              link.isCopied(),
              link.sizeBytes()));
    } else if (!run.outcome().isSuccess() && broken.isEmpty()) {
      broken = Optional.of(run.day());
    }
  }

  /**
   * Sees that no published day is left that was computed from one of {@code days}.
   *
   * @throws DayfillException REFUSED when there is one
   */
  void requireTail(List<LocalDate> days) {
    LocalDate last = Collections.max(days);
    NavigableSet<LocalDate> tail = Touched.tail(definition, states.past(), last);
    if (!tail.isEmpty()) {
      throw new DayfillException(
          Outcome.REFUSED,
          definition.table()
              + " "
              + Collections.min(days)
              + (days.size() == 1 ? "" : " to " + last)
              + " refused: "
              + tail.first()
              + " to "
              + tail.last()
              + " are computed from it and the chain would break there; run backfill "
              + definition.runDate(Collections.min(days))
              + " "
              + definition.runDate(last)
              + " --table "
              + definition.table()
              + " --downstream to compute them too");
    }
  }

  private void requireWhole() {
    if (broken.isPresent()) {
      throw new DayfillException(
          Outcome.NOT_READY,
          definition.table()
              + " not computed from "
              + broken.get().plusDays(1)
              + " on: the chain needs "
              + broken.get()
              + ", which was not published; mend that day and run the same command again");
    }
  }

  private DayfillException hole(LocalDate day) {
    LocalDate before = day.minusDays(1);
    return new DayfillException(
        Outcome.NOT_READY,
        definition.table()
            + " "
            + day
            + " is not ready: the chain has a hole, "
            + before
            + " is not published; run backfill --table "
            + definition.table()
            + " from "
            + definition.runDate(before)
            + " on");
  }

  private Optional<Link> stored(LocalDate day) {
    TablePast past = states.past();
    TableDays rows = new TableDays(path, past.version(), past.files(day), past.dayColumn());
    return past.content(day)
        .map(
            content ->
                new Link(
                    content,
                    past.version(),
                    spark -> rows.rows(spark, List.of(day)),
                    false,
                    sizeBytes(past.files(day))));
  }

  private static long sizeBytes(List<FileEntry> files) {
    return files.stream().mapToLong(FileEntry::sizeBytes).sum();
  }

  private Dataset<Row> published(SparkSession spark, long version, LocalDate day) {
    return spark
        .read()
        .format("delta")
        .option("versionAsOf", version)
        .load(path)
        .where(named(definition.dayColumn()).equalTo(lit(day)));
  }

  private ReadFacts facts(long version, List<ReadDay> days) {
    return new ReadFacts(
        input.name(), ReadFacts.PREVIOUS, definition.table(), version, Optional.empty(), days);
  }

  private Dataset<Row> none(SparkSession spark) {
    StructType schema = new StructType();
    for (Column column : input.columns()) {
      schema = schema.add(column.name(), DataType.fromDDL(column.type().sql()));
    }
    return spark.createDataFrame(List.of(), schema);
  }

  /** The columns that the definition names, which must have its types. */
  private Dataset<Row> shown(Dataset<Row> rows) {
    List<org.apache.spark.sql.Column> columns = new ArrayList<>();
    StructType schema = rows.schema();
    for (Column column : input.columns()) {
      DataType wanted = DataType.fromDDL(column.type().sql());
      boolean same =
          List.of(schema.fields()).stream()
              .anyMatch(
                  field ->
                      field.name().equalsIgnoreCase(column.name())
                          && field.dataType().equals(wanted));
      if (!same) {
        throw DayfillException.usage(
            "conf/"
                + definition.table()
                + ".yaml: the table has no column "
                + column.name()
                + " "
                + column.type().sql()
                + " that input '"
                + input.name()
                + "' names: correct its columns");
      }
      columns.add(named(column.name()).as(column.name()));
    }
    return rows.select(columns.toArray(org.apache.spark.sql.Column[]::new));
  }
}
