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
import java.math.BigDecimal;
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
  /** What both sides would weigh as text, in sizes of the held Parquet files. */
  private static final int BOTH_SIDES_AS_TEXT = 6;

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
    held().requireFiles(hold());
    return RunOptions.need(BOTH_SIDES_AS_TEXT * hold().sizeBytes());
  }

  @Override
  public int execute(Terminal terminal) {
    Hold hold = hold();
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
    int exitCode = over ? Outcome.REFUSED.exitCode() : 0;
    if (project.json()) {
      terminal.json(
          new Document(
              "diff",
              definition.table(),
              hold.id(),
              exitCode,
              found.days(),
              found.newKeys(),
              found.vanishedKeys(),
              found.sample()));
    } else {
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
    return exitCode;
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

  private Hold hold() {
    return held()
        .find(id.value())
        .orElseThrow(() -> PublishCommand.unknown(project.definition(), id.value()));
  }

  private HeldBackfills held() {
    return new HeldBackfills(project.project(), HadoopSettings.withoutSession());
  }

  /** The JSON of the command. */
  record Document(
      String command,
      String table,
      String backfill,
      int exitCode,
      List<DayDifference> days,
      List<String> newKeys,
      List<String> vanishedKeys,
      List<ChangedRow> sample) {}
}
