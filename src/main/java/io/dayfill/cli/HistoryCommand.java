/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import io.dayfill.cli.Answer.Need;
import io.dayfill.definition.Adjustments;
import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Definition;
import io.dayfill.delta.LogCommit;
import io.dayfill.delta.TableLog;
import io.dayfill.ledger.CommitFacts;
import io.dayfill.ledger.Facts;
import io.dayfill.spark.HadoopSettings;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code history}: the table's commits, newest first, read from its log without Spark. */
@Command(
    name = "history",
    mixinStandardHelpOptions = true,
    description =
        "Shows the table's commits, newest first: version, time, operation, days, rows, backfill.",
    footer = {"", "Example:", "  ./submit.sh history --limit 5"})
final class HistoryCommand implements SparkCommand {
  private static final int DEFAULT_LIMIT = 20;

  @Mixin private ProjectOptions project = new ProjectOptions();

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "How many commits (default: " + DEFAULT_LIMIT + ").")
  private int limit = DEFAULT_LIMIT;

  @Override
  public Need prepare() {
    if (limit < 1) {
      throw DayfillException.usage("--limit " + limit + " shows nothing: write a number from 1");
    }
    return Need.NOTHING;
  }

  @Override
  public int execute(Terminal terminal) {
    Definition definition = project.definition();
    List<Entry> entries = entries(definition.table(), definition.location());
    if (definition.adjusts()) {
      entries =
          merged(entries, entries(Adjustments.table(definition), Adjustments.location(definition)));
    }
    if (project.json()) {
      terminal.json(new Document("history", definition.table(), 0, entries));
    } else if (entries.isEmpty()) {
      terminal.result(definition.table() + " has no history: there is no table yet");
    } else {
      terminal.result(table(entries, definition.adjusts()));
    }
    return 0;
  }

  /** The newest commits of a table, newest first. */
  private List<Entry> entries(String table, String location) {
    TableLog log =
        new TableLog(project.project().resolve(location), HadoopSettings.withoutSession());
    List<Long> versions = new ArrayList<>(log.versions());
    Collections.reverse(versions);
    return versions.stream()
        .limit(limit)
        .map(log::commit)
        .flatMap(Optional::stream)
        .map(commit -> entry(table, commit))
        .toList();
  }

  /** Two histories as one by their writers' clocks; each stays in its own order. */
  private List<Entry> merged(List<Entry> one, List<Entry> other) {
    List<Entry> merged = new ArrayList<>();
    int i = 0;
    int j = 0;
    while (merged.size() < limit && (i < one.size() || j < other.size())) {
      boolean fromOne =
          j == other.size() || (i < one.size() && !one.get(i).time().isBefore(other.get(j).time()));
      merged.add(fromOne ? one.get(i++) : other.get(j++));
    }
    return merged;
  }

  private static String table(List<Entry> entries, boolean ofTwoTables) {
    List<String> names =
        new ArrayList<>(
            List.of("version", "time", "operation", "predicate", "rows written", "backfill"));
    boolean withHistory = entries.stream().anyMatch(entry -> entry.history().isPresent());
    if (withHistory) {
      names.add("history");
    }
    if (ofTwoTables) {
      names.add("table");
    }
    TextTable table = new TextTable(names.toArray(String[]::new));
    for (Entry entry : entries) {
      List<Object> row = new ArrayList<>(cells(entry));
      if (withHistory) {
        row.add(entry.history().orElse(""));
      }
      if (ofTwoTables) {
        row.add(entry.table());
      }
      table.row(row.toArray());
    }
    return table.text();
  }

  private static List<Object> cells(Entry entry) {
    return List.of(
        entry.version(),
        entry.time().truncatedTo(ChronoUnit.SECONDS),
        entry.operation(),
        entry.predicate().orElse(""),
        entry.rowsWritten().map(String::valueOf).orElse(""),
        entry.backfill().orElse(""));
  }

  private static Entry entry(String table, LogCommit commit) {
    Optional<CommitFacts> facts = Facts.of(commit);
    Optional<Long> written =
        facts
            .filter(known -> known.corrects().isEmpty())
            .map(known -> known.days().stream().mapToLong(day -> day.rows()).sum())
            .or(
                () ->
                    Optional.ofNullable(commit.metrics().get("numOutputRows")).map(Long::valueOf));
    return new Entry(
        table,
        commit.version(),
        commit.timestamp(),
        commit.operation(),
        Optional.ofNullable(commit.parameters().get("predicate")).map(HistoryCommand::plain),
        Facts.days(commit),
        written,
        facts.map(CommitFacts::backfill),
        facts.flatMap(CommitFacts::reason),
        facts.flatMap(CommitFacts::undoes),
        facts.flatMap(HistoryCommand::history));
  }

  /** The past of dimensions that the commit's days show, if they show one. */
  private static Optional<String> history(CommitFacts facts) {
    String histories =
        facts.days().stream()
            .flatMap(day -> day.history().stream())
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "));
    return histories.isEmpty() ? Optional.empty() : Optional.of(histories);
  }

  /** The predicate as people write it: {@code order_date = '2026-09-15'}. */
  private static String plain(String predicate) {
    return predicate
        .lines()
        .map(line -> line.replaceAll("`([A-Za-z_][A-Za-z0-9_]*)`", "$1").replace("DATE'", "'"))
        .collect(Collectors.joining(" "));
  }

  /** The JSON of the command. */
  record Document(String command, String table, int exitCode, List<Entry> history) {}

  /** One commit. */
  record Entry(
      String table,
      long version,
      Instant time,
      String operation,
      Optional<String> predicate,
      List<LocalDate> days,
      Optional<Long> rowsWritten,
      Optional<String> backfill,
      Optional<String> reason,
      Optional<String> undoes,
      Optional<String> history) {}
}
