/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import io.dayfill.cli.Answer.Need;
import io.dayfill.ledger.Hold;
import io.dayfill.run.HeldBackfills;
import io.dayfill.spark.HadoopSettings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
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
    holds();
    return Need.NOTHING;
  }

  @Override
  public int execute(Terminal terminal) {
    List<Hold> holds = holds();
    // What others were computed from goes last: nothing is left that hangs in the air.
    List<Hold> reversed = new ArrayList<>(holds);
    Collections.reverse(reversed);
    reversed.forEach(held()::forget);
    List<Document> documents = holds.stream().map(DiscardCommand::document).toList();
    if (project.json()) {
      terminal.json(documents.get(0).with(documents.subList(1, documents.size())));
    } else {
      holds.forEach(
          hold ->
              terminal.result(
                  "discarded "
                      + hold.id()
                      + ": "
                      + hold.table()
                      + " "
                      + hold.span()
                      + ", "
                      + hold.rows()
                      + " rows; the table is as it was"));
    }
    return 0;
  }

  private static Document document(Hold hold) {
    return new Document(
        "discard",
        hold.table(),
        hold.id(),
        0,
        hold.days().stream().map(day -> day.day().toString()).toList(),
        Optional.empty());
  }

  private List<Hold> holds() {
    List<Hold> holds = held().find(id.value());
    if (holds.isEmpty()) {
      throw PublishCommand.unknown(project.definition(), id.value());
    }
    return holds;
  }

  private HeldBackfills held() {
    return new HeldBackfills(project.project(), HadoopSettings.withoutSession());
  }

  /** The JSON of the command; derived tables stand below the first one. */
  record Document(
      String command,
      String table,
      String backfill,
      int exitCode,
      List<String> days,
      Optional<List<Document>> downstream) {
    Document with(List<Document> derived) {
      return derived.isEmpty()
          ? this
          : new Document(command, table, backfill, exitCode, days, Optional.of(derived));
    }
  }
}
