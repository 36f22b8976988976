/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import io.dayfill.cli.Answer.Need;
import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Definition;
import io.dayfill.definition.Layout;
import io.dayfill.definition.Outcome;
import io.dayfill.delta.DeltaInternals;
import io.dayfill.spark.Sessions;
import io.dayfill.workshop.ConflictOptions;
import io.dayfill.workshop.ConflictReport;
import io.dayfill.workshop.ConflictRound;
import io.dayfill.workshop.ConflictWorkshop;
import io.dayfill.workshop.WorkshopRows;
import io.dayfill.workshop.WriterEnd;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code conflicts}: Delta's write conflict on an unpartitioned copy, and its absence on a
 * partitioned one.
 */
@Command(
    name = "conflicts",
    mixinStandardHelpOptions = true,
    description = {
      "Shows Delta's write conflict, and how partitions avoid it.",
      "Several writers at once each replace their own day: on an unpartitioned copy all but one are refused, on a copy partitioned by the day all succeed. Works on copies, never on your table.",
      "The copies hold the table's first days, or the sample's if the table has too few."
    },
    footer = {"", "Example:", "  ./submit.sh conflicts --writers 4 --rounds 3"})
final class ConflictsCommand implements SparkCommand {
  @Mixin private ProjectOptions project = new ProjectOptions();

  @Option(
      names = "--writers",
      paramLabel = "N",
      description = "How many writers, 2 to 30 (default: " + ConflictOptions.DEFAULT_WRITERS + ").")
  private int writers = ConflictOptions.DEFAULT_WRITERS;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description =
          "How many rounds on each copy (default: " + ConflictOptions.DEFAULT_ROUNDS + ").")
  private int rounds = ConflictOptions.DEFAULT_ROUNDS;

  @Option(
      names = "--free-running",
      description =
          "Do not hold the writers between their read and their commit: who conflicts is then left to chance.")
  private boolean freeRunning;

  @Override
  public Need prepare() {
    if (writers < 2 || writers > WorkshopRows.SAMPLE_DAYS) {
      throw DayfillException.usage(
          "--writers " + writers + ": write a number from 2 to " + WorkshopRows.SAMPLE_DAYS);
    }
    if (rounds < 1) {
      throw DayfillException.usage("--rounds " + rounds + ": write a number from 1");
    }
    project.definition();
    return Need.SPARK_SHORT;
  }

  @Override
  public int execute(Terminal terminal) {
    if (!freeRunning && !DeltaInternals.canObserve()) {
      throw DayfillException.usage(
          "the workshop cannot hold its writers between read and commit here: this Delta does not have the classes that it needs; say --free-running");
    }
    Definition definition = project.definition();
    try (Sessions sessions =
        Sessions.open("dayfill conflicts", project.project().scratch("spark"))) {
      SparkSession session = sessions.child(definition.timeZone());
      Dataset<Row> rows =
          WorkshopRows.of(
              session,
              project.project().resolve(definition.location()),
              definition.dayColumn(),
              writers);
      ConflictWorkshop workshop =
          new ConflictWorkshop(
              session,
              project.project().scratch("workshop", definition.location()),
              rows,
              definition.dayColumn());
      ConflictReport report =
          workshop.run(
              new ConflictOptions(writers, rounds, freeRunning),
              round -> terminal.note(line(round)));
      workshop.removeCopies(report);
      return print(terminal, definition, report);
    }
  }

  private int print(Terminal terminal, Definition definition, ConflictReport report) {
    int exitCode = report.asExpected() ? 0 : Outcome.FAILED.exitCode();
    if (project.json()) {
      terminal.json(document(definition, report, exitCode));
    } else {
      report.rounds().forEach(round -> terminal.result(text(round)));
      terminal.result(summary(report));
    }
    if (exitCode != 0) {
      terminal.failure("the writers did not end as Delta promises; see the rounds above");
    }
    return exitCode;
  }

  private static String line(ConflictRound round) {
    return round.layout().word()
        + ", round "
        + round.round()
        + ": "
        + round.winners().size()
        + " of "
        + round.writers().size()
        + " writers succeeded";
  }

  private static String text(ConflictRound round) {
    TextTable table =
        new TextTable(
            "writer", "day", "ended", "error class", "rows before", "rows after", "run again");
    for (WriterEnd end : round.writers()) {
      table.row(
          end.writer(),
          end.day(),
          end.won()
              ? "won, version " + end.version().orElseThrow()
              : end.unchanged() ? "lost, changed nothing" : "lost, DAY CHANGED",
          end.errorClass().orElse(""),
          end.rowsBefore(),
          end.rowsAfter(),
          rerun(round, end));
    }
    return "\n" + line(round) + "\n" + table.text();
  }

  private static String rerun(ConflictRound round, WriterEnd end) {
    return round.reruns().stream()
        .filter(again -> again.day().equals(end.day()))
        .findFirst()
        .map(
            again ->
                again.replacedItsDay()
                    ? "loaded, version " + again.version().orElseThrow()
                    : "failed")
        .orElse("");
  }

  private static String summary(ConflictReport report) {
    return "\n"
        + summary(report, Layout.UNPARTITIONED)
        + "; "
        + summary(report, Layout.PARTITIONED);
  }

  private static String summary(ConflictReport report, Layout layout) {
    List<ConflictRound> rounds = report.rounds(layout);
    int lost = rounds.stream().mapToInt(round -> round.losers().size()).sum();
    int all = rounds.stream().mapToInt(round -> round.writers().size()).sum();
    return layout.word()
        + ": "
        + lost
        + " of "
        + all
        + " writers lost a conflict in "
        + rounds.size()
        + (rounds.size() == 1 ? " round" : " rounds");
  }

  private static Document document(Definition definition, ConflictReport report, int exitCode) {
    List<Round> rounds =
        report.rounds().stream()
            .map(
                round ->
                    new Round(
                        round.layout().word(),
                        round.round(),
                        round.winners().size(),
                        round.losers().size(),
                        round.writers().stream().map(end -> writer(round, end)).toList()))
            .toList();
    int lost = report.rounds().stream().mapToInt(round -> round.losers().size()).sum();
    int all = report.rounds().stream().mapToInt(round -> round.writers().size()).sum();
    return new Document("conflicts", definition.table(), exitCode, new Totals(all, lost), rounds);
  }

  private static Writer writer(ConflictRound round, WriterEnd end) {
    return new Writer(
        end.writer(),
        end.day(),
        end.won() ? "PUBLISHED" : "CONFLICT",
        end.errorClass(),
        end.version(),
        end.rowsBefore(),
        end.rowsAfter(),
        end.unchanged(),
        rerun(round, end));
  }

  /** The JSON of the command. */
  record Document(String command, String table, int exitCode, Totals totals, List<Round> rounds) {}

  /** Sums over all rounds. */
  record Totals(int runs, int failed) {}

  /** One round on one copy. */
  record Round(String layout, int round, int won, int lost, List<Writer> writers) {}

  /** How one writer ended, and how its run again did. */
  record Writer(
      String writer,
      LocalDate day,
      String outcome,
      Optional<String> errorClass,
      Optional<Long> version,
      long rowsBefore,
      long rowsAfter,
      boolean unchanged,
      String rerun) {}
}
