/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import io.dayfill.check.StagedChecks.EmptyDays;
import io.dayfill.cli.Answer.Need;
import io.dayfill.definition.Definition;
import io.dayfill.definition.History;
import io.dayfill.definition.Project;
import io.dayfill.definition.Redaction;
import io.dayfill.load.SourceReader;
import io.dayfill.plan.DayStates;
import io.dayfill.publish.NewColumns;
import io.dayfill.publish.Publishers;
import io.dayfill.run.BackfillDriver;
import io.dayfill.run.BackfillReport;
import io.dayfill.run.BackfillRequest;
import io.dayfill.run.BackfillRequest.OnFailure;
import io.dayfill.run.Planning;
import io.dayfill.run.PublishMode;
import io.dayfill.run.RunListener;
import io.dayfill.run.StopSwitch;
import io.dayfill.spark.HadoopSettings;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.hadoop.fs.FileStatus;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options of commands that fill days. */
final class RunOptions {
  /** From here on throughput counts more than the start of the JVM. */
  private static final long LONG_RUN_BYTES = 64L << 20;

  /** What a table's Parquet files would weigh as text, in sizes of theirs. */
  private static final int PARQUET_AS_TEXT = 3;

  private static final String STOPPING =
      "stopping: the days in work end, no more are started; Ctrl-C again stops at once";

  @Option(
      names = "--allow-empty",
      description = "Let a day be filled with no rows for this run; it is recorded.")
  private boolean allowEmpty;

  @Option(
      names = "--evolve",
      description =
          "Add columns that the SQL gives and the table does not have to the table; days that are there read null.")
  private boolean evolve;

  @Option(
      names = "--publisher",
      paramLabel = "auto|files|replace-where",
      converter = PublisherConverter.class,
      description =
          "How days are published: by commits that move no data (files) or by Delta's replaceWhere (default: auto, by the table's layout).")
  private Publishers.Choice publisher = Publishers.Choice.AUTO;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "Why the days are filled; kept in each commit.")
  private Optional<String> reason = Optional.empty();

  /** What running {@code runDates} takes; finds mistakes in the definition. */
  Need need(ProjectOptions options, List<LocalDate> runDates) {
    Definition definition = options.definition();
    if (definition.isDerived()) {
      DayStates states =
          new Planning(options.project(), definition, HadoopSettings.withoutSession()).states();
      return needOfTables(
          runDates.stream().map(definition::day).mapToLong(states::sizeBytes).sum());
    }
    SourceReader sources =
        new SourceReader(options.project(), definition, HadoopSettings.withoutSession());
    return need(
        runDates.stream()
            .map(definition::day)
            .flatMap(day -> definition.files().stream().map(input -> input.path(day)))
            .flatMap(path -> sources.status(path).stream())
            .mapToLong(FileStatus::getLen)
            .sum());
  }

  /** What reading {@code bytes} takes, most of them of tables. */
  static Need needOfTables(long bytes) {
    return need(PARQUET_AS_TEXT * bytes);
  }

  /** What reading {@code bytes} of text takes. */
  static Need need(long bytes) {
    return bytes > LONG_RUN_BYTES ? Need.SPARK_LONG : Need.SPARK_SHORT;
  }

  BackfillRequest request(
      Project project, Definition definition, List<LocalDate> runDates, Optional<History> history) {
    return new BackfillRequest(
        project,
        definition,
        runDates,
        OptionalInt.empty(),
        publisher,
        PublishMode.EACH,
        allowEmpty ? EmptyDays.ALLOWED : EmptyDays.AS_DEFINED,
        evolve ? NewColumns.Choice.ADD : NewColumns.Choice.REFUSE,
        history,
        OnFailure.GO_ON,
        Optional.empty(),
        reason.map(Redaction::of),
        BuildInfo.version(),
        Optional.empty());
  }

  BackfillReport run(Terminal terminal, BackfillRequest request, RunListener listener) {
    return run(terminal, request, listener, new StopSwitch());
  }

  /** As above; {@code stop} is thrown by the first Ctrl-C. */
  BackfillReport run(
      Terminal terminal, BackfillRequest request, RunListener listener, StopSwitch stop) {
    Interrupts interrupts =
        Interrupts.first(
            () -> {
              stop.stop();
              terminal.note(STOPPING);
            });
    try {
      return new BackfillDriver(request, listener, stop).run();
    } finally {
      interrupts.close();
    }
  }

  /** Reads the words of {@code --publisher}. */
  static final class PublisherConverter implements ITypeConverter<Publishers.Choice> {
    @Override
    public Publishers.Choice convert(String text) {
      for (Publishers.Choice choice : Publishers.Choice.values()) {
        if (choice.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(text)) {
          return choice;
        }
      }
      throw new TypeConversionException(
          "'" + text + "' is not known: write auto, files or replace-where");
    }
  }
}
