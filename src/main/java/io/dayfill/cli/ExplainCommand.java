/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import io.dayfill.cli.Answer.Need;
import io.dayfill.definition.Definition;
import io.dayfill.plan.TablePast;
import io.dayfill.run.Planning;
import io.dayfill.spark.HadoopSettings;
import java.time.LocalDate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code explain TABLE DAY}: what made a stored day, from its facts alone. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description = {
      "Tells what made a stored day: source bytes, definition, checks, run, and what it replaced and",
      "why, back to its first publication; from what commits and ledger have recorded, without Spark.",
      "DAY is the day itself, not its run date: the run of 2026-09-16 fills the day 2026-09-15."
    },
    footer = {"", "Example:", "  ./submit.sh explain orders_daily 2026-09-15"})
final class ExplainCommand implements SparkCommand {
  @Mixin private ProjectOptions project = new ProjectOptions();

  @Parameters(index = "0", paramLabel = "TABLE", description = "The table: a definition of conf/.")
  private String table = "";

  @Parameters(
      index = "1",
      paramLabel = "DAY",
      converter = RunDateConverter.OfDay.class,
      description = "The day, yyyy-MM-dd (not the run date that fills it).")
  private LocalDate day = LocalDate.EPOCH;

  @Override
  public Need prepare() {
    project.definition(table);
    return Need.NOTHING;
  }

  @Override
  public int execute(Terminal terminal) {
    Definition definition = project.definition(table);
    TablePast past = Planning.past(project.project(), definition, HadoopSettings.withoutSession());
    past.ledger().problem().ifPresent(terminal::note);
    ExplainView view = new ExplainView(definition, past, day);
    if (project.json()) {
      terminal.json(view.document());
    } else {
      terminal.result(view.text());
    }
    return 0;
  }
}
