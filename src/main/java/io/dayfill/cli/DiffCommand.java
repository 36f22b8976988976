/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import io.dayfill.check.DayDifference;
import io.dayfill.check.DayDifference.ChangedRow;
import io.dayfill.cli.Answer.Need;
import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Definition;
import io.dayfill.definition.Outcome;
import io.dayfill.ledger.Hold;
import io.dayfill.run.HeldBackfills;
import io.dayfill.run.HeldDiff;
import io.dayfill.spark.HadoopSettings;
import io.dayfill.spark.Sessions;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code diff ID}: a held backfill against the published days. */
@Command(
    name = "diff",
    mixinStandardHelpOptions = true,
    description = {
      "Compares a held backfill with the days as they are: rows added, removed and changed by key,",
      "sums, keys, and a few changed rows with only the columns that differ. Writes nothing."
    },
    footer = {
      "",
      "Examples:",
      "  ./submit.sh diff 204fe1b97ad6",
      "  ./submit.sh diff 204fe1b97ad6 --sample 0 --fail-over 5   exit code 4 over 5 percent"
    })
final class DiffCommand implements SparkCommand {
  private static final int BOTH_SIDES = 2;

  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  @Mixin private ProjectOptions project = new ProjectOptions();
  @Mixin private BackfillIdOption id = new BackfillIdOption();

  @Option(
      names = "--sample",
      paramLabel = "N",
      description = "How many changed rows are shown (default: 5; 0: none).")
  private int sample = 5;

  @Option(
      names = "--fail-over",
      paramLabel = "PERCENT",
      description = "End with exit code 4 if more rows than that are added, removed or changed.")
  private Optional<BigDecimal> failOver = Optional.empty();

  @Override
  public Need prepare() {
    if (sample < 0 || sample > 1000) {
      throw DayfillException.usage("--sample is a number of rows from 0 to 1000, not " + sample);
    }
    holds().forEach(held()::requireFiles);
    return RunOptions.needOfTables(BOTH_SIDES * holds().stream().mapToLong(Hold::sizeBytes).sum());
  }

  @Override
  public int execute(Terminal terminal) {
    List<Hold> holds = holds();
    if (holds.size() == 1) {
      return execute(terminal, holds);
    }
    try (Sessions sessions = Sessions.open("dayfill diff", project.project().scratch("spark"))) {
      sessions.parallelism();
      return execute(terminal, holds);
    }
  }

  private int execute(Terminal terminal, List<Hold> holds) {
    List<Document> documents = new ArrayList<>();
    for (Hold hold : holds) {
      documents.add(compare(terminal, hold));
    }
    int exitCode = documents.stream().mapToInt(Document::exitCode).max().orElse(0);
    if (project.json()) {
      terminal.json(documents.get(0).with(documents.subList(1, documents.size()), exitCode));
    }
    return exitCode;
  }

  private Document compare(Terminal terminal, Hold hold) {
    Definition definition = held().definition(hold);
    HeldDiff.Found found = new HeldDiff(project.project(), definition, hold).run(sample);
    long touched = found.total(DayDifference::touched);
    long before = found.total(DayDifference::before);
    boolean over =
        failOver
            .filter(
                percent ->
                    HUNDRED
                            .multiply(BigDecimal.valueOf(touched))
                            .compareTo(percent.multiply(BigDecimal.valueOf(before)))
                        > 0)
            .isPresent();
    if (!project.json()) {
      show(terminal, hold, definition, found);
    }
    if (over) {
      terminal.failure(
          definition.table()
              + ": backfill "
              + hold.id()
              + " touches "
              + touched
              + " of "
              + before
              + " rows, more than --fail-over "
              + failOver.orElseThrow()
              + " percent; look at it, then publish or discard it");
    }
    return new Document(
        "diff",
        definition.table(),
        hold.id(),
        over ? Outcome.REFUSED.exitCode() : 0,
        found.days(),
        found.newKeys(),
        found.vanishedKeys(),
        found.sample(),
        found.histories(),
        Optional.empty());
  }

  private static void show(
      Terminal terminal, Hold hold, Definition definition, HeldDiff.Found found) {
    TextTable text =
        new TextTable("day", "before", "after", "added", "removed", "changed", "unchanged", "sums");
    for (DayDifference day : found.days()) {
      text.row(
          day.day(),
          day.before(),
          day.after(),
          day.added(),
          day.removed(),
          day.changed(),
          day.unchanged(),
          day.sums().stream()
              .map(
                  sum ->
                      sum.column()
                          + " "
                          + sum.before().toPlainString()
                          + " -> "
                          + sum.after().toPlainString())
              .collect(Collectors.joining(", ")));
    }
    terminal.result(text.text());
    found.histories().line().ifPresent(terminal::result);
    keys(terminal, "new", found.newKeys(), found.total(DayDifference::added));
    keys(terminal, "vanished", found.vanishedKeys(), found.total(DayDifference::removed));
    found.sample().forEach(row -> terminal.result(changed(row, definition)));
    terminal.result(
        hold.id()
            + " against "
            + hold.table()
            + ": "
            + found.total(DayDifference::added)
            + " added, "
            + found.total(DayDifference::removed)
            + " removed, "
            + found.total(DayDifference::changed)
            + " changed, "
            + found.total(DayDifference::unchanged)
            + " unchanged");
  }

  private static void keys(Terminal terminal, String kind, List<String> keys, long all) {
    if (!keys.isEmpty()) {
      terminal.result(
          kind
              + ": "
              + String.join(", ", keys)
              + (all > keys.size() ? " and more, " + all + " in all" : ""));
    }
  }

  private static String changed(ChangedRow row, Definition definition) {
    return "changed: "
        + row.day()
        + " "
        + String.join(", ", definition.key())
        + " "
        + String.join(" ", row.key())
        + ": "
        + row.columns().stream()
            .map(column -> column.column() + " " + column.before() + " -> " + column.after())
            .collect(Collectors.joining(", "));
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
      List<DayDifference> days,
      List<String> newKeys,
      List<String> vanishedKeys,
      List<ChangedRow> sample,
      HeldDiff.Histories history,
      Optional<List<Document>> downstream) {
    Document with(List<Document> derived, int gravest) {
      return derived.isEmpty()
          ? this
          : new Document(
              command,
              table,
              backfill,
              gravest,
              days,
              newKeys,
              vanishedKeys,
              sample,
              history,
              Optional.of(derived));
    }
  }
}
