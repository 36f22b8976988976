/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import io.dayfill.cli.Answer.Need;
import io.dayfill.definition.Definition;
import io.dayfill.definition.Redaction;
import io.dayfill.notify.Secrets;
import io.dayfill.run.BackfillId;
import io.dayfill.run.BackfillReport;
import io.dayfill.run.BackfillTables;
import io.dayfill.run.Undo;
import io.dayfill.spark.HadoopSettings;
import io.dayfill.spark.Pool;
import io.dayfill.spark.Sessions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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
      "work on other days. Of a backfill over several tables the derived ones go first; --table names one.",
      "An undo has an id of its own and can be undone."
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
    List<Definition> tables = tables();
    tables.forEach(Secrets::requireAll);
    tables.forEach(this::undo);
    return Need.SPARK_SHORT;
  }

  @Override
  public int execute(Terminal terminal) {
    List<Definition> tables = tables();
    if (tables.size() == 1) {
      return execute(terminal, tables);
    }
    try (Sessions sessions =
        Sessions.open("dayfill undo", project.project().scratch("spark")).inPool(Pool.DAILY)) {
      sessions.parallelism();
      return execute(terminal, tables);
    }
  }

  private int execute(Terminal terminal, List<Definition> tables) {
    String undoing = BackfillId.next();
    List<Integer> codes = new ArrayList<>();
    List<Runs> documents = new ArrayList<>();
    for (Definition definition : tables) {
      BackfillReport report =
          undo(definition).run(undoing, reason.map(Redaction::of), BuildInfo.version());
      Reports.warnings(report).forEach(terminal::note);
      report.failures().forEach(run -> terminal.failure(run.reason().orElse("")));
      codes.add(report.exitCode());
      documents.add(Runs.of("undo", report));
      if (!project.json()) {
        String what = "undone " + id.value() + " by " + report.backfill();
        terminal.result(Reports.published(what, report, definition));
      }
    }
    int exitCode = BackfillReport.gravest(codes);
    if (project.json()) {
      List<Runs> others = documents.subList(1, documents.size());
      terminal.json(others.isEmpty() ? documents.get(0) : documents.get(0).with(others, exitCode));
    }
    return exitCode;
  }

  /** The tables that the backfill has published: what was computed from others goes first. */
  private List<Definition> tables() {
    if (project.named().isPresent()) {
      return List.of(project.definition());
    }
    List<Definition> tables =
        new ArrayList<>(
            BackfillTables.of(project.project(), id.value(), HadoopSettings.withoutSession()));
    Collections.reverse(tables);
    return tables.isEmpty() ? List.of(project.definition()) : tables;
  }

  private Undo undo(Definition definition) {
    return new Undo(project.project(), definition, id.value(), HadoopSettings.withoutSession());
  }
}
