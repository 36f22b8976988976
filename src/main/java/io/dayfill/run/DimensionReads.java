/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import io.dayfill.check.UsedRows;
import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Definition;
import io.dayfill.definition.DimensionInput;
import io.dayfill.definition.History;
import io.dayfill.definition.Outcome;
import io.dayfill.definition.Project;
import io.dayfill.definition.TableInput;
import io.dayfill.delta.KernelReader;
import io.dayfill.delta.TableFiles;
import io.dayfill.ledger.ReadFacts;
import io.dayfill.load.DaySources;
import io.dayfill.load.DimensionRules;
import io.dayfill.load.DimensionView;
import io.dayfill.load.SourceTable;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Sees that the dimensions of a command can be used, and notes what its days use of them.
 * Thread-safe.
 */
final class DimensionReads {
  private final Project project;
  private final Definition definition;
  private final JoinKeys keys;
  private final List<LocalDate> days;
  private final Configuration hadoop;
  private final Map<String, Optional<DayfillException>> looked = new HashMap<>();
  private final Map<String, Map<LocalDate, String>> used = new HashMap<>();

  /**
   * For the days of one command.
   *
   * @param days all days that it may run
   */
  DimensionReads(
      Project project,
      Definition definition,
      JoinKeys keys,
      List<LocalDate> days,
      Configuration hadoop) {
    this.project = project;
    this.definition = definition;
    this.keys = keys;
    this.days = days;
    this.hadoop = hadoop;
  }

  /**
   * Looks at each dimension that {@code day} reads, once a version.
   *
   * @throws DayfillException REFUSED when one cannot be used
   */
  void require(SparkSession session, DaySources day) {
    for (SourceTable table : day.tables()) {
      if (table.input() instanceof DimensionInput input) {
        require(session, input, table.facts().version());
      }
    }
  }

  /**
   * Looks at the dimension {@code input} at {@code version}, once.
   *
   * @throws DayfillException REFUSED when it cannot be used
   */
  synchronized void require(SparkSession session, DimensionInput input, long version) {
    Optional<DayfillException> refusal =
        looked.computeIfAbsent(
            input.name() + " " + version, any -> refusal(session, input, version));
    if (refusal.isPresent()) {
      throw new DayfillException(
          refusal.get().outcome(), String.valueOf(refusal.get().getMessage()), refusal.get());
    }
  }

  private Optional<DayfillException> refusal(
      SparkSession session, DimensionInput input, long version) {
    try {
      requireReadable(input, version);
      new DimensionRules(definition.table(), input, version)
          .require(view(session, input, version, History.ORIGINAL));
      return Optional.empty();
    } catch (DayfillException refused) {
      return Optional.of(refused);
    }
  }

  /** A version may be gone from the log, or its files from the folder. */
  private void requireReadable(DimensionInput input, long version) {
    String path = project.resolve(input.location());
    boolean isThere;
    try {
      isThere =
          new KernelReader(path, hadoop)
              .at(version).files().stream()
                  .allMatch(file -> TableFiles.isThere(path, file, hadoop));
    } catch (RuntimeException gone) {
      isThere = false;
    }
    if (!isThere) {
      throw new DayfillException(
          Outcome.REFUSED,
          definition.table()
              + " refused: version "
              + version
              + " of the dimension "
              + input.location()
              + " is gone (log retention or VACUUM), so what was valid then cannot be told; say --history restated");
    }
  }

  /**
   * {@code sources} with what each day uses of the dimensions.
   *
   * @param own the staged rows of those days
   */
  List<DaySources> used(
      SparkSession session, List<DaySources> sources, Supplier<Dataset<Row>> own) {
    List<DaySources> noted = new ArrayList<>(sources);
    for (DimensionInput input : definition.dimensions()) {
      noted.replaceAll(day -> noted(session, input, day, sources, own));
    }
    return noted;
  }

  private DaySources noted(
      SparkSession session,
      DimensionInput input,
      DaySources day,
      List<DaySources> all,
      Supplier<Dataset<Row>> own) {
    History history = day.history().orElseThrow();
    if (history == History.ORIGINAL && input.validity().isEmpty()) {
      return day;
    }
    long version = version(day, input);
    Optional<TableInput> from = from(definition, input);
    synchronized (this) {
      Map<LocalDate, String> found =
          from.isPresent()
              ? used.computeIfAbsent(
                  input.name(),
                  any -> now(session, input, version, history, days, Optional.empty()))
              : now(session, input, version, history, dates(all), Optional.of(own.get()));
      return day.using(input.name(), Optional.ofNullable(found.get(day.day())).orElseThrow());
    }
  }

  /**
   * What {@code dates} use of the dimension at {@code version}.
   *
   * @param own rows of the definition's own table, for keys that stand there
   */
  Map<LocalDate, String> now(
      SparkSession session,
      DimensionInput input,
      long version,
      History history,
      Collection<LocalDate> dates,
      Optional<Dataset<Row>> own) {
    Optional<TableInput> from = from(definition, input);
    Dataset<Row> pairs =
        from.map(table -> keys.in(session, input, table, dates))
            .orElseGet(() -> keys.in(own.orElseThrow(), input));
    return UsedRows.fingerprints(view(session, input, version, history), pairs, dates);
  }

  private DimensionView view(
      SparkSession session, DimensionInput input, long version, History history) {
    return new DimensionView(session, input, project.resolve(input.location()), version, history);
  }

  /** The table input in which the keys of {@code input} stand; empty: the table itself. */
  static Optional<TableInput> from(Definition definition, DimensionInput input) {
    return definition.tables().stream()
        .filter(table -> input.join().input().equals(Optional.of(table.name())))
        .findFirst();
  }

  private static long version(DaySources day, DimensionInput input) {
    return day.reads().stream()
        .filter(read -> read.name().equals(input.name()))
        .mapToLong(ReadFacts::version)
        .findFirst()
        .orElseThrow();
  }

  private static List<LocalDate> dates(List<DaySources> sources) {
    return sources.stream().map(DaySources::day).toList();
  }
}
