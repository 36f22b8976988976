/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import io.dayfill.definition.Definition;
import io.dayfill.definition.Project;
import io.dayfill.delta.TableLog;
import io.dayfill.delta.TableState;
import io.dayfill.ledger.Ledger;
import io.dayfill.ledger.LedgerLook;
import io.dayfill.ledger.Recovery;
import io.dayfill.spark.Sessions;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the ledger's rows of a command that published without running a day: its commit tells them
 * all.
 */
final class CommitRecorder {
  private static final Logger LOG = LoggerFactory.getLogger(CommitRecorder.class);

  private final Project project;
  private final Definition definition;
  private final Sessions sessions;

  CommitRecorder(Project project, Definition definition, Sessions sessions) {
    this.project = project;
    this.definition = definition;
    this.sessions = sessions;
  }

  /** Adds what the commits up to {@code table} tell; {@code backfill} is the present command's. */
  void record(TableState table, String backfill) {
    try {
      Ledger ledger = new Ledger(project, sessions.hadoop());
      LedgerLook look = ledger.read(definition.table());
      TableLog log = new TableLog(project.resolve(definition.location()), sessions.hadoop());
      Recovery commits = new Recovery(definition.table(), table.id(), log, backfill);
      new LedgerWriter(ledger, Ledger.path(project), sessions.hadoop(), Optional.of(sessions))
          .append(commits.lacking(look, List.of(), table.version()));
    } catch (RuntimeException unwritable) {
      LOG.warn(
          "the ledger could not be written ({}); the next command adds what the table's commits tell",
          String.valueOf(unwritable.getMessage()).lines().findFirst().orElse(""));
      LOG.debug("the ledger could not be written", unwritable);
    }
  }
}
