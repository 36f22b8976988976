/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.ledger;

import io.dayfill.definition.DefinitionParts;
import io.dayfill.definition.Outcome;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One row of the ledger: one run, also if it failed and made no commit.
 *
 * @param table the definition's table
 * @param tableId Delta's id of the table; a table that was created anew has another; of the table
 *     of adjustments where the run corrected the day by signed rows
 * @param backfill the command's id
 * @param commit the id of the commit that published; empty if there is none
 * @param runDate the run date
 * @param day the day
 * @param attempt the how-many-eth run of the day by this ledger, from 1; 0 if it was recovered
 * @param outcome how it ended
 * @param reason why it ended so, or why the operator ran it
 * @param undoes the backfill whose publication of the day was undone
 * @param corrects the table's version that the day was corrected on, by signed rows
 * @param rows the day's rows
 * @param fingerprint the content fingerprint of the day
 * @param sums the sums of its numeric columns
 * @param inputs what was read
 * @param checks what the checks of the published day have found
 * @param history which past of dimensions the day shows
 * @param reads the tables that it was made of
 * @param files the data files that were published, as the table's log names them
 * @param definition the definition's fingerprint
 * @param definitionParts its parts
 * @param definitionText its text, in the first row of each fingerprint
 * @param dayfill the version of dayfill
 * @param tableVersion the table's version that published the day
 * @param logVersion the table's version up to which the ledger was complete with this row
 * @param started when the run began; empty in rows recovered from commits
 * @param ended when it ended
 * @param elapsedMs its share of the command's work
 * @param by who ran it
 * @param consumers who is to be told of the publication, and who has been
 * @param recovered whether the row was told by a commit, because its own command was killed
 */
public record RunRecord(
    String table,
    Optional<String> tableId,
    String backfill,
    Optional<String> commit,
    LocalDate runDate,
    LocalDate day,
    int attempt,
    Outcome outcome,
    Optional<String> reason,
    Optional<String> undoes,
    Optional<Long> corrects,
    OptionalLong rows,
    Optional<String> fingerprint,
    List<SumFacts> sums,
    List<InputFacts> inputs,
    List<CheckFacts> checks,
    Optional<String> history,
    List<ReadFacts> reads,
    List<String> files,
    String definition,
    Optional<DefinitionParts> definitionParts,
    Optional<String> definitionText,
    String dayfill,
    OptionalLong tableVersion,
    OptionalLong logVersion,
    Optional<Instant> started,
    Instant ended,
    OptionalLong elapsedMs,
    Optional<Writer> by,
    List<ConsumerFacts> consumers,
    boolean recovered) {
  public RunRecord {
    sums = sums == null ? List.of() : List.copyOf(sums);
    inputs = inputs == null ? List.of() : List.copyOf(inputs);
    checks = checks == null ? List.of() : List.copyOf(checks);
    consumers = consumers == null ? List.of() : List.copyOf(consumers);
    history = history == null ? Optional.empty() : history;
    reads = reads == null ? List.of() : List.copyOf(reads);
    files = files == null ? List.of() : List.copyOf(files);
  }

  /** The day as a commit would tell it; whether it was allowed to be empty is not kept. */
  public DayFacts facts() {
    return new DayFacts(
        day,
        runDate,
        rows.orElse(0),
        fingerprint.orElse(""),
        sums,
        false,
        inputs,
        checks,
        history,
        reads);
  }

  /** The same row with what is known of its consumers now. */
  public RunRecord with(List<ConsumerFacts> known) {
    return new RunRecord(
        table,
        tableId,
        backfill,
        commit,
        runDate,
        day,
        attempt,
        outcome,
        reason,
        undoes,
        corrects,
        rows,
        fingerprint,
        sums,
        inputs,
        checks,
        history,
        reads,
        files,
        definition,
        definitionParts,
        definitionText,
        dayfill,
        tableVersion,
        logVersion,
        started,
        ended,
        elapsedMs,
        by,
        known,
        recovered);
  }

  /** What two rows of the same publication tell; the one that its own command wrote counts. */
  public static RunRecord merged(RunRecord one, RunRecord other) {
    return one.recovered()
        ? other.with(ConsumerFacts.merged(other.consumers(), one.consumers()))
        : one.with(ConsumerFacts.merged(one.consumers(), other.consumers()));
  }

  /** Whether the run published its day. */
  public boolean isPublished() {
    return outcome == Outcome.PUBLISHED;
  }
}
