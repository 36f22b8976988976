/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import io.dayfill.check.DayComparison;
import io.dayfill.cli.Answer.Need;
import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Definition;
import io.dayfill.definition.Outcome;
import io.dayfill.run.DayCheck;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code check RUN_DATE}: compare a stored day with its source. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description =
        "Reads a stored day and its source again and compares rows, keys and sums; writes nothing.",
    footer = {"", "Example:", "  ./submit.sh check 2026-09-16"})
final class CheckCommand implements SparkCommand {
  @Mixin private ProjectOptions project = new ProjectOptions();
  @Mixin private RunDateOption runDate = new RunDateOption();

  @Override
  public Need prepare() {
    return new RunOptions().need(project, List.of(runDate.value()));
  }

  @Override
  public int execute(Terminal terminal) {
    Definition definition = project.definition();
    LocalDate day = definition.day(runDate.value());
    try {
      DayComparison found = new DayCheck(project.project(), definition, runDate.value()).run();
      Optional<String> failure =
          found.isSame()
              ? Optional.empty()
              : Optional.of(
                  definition.table()
                      + " "
                      + day
                      + " check failed: "
                      + described(found, definition));
      return end(
          terminal,
          definition,
          Optional.of(found),
          failure,
          failure.isEmpty() ? 0 : Outcome.REFUSED.exitCode());
    } catch (DayfillException known) {
      return end(
          terminal,
          definition,
          Optional.empty(),
          Optional.of(String.valueOf(known.getMessage())),
          known.exitCode());
    }
  }

  private int end(
      Terminal terminal,
      Definition definition,
      Optional<DayComparison> found,
      Optional<String> failure,
      int exitCode) {
    LocalDate day = definition.day(runDate.value());
    failure.ifPresent(terminal::failure);
    if (project.json()) {
      terminal.json(document(definition, found, failure, exitCode));
    } else if (failure.isEmpty()) {
      found.ifPresent(same -> terminal.result("ok " + day + ": " + described(same, definition)));
    }
    return exitCode;
  }

  private Document document(
      Definition definition,
      Optional<DayComparison> found,
      Optional<String> failure,
      int exitCode) {
    Run run =
        new Run(
            runDate.value(),
            definition.day(runDate.value()),
            exitCode == 0 ? "OK" : "FAILED",
            found.map(day -> OptionalLong.of(day.storedRows())).orElse(OptionalLong.empty()),
            found.map(day -> OptionalLong.of(day.expectedRows())).orElse(OptionalLong.empty()),
            failure,
            found.map(DayComparison::differences).orElse(List.of()));
    return new Document(
        "check", definition.table(), exitCode, new Totals(1, exitCode == 0 ? 0 : 1), List.of(run));
  }

  private static String described(DayComparison found, Definition definition) {
    String counts =
        found.storedRows()
            + " rows for the file's "
            + found.expectedRows()
            + " "
            + definition.rowNoun()
            + ", "
            + found.missing().count()
            + " missing";
    return found.isSame() ? counts : counts + "; " + String.join("; ", found.differences());
  }

  /** The JSON of the command. */
  record Document(String command, String table, int exitCode, Totals totals, List<Run> runs) {}

  /** Sums over the runs. */
  record Totals(int runs, int failed) {}

  /** One checked day. */
  record Run(
      LocalDate runDate,
      LocalDate day,
      String outcome,
      OptionalLong rows,
      OptionalLong sourceRows,
      Optional<String> reason,
      List<String> differences) {}
}
