/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Definition;
import io.dayfill.plan.Reprocess;
import io.dayfill.plan.RunOrder;
import io.dayfill.plan.RunRange;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The range of a backfill or its plan, and which of its days are meant. */
final class RangeOptions {
  /** Of the command that these are options of; picocli sets it. */
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "FIRST",
      converter = RunDateConverter.class,
      description = "First run date, included.")
  private Optional<LocalDate> first = Optional.empty();

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "LAST",
      converter = RunDateConverter.class,
      description = "Last run date, included.")
  private Optional<LocalDate> last = Optional.empty();

  @Option(
      names = "--order",
      paramLabel = "oldest|newest",
      description = "Which day comes first (default: oldest).")
  private RunOrder order = RunOrder.OLDEST;

  @Option(
      names = "--max-runs",
      paramLabel = "N",
      description = "Refuse a range with more runs (default: " + RunRange.DEFAULT_MAX_RUNS + ").")
  private int maxRuns = RunRange.DEFAULT_MAX_RUNS;

  @Option(
      names = "--reprocess",
      paramLabel = "none|failed|stale|corrupt|completed",
      converter = ReprocessConverter.class,
      description =
          "Which days are run, each word including those before it: never published, failed, stale, corrupt, all (default: stale).")
  private Reprocess reprocess = Reprocess.STALE;

  /** The run dates in the order that was asked for. */
  List<LocalDate> runDates() {
    return order.arrange(new RunRange(first(), last()).atMost(maxRuns));
  }

  /**
   * Refuses an order in which a chain cannot run.
   *
   * @throws DayfillException (usage) when {@code definition} reads the day before
   */
  void requireOrder(Definition definition) {
    if (order == RunOrder.NEWEST && definition.previous().isPresent()) {
      throw DayfillException.usage(
          definition.table()
              + " is a chain, each day is computed from the one before: leave --order newest out");
    }
  }

  Reprocess reprocess() {
    return reprocess;
  }

  LocalDate first() {
    return first.orElseThrow(() -> missing("s: 'FIRST', 'LAST'"));
  }

  LocalDate last() {
    return last.orElseThrow(() -> missing(": 'LAST'"));
  }

  private ParameterException missing(String which) {
    return new ParameterException(spec.commandLine(), "Missing required parameter" + which);
  }

  /** Reads the words of {@code --reprocess}. */
  static final class ReprocessConverter implements ITypeConverter<Reprocess> {
    @Override
    public Reprocess convert(String text) {
      return Arrays.stream(Reprocess.values())
          .filter(word -> word.word().equals(text))
          .findFirst()
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "'"
                          + text
                          + "' is not known: write "
                          + Arrays.stream(Reprocess.values())
                              .map(Reprocess::word)
                              .collect(Collectors.joining(", "))));
    }
  }
}
