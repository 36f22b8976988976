/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.plan;

import io.dayfill.definition.DefinitionParts;
import io.dayfill.delta.LogCommit;
import io.dayfill.ledger.CommitFacts;
import io.dayfill.ledger.DayFacts;
import io.dayfill.ledger.Facts;
import io.dayfill.ledger.InputFacts;
import io.dayfill.ledger.RunRecord;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One publication of a day, as its commit tells it or, where Delta has removed the commit, the
 * ledger.
 *
 * @param version the table's version
 * @param backfill the command's id
 * @param facts the day: its rows, what they were made of, what was checked
 * @param definition the definition's fingerprint
 * @param parts the definition's parts, if they were recorded
 * @param files identities of the day's data files
 * @param origin the command
 */
public record Publication(
    long version,
    String backfill,
    DayFacts facts,
    String definition,
    Optional<DefinitionParts> parts,
    Set<String> files,
    Origin origin) {
  public Publication {
    files = Set.copyOf(files);
  }

  static Publication of(LogCommit commit, CommitFacts facts, DayFacts day) {
    return new Publication(
        commit.version(),
        facts.backfill(),
        day,
        facts.definition(),
        facts.parts(),
        new HashSet<>(Facts.files(commit, day.day())),
        Origin.of(commit.timestamp(), facts));
  }

  static Publication of(RunRecord run) {
    return new Publication(
        run.tableVersion().orElse(-1),
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

  /** The files that they were made of. */
  public List<InputFacts> inputs() {
    return facts.inputs();
  }
}
