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
import io.dayfill.run.BackfillTables;
import io.dayfill.run.HeldBackfills;
import io.dayfill.spark.HadoopSettings;
import io.dayfill.spark.Pool;
import io.dayfill.spark.Sessions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
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
    held().find(id.value()).stream().map(held()::definition).forEach(Secrets::requireAll);
    List<Hold> open = open();
    if (open.isEmpty()) {
      Secrets.requireAll(definition());
    }
    if (open.isEmpty() && published().isEmpty()) {
      throw unknown(project.definition(), id.value());
    }
    open.forEach(held()::requirePublishable);
    return open.isEmpty() ? Need.NOTHING : Need.SPARK_SHORT;
  }

  /** What is held and not published yet: a command may have been killed in between. */
  private List<Hold> open() {
    return held().find(id.value()).stream()
        .filter(hold -> held().publication(held().definition(hold), id.value()).isEmpty())
        .toList();
  }

  /** The commit that has published the named table, or what is held, already. */
  private Optional<LogCommit> published() {
    return held().publication(definition(), id.value());
  }

  private Definition definition() {
    return held().find(id.value()).stream()
        .findFirst()
        .map(held()::definition)
        .orElseGet(this::publishedTable);
  }

  /** The first table that has published the backfill, whatever table a command means by default. */
  private Definition publishedTable() {
    return project.named().isPresent()
        ? project.definition()
        : BackfillTables.of(project.project(), id.value(), HadoopSettings.withoutSession()).stream()
            .findFirst()
            .orElseGet(project::definition);
  }

  /** The answer to an id that nothing is held by. */
  static DayfillException unknown(Definition definition, String id) {
    return DayfillException.usage(
        "nothing is held by the id " + id + "; status of " + definition.table() + " shows what is");
  }

  @Override
  public int execute(Terminal terminal) {
    List<Hold> open = open();
    if (open.isEmpty()) {
      Definition definition = definition();
      LogCommit commit = published().orElseThrow(() -> unknown(definition, id.value()));
      held().find(id.value()).forEach(held()::forget);
      held().tellAgain(definition).forEach(text -> terminal.note("warning: " + text));
      return already(terminal, definition, commit);
    }
    held().find(id.value()).stream().filter(hold -> !open.contains(hold)).forEach(held()::forget);
    if (open.size() == 1) {
      return publish(terminal, open);
    }
    try (Sessions sessions =
        Sessions.open("dayfill publish", project.project().scratch("spark")).inPool(Pool.DAILY)) {
      sessions.parallelism();
      return publish(terminal, open);
    }
  }

  /** Upstream first; there is no commit over several tables. */
  private int publish(Terminal terminal, List<Hold> open) {
    List<Runs> documents = new ArrayList<>();
    int exitCode = 0;
    for (Hold hold : open) {
      try {
        BackfillReport report = held().publish(hold);
        exitCode = BackfillReport.gravest(List.of(exitCode, report.exitCode()));
        Reports.warnings(report).forEach(terminal::note);
        documents.add(Runs.of("publish", report));
        if (!project.json()) {
          String what = "published " + id.value();
          terminal.result(Reports.published(what, report, held().definition(hold)));
        }
      } catch (DayfillException failure) {
        if (documents.isEmpty()) {
          throw failure;
        }
        terminal.failure(String.valueOf(failure.getMessage()));
        terminal.failure(
            "backfill "
                + id.value()
                + ": published is "
                + documents.stream().map(Runs::table).collect(Collectors.joining(", "))
                + ", and not "
                + hold.table()
                + "; publish "
                + id.value()
                + " again does what is left, undo "
                + id.value()
                + " takes back what is published");
        exitCode = failure.exitCode();
        break;
      }
    }
    if (project.json()) {
      List<Runs> derived = documents.subList(1, documents.size());
      Runs first = documents.get(0);
      terminal.json(derived.isEmpty() ? first : first.with(derived, exitCode));
    }
    return exitCode;
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
