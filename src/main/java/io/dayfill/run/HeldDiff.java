/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import static io.dayfill.spark.Names.named;
import static java.util.stream.Collectors.toSet;

import io.dayfill.check.DayDifference;
import io.dayfill.check.DayDifference.ChangedRow;
import io.dayfill.check.DayVersions;
import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Definition;
import io.dayfill.definition.Outcome;
import io.dayfill.definition.Project;
import io.dayfill.delta.DeltaFiles;
import io.dayfill.delta.FileEntry;
import io.dayfill.ledger.DayFacts;
import io.dayfill.ledger.Hold;
import io.dayfill.load.TableDays;
import io.dayfill.plan.DayState;
import io.dayfill.plan.DayStates;
import io.dayfill.plan.DayStatus;
import io.dayfill.plan.TablePast;
import io.dayfill.publish.TargetTable;
import io.dayfill.spark.HadoopSettings;
import io.dayfill.spark.Sessions;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Compares a held backfill with the days as they are; writes nothing. A day whose stored rows have
 * the held ones' fingerprint is not read.
 */
public final class HeldDiff {
  private static final int NAMED_KEYS = 10;
  private static final int MIN_TASKS = 16;
  private static final long FILE_BYTES_OF_A_TASK = 4L << 20;

  private final Project project;
  private final Definition definition;
  private final Hold hold;

  /** The comparison of {@code hold}, which is of {@code definition}'s table. */
  public HeldDiff(Project project, Definition definition, Hold hold) {
    this.project = project;
    this.definition = definition;
    this.hold = hold;
  }

  /**
   * What was found.
   *
   * @param days a row a held day, oldest first
   * @param newKeys the first keys that only the held days have, after their day
   * @param vanishedKeys the first keys that only the stored days have
   * @param sample changed rows
   * @param histories which past of dimensions the stored days show, and which the held ones
   */
  public record Found(
      List<DayDifference> days,
      List<String> newKeys,
      List<String> vanishedKeys,
      List<ChangedRow> sample,
      Histories histories) {
    public Found {
      days = List.copyOf(days);
      newKeys = List.copyOf(newKeys);
      vanishedKeys = List.copyOf(vanishedKeys);
      sample = List.copyOf(sample);
    }

    /** The rows of all days by {@code which}. */
    public long total(ToLongFunction<DayDifference> which) {
      return days.stream().mapToLong(which).sum();
    }
  }

  /**
   * Which past of dimensions days show, in words; empty: they have none.
   *
   * @param before the stored days
   * @param after the held days
   */
  public record Histories(String before, String after) {
    /** In words: {@code history original -> restated}. */
    public Optional<String> line() {
      return before.isEmpty() && after.isEmpty()
          ? Optional.empty()
          : Optional.of("history " + before + (before.equals(after) ? "" : " -> " + after));
    }
  }

  /**
   * Compares.
   *
   * @param most how many changed rows are shown
   * @throws DayfillException REFUSED when held files are gone, or the table has other columns now
   */
  public Found run(int most) {
    DayStates states = new Planning(project, definition, HadoopSettings.withoutSession()).states();
    Set<LocalDate> same = same(states);
    List<DayDifference> days = new ArrayList<>();
    hold.facts().days().stream()
        .filter(day -> same.contains(day.day()))
        .forEach(day -> days.add(DayDifference.none(day.day(), day.rows())));
    if (same.size() == hold.days().size()) {
      return new Found(days, List.of(), List.of(), List.of(), histories(states));
    }
    try (Sessions sessions =
        Sessions.open("dayfill diff " + definition.table(), project.scratch("spark"))) {
      DayVersions versions = versions(sessions, states.past(), same);
      Set<LocalDate> read = hold.days().stream().map(Hold.HeldDay::day).collect(toSet());
      read.removeAll(same);
      days.addAll(versions.differences(columns -> new KnownSums(hold, states).of(columns, read)));
      withEmptyDays(days);
      days.sort(Comparator.comparing(DayDifference::day));
      return new Found(
          days,
          versions.added(first(days, DayDifference::added, NAMED_KEYS), NAMED_KEYS),
          versions.removed(first(days, DayDifference::removed, NAMED_KEYS), NAMED_KEYS),
          versions.changed(first(days, DayDifference::changed, most), most),
          histories(states));
    }
  }

  private Histories histories(DayStates states) {
    return new Histories(
        hold.days().stream()
            .flatMap(day -> states.past().publication(day.day()).stream())
            .flatMap(publication -> publication.history().stream())
            .distinct()
            .sorted()
            .collect(Collectors.joining(", ")),
        hold.facts().days().stream()
            .flatMap(day -> day.history().stream())
            .distinct()
            .sorted()
            .collect(Collectors.joining(", ")));
  }

  /** Days that neither version has rows of. */
  private void withEmptyDays(List<DayDifference> days) {
    Set<LocalDate> told = days.stream().map(DayDifference::day).collect(toSet());
    hold.days().stream()
        .filter(day -> !told.contains(day.day()))
        .forEach(day -> days.add(DayDifference.none(day.day(), 0)));
  }

  private Set<LocalDate> same(DayStates states) {
    Set<LocalDate> same = new TreeSet<>();
    for (DayFacts day : hold.facts().days()) {
      DayStatus status = states.of(day.day());
      boolean intact =
          status.causes().stream().noneMatch(cause -> cause.code().state() == DayState.CORRUPT);
      if (intact
          && status
              .publication()
              .filter(known -> known.fingerprint().equals(day.fingerprint()))
              .isPresent()) {
        same.add(day.day());
      }
    }
    return same;
  }

  private DayVersions versions(Sessions sessions, TablePast past, Set<LocalDate> same) {
    SparkSession session = sessions.child(definition.timeZone());
    // The keys of one task then fit into a small driver's memory, and few files are written.
    session.conf().set("spark.sql.adaptive.advisoryPartitionSizeInBytes", "16m");
    String path = project.resolve(definition.location());
    List<Hold.HeldDay> others =
        hold.days().stream().filter(day -> !same.contains(day.day())).toList();
    List<LocalDate> days = others.stream().map(Hold.HeldDay::day).toList();
    List<FileEntry> files =
        others.stream().flatMap(day -> day.files().stream()).map(FileEntry::parse).toList();
    session
        .conf()
        .set(
            "spark.sql.adaptive.coalescePartitions.initialPartitionNum",
            tasks(files, files(past, days)));
    TargetTable table = new TargetTable(definition, path, sessions.hadoop());
    Dataset<Row> stored = stored(session, table, past, days);
    if (!List.of(stored.columns()).equals(hold.columns())) {
      throw new DayfillException(
          Outcome.REFUSED,
          definition.table()
              + ": backfill "
              + hold.id()
              + " cannot be compared: the table's columns are others now; discard "
              + hold.id()
              + " and compute the days again");
    }
    return new DayVersions(
        table.dayColumn(stored.schema()),
        definition.key(),
        stored,
        new DeltaFiles(session, path).read(files));
  }

  /** By both sides: a hold may empty days that are large. */
  private static long tasks(List<FileEntry> held, List<FileEntry> stored) {
    long bytes =
        Stream.of(held, stored).flatMap(List::stream).mapToLong(FileEntry::sizeBytes).sum();
    return Math.max(MIN_TASKS, bytes / FILE_BYTES_OF_A_TASK);
  }

  private static List<FileEntry> files(TablePast past, List<LocalDate> days) {
    return days.stream().flatMap(day -> past.files(day).stream()).distinct().toList();
  }

  /** The days as they are: from the files that the log lists, which saves Delta's own look. */
  private Dataset<Row> stored(
      SparkSession session, TargetTable table, TablePast past, List<LocalDate> days) {
    if (definition.adjusts()) {
      Dataset<Row> all = table.effective(session);
      return all.where(named(table.dayColumn(all.schema())).isin(days.toArray()));
    }
    return new TableDays(table.path(), past.version(), files(past, days), past.dayColumn())
        .rows(session, days);
  }

  /** The first days that together have {@code wanted} rows of that kind. */
  private static List<LocalDate> first(
      List<DayDifference> days, ToLongFunction<DayDifference> kind, int wanted) {
    List<LocalDate> first = new ArrayList<>();
    long found = 0;
    for (DayDifference day : days) {
      if (found < wanted && kind.applyAsLong(day) > 0) {
        first.add(day.day());
        found += kind.applyAsLong(day);
      }
    }
    return first;
  }
}
