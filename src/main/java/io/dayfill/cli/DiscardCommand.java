/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import io.dayfill.cli.Answer.Need;
import io.dayfill.ledger.Hold;
import io.dayfill.run.HeldBackfills;
import io.dayfill.spark.HadoopSettings;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code discard ID}: drop a held backfill. */
@Command(
    name = "discard",
    mixinStandardHelpOptions = true,
    description = "Drops a held backfill; its staged files are left to VACUUM. Needs no Spark.",
    footer = {"", "Example:", "  ./submit.sh discard 204fe1b97ad6"})
final class DiscardCommand implements SparkCommand {
  @Mixin private ProjectOptions project = new ProjectOptions();
  @Mixin private BackfillIdOption id = new BackfillIdOption();

  @Override
  public Need prepare() {
    hold();
    return Need.NOTHING;
  }

  @Override
  public int execute(Terminal terminal) {
    Hold hold = hold();
    held().forget(hold);
    if (project.json()) {
      terminal.json(
          new Document(
              "discard",
              hold.table(),
              hold.id(),
              0,
              hold.days().stream().map(day -> day.day().toString()).toList()));
    } else {
      terminal.result(
          "discarded "
              + hold.id()
              + ": "
              + hold.table()
              + " "
              + hold.span()
              + ", "
              + hold.rows()
              + " rows; the table is as it was");
    }
    return 0;
  }

  private Hold hold() {
    return held()
        .find(id.value())
        .orElseThrow(() -> PublishCommand.unknown(project.definition(), id.value()));
  }

  private HeldBackfills held() {
    return new HeldBackfills(project.project(), HadoopSettings.withoutSession());
  }

  /** The JSON of the command. */
  record Document(String command, String table, String backfill, int exitCode, List<String> days) {}
}
