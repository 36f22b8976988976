/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import static org.apache.spark.sql.functions.lit;

import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Definition;
import io.dayfill.definition.Definitions;
import io.dayfill.definition.DimensionInput;
import io.dayfill.definition.History;
import io.dayfill.definition.Outcome;
import io.dayfill.definition.Project;
import io.dayfill.definition.TableInput;
import io.dayfill.delta.FileEntry;
import io.dayfill.delta.KernelReader;
import io.dayfill.ledger.ReadFacts;
import io.dayfill.load.DaySources;
import io.dayfill.load.DimensionView;
import io.dayfill.load.SourceReader;
import io.dayfill.load.SourceTable;
import io.dayfill.load.TableDays;
import io.dayfill.plan.Publication;
import io.dayfill.plan.TablePast;
import io.dayfill.plan.Upstreams;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;

/**
 * Finds what days are made of: their files, the days of other tables and the dimensions, each table
 * at the one version that was looked at first. Thread-safe.
 */
final class DayInputs {
  private final Project project;
  private final Definition definition;
  private final SourceReader reader;
  private final Upstreams upstreams;
  private final TablePast past;
  private final Optional<History> history;
  private final Configuration hadoop;
  private final Map<String, String> locations = new ConcurrentHashMap<>();
  private final Map<String, Long> sizes = new ConcurrentHashMap<>();

  /**
   * For days of {@code definition}'s table.
   *
   * @param past what is known of the table itself
   * @param history which past dimensions show; empty: there is none
   */
  DayInputs(
      Project project,
      Definition definition,
      SourceReader reader,
      Upstreams upstreams,
      TablePast past,
      Optional<History> history,
      Configuration hadoop) {
    this.project = project;
    this.definition = definition;
    this.reader = reader;
    this.upstreams = upstreams;
    this.past = past;
    this.history = history;
    this.hadoop = hadoop;
  }

  /**
   * What {@code day} is made of, but for the day before in a chain.
   *
   * @throws DayfillException NOT_READY when something is not there, REFUSED when it cannot be taken
   */
  DaySources of(LocalDate day) {
    requireInChain(day);
    Optional<String> missing = upstreams.missing(day);
    if (missing.isPresent()) {
      throw new DayfillException(
          Outcome.NOT_READY,
          definition.table()
              + " "
              + day
              + " is not ready: "
              + missing.get()
              + "; run it again when it is there");
    }
    DaySources sources = new DaySources(day, reader.read(day), List.of(), history);
    for (TableInput input : definition.tables()) {
      sources = sources.with(table(input, day));
    }
    for (DimensionInput input : definition.dimensions()) {
      sources = sources.with(dimension(input, day));
    }
    return sources;
  }

  /** A version that cannot be told any more is refused by its own name later. */
  private long sizeBytes(String path, long version) {
    try {
      return new KernelReader(path, hadoop)
          .at(version).files().stream().mapToLong(FileEntry::sizeBytes).sum();
    } catch (RuntimeException gone) {
      return Long.MAX_VALUE / 2;
    }
  }

  private void requireInChain(LocalDate day) {
    definition
        .previous()
        .filter(chain -> day.isBefore(chain.firstDay()))
        .ifPresent(
            chain -> {
              throw new DayfillException(
                  Outcome.REFUSED,
                  definition.table()
                      + " "
                      + day
                      + " refused: the chain begins on "
                      + chain.firstDay()
                      + " (first_day of conf/"
                      + definition.table()
                      + ".yaml)");
            });
  }

  private String location(String table) {
    return project.resolve(Definitions.load(project, Optional.of(table)).location());
  }

  private SourceTable table(TableInput input, LocalDate day) {
    ReadFacts facts = upstreams.facts(input, day);
    List<LocalDate> days = facts.days().stream().map(ReadFacts.ReadDay::day).toList();
    TableDays rows =
        new TableDays(
            locations.computeIfAbsent(input.table(), this::location),
            upstreams.version(input),
            upstreams.files(input, days),
            upstreams.dayColumn(input));
    return new SourceTable(
        input,
        facts,
        rows.files().stream().mapToLong(FileEntry::sizeBytes).sum(),
        upstreams.rows(input, day),
        column -> upstreams.sum(input, day, column),
        session -> rows.rows(session, days));
  }

  private SourceTable dimension(DimensionInput input, LocalDate day) {
    List<ReadFacts> first = past.firstPublication(day).map(Publication::reads).orElse(List.of());
    ReadFacts facts = upstreams.facts(input, history.orElseThrow(), first);
    String path = project.resolve(input.location());
    return new SourceTable(
        input,
        facts,
        sizes.computeIfAbsent(path + facts.version(), any -> sizeBytes(path, facts.version())),
        OptionalLong.empty(),
        column -> Optional.empty(),
        session ->
            new DimensionView(session, input, path, facts.version(), history.orElseThrow())
                .rows(lit(day)));
  }
}
