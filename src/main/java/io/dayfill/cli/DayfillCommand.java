/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program; its commands do the work. */
@Command(
    name = "dayfill",
    versionProvider = BuildInfo.class,
    mixinStandardHelpOptions = true,
    subcommands = {
      LoadCommand.class,
      CheckCommand.class,
      BackfillCommand.class,
      PlanCommand.class,
      StatusCommand.class,
      HistoryCommand.class,
      ExplainCommand.class,
      DiffCommand.class,
      PublishCommand.class,
      DiscardCommand.class,
      UndoCommand.class,
      ConflictsCommand.class,
      MakeDaysCommand.class
    },
    description = {
      "Fills a Delta table one day at a time, and fills any past day again, safely.",
      "The run of a date fills the day before it (day_offset of the definition)."
    },
    footer = {
      "",
      "Examples:",
      "  ./submit.sh load 2026-09-16                  fill 15 September",
      "  ./submit.sh check 2026-09-16                 compare it with its file",
      "  ./submit.sh backfill 2026-09-02 2026-10-01   fill September (1st to 30th)",
      "  ./submit.sh plan 2026-09-02 2026-10-01       what that would do with each day",
      "  ./submit.sh status                           the state of each day and why",
      "  ./submit.sh history --limit 5                what changed last",
      "  ./submit.sh explain orders_daily 2026-09-15  what made that day, and what it replaced",
      "  ./submit.sh backfill FIRST LAST --publish hold   compute, look (diff ID), then publish ID",
      "  ./submit.sh --master spark://host:7077 load 2026-09-16",
      "",
      "Exit codes: 0 OK, 2 usage, 3 source not ready, 4 refused (bad input or failed",
      "check), 5 write conflict, 1 anything else. A range ends with its gravest:",
      "1, then 5, 4, 3, 0."
    })
final class DayfillCommand implements Runnable {
  @Spec private CommandSpec spec;

  DayfillCommand(CommandSpec unset) {
    this.spec = unset;
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "name a command: load, check, backfill, plan, status, history, explain, diff, publish, discard, undo, conflicts or make-days");
  }
}
