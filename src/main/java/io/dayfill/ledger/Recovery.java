/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.ledger;

import io.dayfill.definition.Outcome;
import io.dayfill.delta.LogCommit;
import io.dayfill.delta.TableLog;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Tells from a table's commits what the ledger lacks: runs of commands that were killed, and what
 * the present command has published without running a day.
 */
public final class Recovery {
  private final String table;
  private final String tableId;
  private final TableLog log;
  private final String present;

  /**
   * For the table named {@code table}, whose Delta id is {@code tableId}.
   *
   * @param present the backfill of the present command, whose rows are no recovered ones
   */
  public Recovery(String table, String tableId, TableLog log, String present) {
    this.table = table;
    this.tableId = tableId;
    this.log = log;
    this.present = present;
  }

  /**
   * A row for each published day that neither {@code look} nor {@code added} has.
   *
   * @param look the ledger as it is
   * @param added the rows that the present command is about to add
   * @param head the table's version up to which the commits are read, included
   */
  public List<RunRecord> lacking(LedgerLook look, List<RunRecord> added, long head) {
    Set<String> known = new HashSet<>();
    look.runs().forEach(run -> run.commit().ifPresent(known::add));
    added.forEach(run -> run.commit().ifPresent(known::add));
    long covered = look.coveredVersion(tableId);
    List<RunRecord> lacking = new ArrayList<>();
    for (long version : log.versions()) {
      if (version > covered && version <= head) {
        log.commit(version).ifPresent(commit -> add(commit, known, head, lacking));
      }
    }
    return lacking;
  }

  private void add(LogCommit commit, Set<String> known, long head, List<RunRecord> lacking) {
    Facts.of(commit)
        .filter(facts -> !known.contains(facts.commit()))
        .ifPresent(
            facts -> facts.days().forEach(day -> lacking.add(record(commit, facts, day, head))));
  }

  private RunRecord record(LogCommit commit, CommitFacts facts, DayFacts day, long head) {
    return new RunRecord(
        table,
        Optional.of(tableId),
        facts.backfill(),
        Optional.of(facts.commit()),
        day.runDate(),
        day.day(),
        0,
        Outcome.PUBLISHED,
        facts.reason(),
        facts.undoes(),
        facts.corrects(),
        OptionalLong.of(day.rows()),
        Optional.of(day.fingerprint()),
        day.sums(),
        day.inputs(),
        day.checks(),
        day.history(),
        day.reads(),
        Facts.files(commit, day.day()),
        facts.definition(),
        facts.parts(),
        Optional.empty(),
        facts.dayfill(),
        OptionalLong.of(commit.version()),
        OptionalLong.of(head),
        Optional.empty(),
        commit.timestamp(),
        OptionalLong.empty(),
        facts.by(),
        ConsumerFacts.promised(facts.consumers()),
        !facts.backfill().equals(present));
  }
}
