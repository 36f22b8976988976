/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import io.dayfill.definition.Definition;
import io.dayfill.definition.DefinitionFingerprint;
import io.dayfill.definition.DefinitionParts;
import io.dayfill.definition.Definitions;
import io.dayfill.definition.Redaction;
import io.dayfill.delta.LogCommit;
import io.dayfill.delta.TableLog;
import io.dayfill.delta.TableState;
import io.dayfill.ledger.CommitFacts;
import io.dayfill.ledger.ConsumerFacts;
import io.dayfill.ledger.DayFacts;
import io.dayfill.ledger.Facts;
import io.dayfill.ledger.LedgerLook;
import io.dayfill.ledger.RunRecord;
import io.dayfill.ledger.Writer;
import io.dayfill.spark.Sessions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;

/** Tells at the end of a command how its runs ended: to the ledger, and to consumers. */
final class Recorder {
  private final BackfillRequest request;
  private final Definition definition;
  private final String backfill;
  private final Configuration hadoop;
  private final Optional<Sessions> sessions;
  private final TableLog log;
  private final Writer by;

  Recorder(
      BackfillRequest request,
      String backfill,
      Configuration hadoop,
      Writer by,
      Optional<Sessions> sessions) {
    this.request = request;
    this.definition = request.definition();
    this.backfill = backfill;
    this.hadoop = hadoop;
    this.sessions = sessions;
    this.log = new TableLog(request.project().resolve(definition.location()), hadoop);
    this.by = by;
  }

  /**
   * Adds a row for each of {@code runs}, and tells consumers.
   *
   * @param table the table as it is after the runs; empty if there is none
   * @return what went wrong with consumers, a line each
   */
  List<String> record(List<EndedRun> runs, Optional<TableState> table) {
    if (runs.isEmpty() && definition.consumers().isEmpty()) {
      return List.of();
    }
    return new CommandEnd(request.project(), definition, hadoop, sessions, backfill)
        .record(table, look -> rows(runs, look, table));
  }

  private List<RunRecord> rows(List<EndedRun> runs, LedgerLook look, Optional<TableState> table) {
    Optional<String> id = table.map(TableState::id);
    OptionalLong head =
        table.map(state -> OptionalLong.of(state.version())).orElse(OptionalLong.empty());
    AdjustmentsLook adjustments = AdjustmentsLook.of(request.project(), definition, hadoop);
    List<RunRecord> records = new ArrayList<>();
    for (EndedRun run : runs) {
      boolean first = records.isEmpty() && look.runs().stream().noneMatch(this::hasText);
      boolean isCorrection = run.run().adjusted().isPresent();
      records.add(
          isCorrection
              ? row(run, look, adjustments.id(), adjustments.head(), first)
              : row(run, look, id, head, first));
    }
    return records;
  }

  /** One run and the time at which it ended. */
  record EndedRun(DayRun run, Instant ended) {}

  private boolean hasText(RunRecord run) {
    return run.definitionText().isPresent()
        && run.definition().equals(DefinitionFingerprint.of(definition));
  }

  /** The commit that published the day, in the table or in its adjustments. */
  private Optional<LogCommit> commit(DayRun run) {
    if (run.adjusted().isPresent()) {
      return AdjustmentsLook.of(request.project(), definition, hadoop)
          .commit(run.adjusted().get().version());
    }
    return run.version().isPresent() ? log.commit(run.version().getAsLong()) : Optional.empty();
  }

  private RunRecord row(
      EndedRun ended, LedgerLook look, Optional<String> id, OptionalLong head, boolean withText) {
    DayRun run = ended.run();
    Optional<LogCommit> commit = commit(run);
    Optional<CommitFacts> facts = commit.flatMap(Facts::of);
    Optional<DayFacts> day =
        facts.flatMap(
            known ->
                known.days().stream().filter(each -> each.day().equals(run.day())).findFirst());
    return new RunRecord(
        definition.table(),
        id,
        backfill,
        facts.map(CommitFacts::commit),
        run.runDate(),
        run.day(),
        look.attempts(run.day()) + 1,
        run.outcome(),
        run.reason().or(request::reason).map(Redaction::of),
        Optional.empty(),
        facts.flatMap(CommitFacts::corrects),
        run.rows(),
        day.map(DayFacts::fingerprint),
        day.map(DayFacts::sums).orElse(List.of()),
        day.map(DayFacts::inputs).orElse(run.inputs()),
        day.map(DayFacts::checks).orElse(List.of()),
        day.flatMap(DayFacts::history).or(run::history),
        day.map(DayFacts::reads).orElse(run.reads()),
        commit.map(known -> Facts.files(known, run.day())).orElse(List.of()),
        DefinitionFingerprint.of(definition),
        Optional.of(DefinitionParts.of(definition)),
        withText
            ? Optional.of(Definitions.text(request.project(), definition.table()))
            : Optional.empty(),
        request.version(),
        commit.map(known -> OptionalLong.of(known.version())).orElse(run.version()),
        head,
        Optional.of(ended.ended().minus(Duration.ofMillis(run.elapsedMs()))),
        ended.ended(),
        OptionalLong.of(run.elapsedMs()),
        Optional.of(by),
        facts.map(known -> ConsumerFacts.promised(known.consumers())).orElse(List.of()),
        false);
  }
}
