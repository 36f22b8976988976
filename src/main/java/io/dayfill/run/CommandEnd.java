/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import io.dayfill.definition.Definition;
import io.dayfill.definition.Project;
import io.dayfill.delta.TableLog;
import io.dayfill.delta.TableState;
import io.dayfill.ledger.Ledger;
import io.dayfill.ledger.LedgerLook;
import io.dayfill.ledger.Recovery;
import io.dayfill.ledger.RunRecord;
import io.dayfill.notify.Telling;
import io.dayfill.plan.TablePast;
import io.dayfill.spark.Sessions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a command that wrote: consumers are told, and the ledger gets the command's rows and
 * what the table's commits tell of commands that were killed before they could. Neither fails a
 * command: the table is the truth, and the next command does what lacks.
 */
final class CommandEnd {
  private static final Logger LOG = LoggerFactory.getLogger(CommandEnd.class);

  private final Project project;
  private final Definition definition;
  private final Configuration hadoop;
  private final Optional<Sessions> sessions;
  private final String backfill;

  /**
   * The end of the command {@code backfill}.
   *
   * @param sessions its session; empty where Spark took no part
   */
  CommandEnd(
      Project project,
      Definition definition,
      Configuration hadoop,
      Optional<Sessions> sessions,
      String backfill) {
    this.project = project;
    this.definition = definition;
    this.hadoop = hadoop;
    this.sessions = sessions;
    this.backfill = backfill;
  }

  /**
   * Tells and writes.
   *
   * @param table the table as it is now; empty if there is none
   * @param rows the command's rows, made of what the ledger says
   * @return what went wrong with consumers, a line each
   */
  List<String> record(Optional<TableState> table, Function<LedgerLook, List<RunRecord>> rows) {
    List<String> warnings = new ArrayList<>();
    try {
      Ledger ledger = new Ledger(project, hadoop);
      LedgerLook look = ledger.read(definition.table());
      List<RunRecord> all = new ArrayList<>(rows.apply(look));
      if (table.isPresent()) {
        all = told(look, all, table.get(), warnings);
      }
      if (!all.isEmpty()) {
        new LedgerWriter(ledger, Ledger.path(project), hadoop, sessions).append(all);
      }
    } catch (RuntimeException unwritable) {
      LOG.warn(
          "the ledger could not be written ({}); the next command adds what the table's commits tell",
          String.valueOf(unwritable.getMessage()).lines().findFirst().orElse(""));
      LOG.debug("the ledger could not be written", unwritable);
    }
    return warnings;
  }

  private List<RunRecord> told(
      LedgerLook look, List<RunRecord> rows, TableState table, List<String> warnings) {
    String path = project.resolve(definition.location());
    TableLog log = new TableLog(path, hadoop);
    List<RunRecord> all = new ArrayList<>(rows);
    all.addAll(
        new Recovery(definition.table(), table.id(), log, backfill)
            .lacking(look, rows, table.version()));
    all.addAll(AdjustmentsLook.of(project, definition, hadoop).lacking(look, rows, backfill));
    Telling.Told told =
        new Telling(project, definition, hadoop)
            .tell(
                look, all, table.id(), () -> TablePast.read(definition, path, hadoop, () -> look));
    warnings.addAll(told.warnings());
    return told.rows();
  }
}
