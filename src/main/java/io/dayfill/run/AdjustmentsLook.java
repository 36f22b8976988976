/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import io.dayfill.definition.Adjustments;
import io.dayfill.definition.Definition;
import io.dayfill.definition.Project;
import io.dayfill.delta.KernelReader;
import io.dayfill.delta.LogCommit;
import io.dayfill.delta.TableLog;
import io.dayfill.delta.TableState;
import io.dayfill.ledger.LedgerLook;
import io.dayfill.ledger.Recovery;
import io.dayfill.ledger.RunRecord;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;

/** The table of adjustments as the ledger needs it: its id, its head and its commits. */
final class AdjustmentsLook {
  private final String table;
  private final TableLog log;
  private final Optional<TableState> state;

  private AdjustmentsLook(String table, TableLog log, Optional<TableState> state) {
    this.table = table;
    this.log = log;
    this.state = state;
  }

  /** The adjustments of {@code definition}'s table as they are now, if there are any. */
  static AdjustmentsLook of(Project project, Definition definition, Configuration hadoop) {
    String path = project.resolve(Adjustments.location(definition));
    Optional<TableState> state =
        definition.adjusts() ? new KernelReader(path, hadoop).latest() : Optional.empty();
    return new AdjustmentsLook(definition.table(), new TableLog(path, hadoop), state);
  }

  /** Delta's id of the adjustments. */
  Optional<String> id() {
    return state.map(TableState::id);
  }

  /** Their newest version. */
  OptionalLong head() {
    return state.map(now -> OptionalLong.of(now.version())).orElse(OptionalLong.empty());
  }

  /** The commit of {@code version}. */
  Optional<LogCommit> commit(long version) {
    return log.commit(version);
  }

  /** Rows of corrections that neither {@code look} nor {@code added} has. */
  List<RunRecord> lacking(LedgerLook look, List<RunRecord> added, String backfill) {
    return state
        .map(
            now -> new Recovery(table, now.id(), log, backfill).lacking(look, added, now.version()))
        .orElse(List.of());
  }
}
