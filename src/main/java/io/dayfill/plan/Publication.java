/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.plan;

import io.dayfill.definition.DefinitionParts;
import io.dayfill.delta.LogCommit;
import io.dayfill.ledger.CommitFacts;
import io.dayfill.ledger.DayFacts;
import io.dayfill.ledger.Facts;
import io.dayfill.ledger.Hold;
import io.dayfill.ledger.InputFacts;
import io.dayfill.ledger.ReadFacts;
import io.dayfill.ledger.RunRecord;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One publication of a day, as its commit tells it or, where Delta has removed the commit, the
 * ledger.
 *
 * @param version the table's version; of a day that was corrected by signed rows the one that it
 *     was corrected on
 * @param adjustments the version of the adjustments that corrected the day; empty if it was
 *     published in the table itself
 * @param backfill the command's id
 * @param facts the day: its rows, what they were made of, what was checked
 * @param definition the definition's fingerprint
 * @param parts the definition's parts, if they were recorded
 * @param files identities of the day's data files
 * @param origin the command
 */
public record Publication(
    long version,
    Optional<Long> adjustments,
    String backfill,
    DayFacts facts,
    String definition,
    Optional<DefinitionParts> parts,
    Set<String> files,
    Origin origin) {
  public Publication {
    files = Set.copyOf(files);
  }

  /** The version that published, in words. */
  public String described() {
    return adjustments
        .map(number -> "version " + number + " of the adjustments")
        .orElse("version " + version);
  }

  /** The same publication of a day that also has the files of {@code earlier}. */
  Publication after(Publication earlier) {
    Set<String> all = new HashSet<>(files);
    all.addAll(earlier.files());
    return new Publication(version, adjustments, backfill, facts, definition, parts, all, origin);
  }

  static Publication of(LogCommit commit, CommitFacts facts, DayFacts day) {
    return new Publication(
        facts.corrects().orElse(commit.version()),
        facts.corrects().map(corrected -> commit.version()),
        facts.backfill(),
        day,
        facts.definition(),
        facts.parts(),
        new HashSet<>(Facts.files(commit, day.day())),
        Origin.of(commit.timestamp(), facts));
  }

  /** A held day as it will be published. */
  static Publication of(Hold hold, DayFacts day, long version, Set<String> files) {
    return new Publication(
        version,
        Optional.empty(),
        hold.id(),
        day,
        hold.facts().definition(),
        hold.facts().parts(),
        files,
        Origin.of(hold.created(), hold.facts().withCommit("")));
  }

  static Publication of(RunRecord run) {
    long version = run.tableVersion().orElse(-1);
    return new Publication(
        run.corrects().orElse(version),
        run.corrects().map(corrected -> version),
        run.backfill(),
        run.facts(),
        run.definition(),
        run.definitionParts(),
        new HashSet<>(run.files()),
        Origin.of(run));
  }

  /** The day's rows. */
  public long rows() {
    return facts.rows();
  }

  /** Their content fingerprint. */
  public String fingerprint() {
    return facts.fingerprint();
  }

  /** The id of the commit; empty if it is not known. */
  public Optional<String> commit() {
    return Optional.of(origin.commit()).filter(id -> !id.isEmpty());
  }

  /** Which past of dimensions they show. */
  public Optional<String> history() {
    return facts.history();
  }

  /** The tables that they were made of. */
  public List<ReadFacts> reads() {
    return facts.reads();
  }

  /** The files that they were made of. */
  public List<InputFacts> inputs() {
    return facts.inputs();
  }
}
