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
 * @param rows the day's rows
 * @param fingerprint their content fingerprint
 * @param inputs what they were made of
 * @param definition the definition's fingerprint
 * @param parts the definition's parts, if they were recorded
 * @param files identities of the day's data files
 */
public record Publication(
    long version,
    String backfill,
    long rows,
    String fingerprint,
    List<InputFacts> inputs,
    String definition,
    Optional<DefinitionParts> parts,
    Set<String> files) {
  public Publication {
    inputs = List.copyOf(inputs);
    files = Set.copyOf(files);
  }

  static Publication of(LogCommit commit, CommitFacts facts, DayFacts day) {
    return new Publication(
        commit.version(),
        facts.backfill(),
        day.rows(),
        day.fingerprint(),
        day.inputs(),
        facts.definition(),
        facts.parts(),
        new HashSet<>(Facts.files(commit, day.day())));
  }

  static Publication of(RunRecord run) {
    return new Publication(
        run.tableVersion().orElse(-1),
        run.backfill(),
        run.rows().orElse(0),
        run.fingerprint().orElse(""),
        run.inputs(),
        run.definition(),
        run.definitionParts(),
        new HashSet<>(run.files()));
  }
}
