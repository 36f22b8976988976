/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import io.dayfill.check.CheckedDay;
import io.dayfill.definition.Definition;
import io.dayfill.definition.History;
import io.dayfill.definition.Project;
import io.dayfill.load.DaySources;
import io.dayfill.load.SourceReader;
import io.dayfill.plan.DayStates;
import io.dayfill.plan.DimensionUse;
import io.dayfill.publish.Staging;
import io.dayfill.spark.FewRows;
import io.dayfill.spark.Sessions;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * What a command needs beside files to compute its days: other tables, dimensions, the day before.
 * Of a definition that reads files alone it does nothing. Thread-safe.
 */
final class Derivation {
  private final Definition definition;
  private final Function<LocalDate, DaySources> sources;
  private final Optional<DimensionReads> dimensions;
  private final Optional<Chain> chain;

  private Derivation(
      Definition definition,
      Function<LocalDate, DaySources> sources,
      Optional<DimensionReads> dimensions,
      Optional<Chain> chain) {
    this.definition = definition;
    this.sources = sources;
    this.dimensions = dimensions;
    this.chain = chain;
  }

  /**
   * Looks at what {@code days} are computed from; starts no Spark.
   *
   * @param history which past dimensions show; empty: the definition's
   * @param held the backfill whose held days of other tables count as published; empty: none
   */
  static Derivation of(
      Project project,
      Definition definition,
      List<LocalDate> days,
      Optional<History> history,
      SourceReader reader,
      Configuration hadoop,
      Optional<String> held) {
    if (!definition.isDerived()) {
      return new Derivation(
          definition,
          day -> new DaySources(day, reader.read(day)),
          Optional.empty(),
          Optional.empty());
    }
    DayStates states =
        new Planning(project, definition, hadoop, held).states(history, DimensionUse.unknown());
    DayInputs inputs =
        new DayInputs(
            project,
            definition,
            reader,
            states.upstreams(),
            states.past(),
            states.history(),
            hadoop);
    JoinKeys keys = new JoinKeys(project, definition, states.upstreams());
    String path = project.resolve(definition.location());
    return new Derivation(
        definition,
        inputs::of,
        Optional.of(new DimensionReads(project, definition, keys, days, hadoop)),
        definition.previous().map(previous -> new Chain(definition, previous, states, path)));
  }

  /**
   * What {@code day} is made of, but for the day before it.
   *
   * @throws io.dayfill.definition.DayfillException when it is not there or cannot be taken
   */
  DaySources sources(LocalDate day) {
    return sources.apply(day);
  }

  /**
   * Sees that running {@code days} breaks no chain at its end.
   *
   * @throws io.dayfill.definition.DayfillException REFUSED when it would
   */
  void requireTail(List<LocalDate> days) {
    chain.ifPresent(its -> its.requireTail(days));
  }

  /** Whether days are computed one after the other, oldest first. */
  boolean isChain() {
    return chain.isPresent();
  }

  /** A session for computing days, which becomes the active one. */
  SparkSession session(Sessions sessions) {
    return chain.isPresent()
        ? chain.get().session(sessions)
        : sessions.child(definition.timeZone());
  }

  /** {@code days} with the day before, if they are of a chain; sees to their dimensions. */
  List<DaySources> linked(SparkSession session, List<DaySources> days) {
    if (dimensions.isEmpty()) {
      return days;
    }
    List<DaySources> linked =
        chain.map(its -> days.stream().map(its::linked).toList()).orElse(days);
    FewRows.tune(session, linked.stream().mapToLong(DaySources::sizeBytes).sum());
    linked.forEach(day -> dimensions.get().require(session, day));
    return linked;
  }

  /** {@code days} with what they use of dimensions. */
  List<DaySources> used(SparkSession session, List<DaySources> days, Supplier<Dataset<Row>> own) {
    return dimensions.map(reads -> reads.used(session, days, own)).orElse(days);
  }

  /** The version after which nobody may have changed what {@code days} read of their own table. */
  long base(List<DaySources> days, long head) {
    return chain.map(its -> Math.min(head, its.base(days.get(0).day(), head))).orElse(head);
  }

  /** Other days of the table that {@code day} reads. */
  List<LocalDate> reads(LocalDate day) {
    return chain.map(its -> its.reads(day)).orElse(List.of());
  }

  /** Why {@code day} need not be computed, because the one before it has not changed after all. */
  Optional<String> unchanged(LocalDate day) {
    return chain.flatMap(its -> its.unchanged(day));
  }

  void staged(LocalDate day, CheckedDay found, Staging staging) {
    chain.ifPresent(its -> its.staged(day, found, staging));
  }

  void ended(DayRun run) {
    chain.ifPresent(its -> its.ended(run));
  }
}
