/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import io.dayfill.cli.Answer.Need;
import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Definition;
import io.dayfill.delta.LogCommit;
import io.dayfill.ledger.Facts;
import io.dayfill.ledger.Hold;
import io.dayfill.notify.Secrets;
import io.dayfill.run.BackfillReport;
import io.dayfill.run.HeldBackfills;
import io.dayfill.spark.HadoopSettings;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code publish ID}: make a held backfill visible. */
@Command(
    name = "publish",
    mixinStandardHelpOptions = true,
    description = {
      "Publishes a held backfill: all its days in one commit that moves no data, or none.",
      "Twice is harmless."
    },
    footer = {"", "Example:", "  ./submit.sh publish 204fe1b97ad6"})
final class PublishCommand implements SparkCommand {
  @Mixin private ProjectOptions project = new ProjectOptions();
  @Mixin private BackfillIdOption id = new BackfillIdOption();

  @Override
  public Need prepare() {
    Optional<Hold> hold = held().find(id.value());
    Definition definition = hold.map(held()::definition).orElseGet(project::definition);
    Secrets.requireAll(definition);
    if (held().publication(definition, id.value()).isPresent()) {
      return Need.NOTHING;
    }
    held().requirePublishable(hold.orElseThrow(() -> unknown(definition, id.value())));
    return Need.SPARK_SHORT;
  }

  /** The answer to an id that nothing is held by. */
  static DayfillException unknown(Definition definition, String id) {
    return DayfillException.usage(
        "nothing is held by the id " + id + "; status of " + definition.table() + " shows what is");
  }

  @Override
  public int execute(Terminal terminal) {
    Optional<Hold> hold = held().find(id.value());
    Definition definition = hold.map(held()::definition).orElseGet(project::definition);
    Optional<LogCommit> published = held().publication(definition, id.value());
    if (published.isPresent()) {
      hold.ifPresent(held()::forget);
      held().tellAgain(definition).forEach(text -> terminal.note("warning: " + text));
      return already(terminal, definition, published.get());
    }
    BackfillReport report = held().publish(hold.orElseThrow(() -> unknown(definition, id.value())));
    Reports.warnings(report).forEach(terminal::note);
    if (project.json()) {
      terminal.json(Runs.of("publish", report));
    } else {
      terminal.result(Reports.published("published " + id.value(), report, definition));
    }
    return report.exitCode();
  }

  private int already(Terminal terminal, Definition definition, LogCommit commit) {
    int days = Facts.days(commit).size();
    if (project.json()) {
      terminal.json(
          new Already("publish", definition.table(), id.value(), 0, commit.version(), days));
    } else {
      terminal.result(
          id.value()
              + " is published already: "
              + commit.described()
              + ", "
              + days
              + (days == 1 ? " day" : " days")
              + " of "
              + definition.table()
              + "; nothing was to be done");
    }
    return 0;
  }

  private HeldBackfills held() {
    return new HeldBackfills(project.project(), HadoopSettings.withoutSession());
  }

  /** The JSON of a publication that was there before. */
  record Already(
      String command,
      String table,
      String backfill,
      int exitCode,
      long alreadyPublishedBy,
      int days) {}
}
