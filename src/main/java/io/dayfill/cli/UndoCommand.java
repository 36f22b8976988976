/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import io.dayfill.cli.Answer.Need;
import io.dayfill.definition.Definition;
import io.dayfill.notify.Secrets;
import io.dayfill.run.BackfillReport;
import io.dayfill.run.Undo;
import io.dayfill.spark.HadoopSettings;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code undo ID}: give the days of one backfill their previous content back. */
@Command(
    name = "undo",
    mixinStandardHelpOptions = true,
    description = {
      "Gives the days of one backfill back exactly what they had before it, in one commit that moves",
      "no data. Days that somebody changed since keep what they have and are named; so does all later",
      "work on other days. An undo has an id of its own and can be undone."
    },
    footer = {"", "Example:", "  ./submit.sh undo 204fe1b97ad6 --reason 'wrong rates'"})
final class UndoCommand implements SparkCommand {
  @Mixin private ProjectOptions project = new ProjectOptions();
  @Mixin private BackfillIdOption id = new BackfillIdOption();

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "Why it is undone; kept in the commit.")
  private Optional<String> reason = Optional.empty();

  @Override
  public Need prepare() {
    Secrets.requireAll(project.definition());
    undo();
    return Need.SPARK_SHORT;
  }

  @Override
  public int execute(Terminal terminal) {
    Definition definition = project.definition();
    BackfillReport report = undo().run(reason, BuildInfo.version());
    Reports.warnings(report).forEach(terminal::note);
    report.failures().forEach(run -> terminal.failure(run.reason().orElse("")));
    if (project.json()) {
      terminal.json(Runs.of("undo", report));
    } else {
      String what = "undone " + id.value() + " by " + report.backfill();
      terminal.result(Reports.published(what, report, definition));
    }
    return report.exitCode();
  }

  private Undo undo() {
    return new Undo(
        project.project(), project.definition(), id.value(), HadoopSettings.withoutSession());
  }
}
