/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.plan;

import io.dayfill.definition.Definition;
import io.dayfill.definition.DimensionInput;
import io.dayfill.definition.History;
import io.dayfill.definition.Redaction;
import io.dayfill.definition.TableInput;
import io.dayfill.delta.FileEntry;
import io.dayfill.delta.TableLog;
import io.dayfill.ledger.DayFacts;
import io.dayfill.ledger.ReadFacts;
import io.dayfill.ledger.ReadFacts.ReadDay;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/**
 * What the tables and dimensions that a definition's days are computed from hold, each at one
 * version; reads no row.
 */
public final class Upstreams {
  private final Definition definition;
  private final Map<String, TablePast> tables = new HashMap<>();
  private final Map<String, DimensionPast> dimensions = new HashMap<>();

  /**
   * Looks at everything that {@code definition} reads.
   *
   * @param pasts gives what is known of a table by its name
   * @param logs gives the log of a dimension by its location
   */
  public Upstreams(
      Definition definition, Function<String, TablePast> pasts, Function<String, TableLog> logs) {
    this.definition = definition;
    definition
        .tables()
        .forEach(input -> tables.computeIfAbsent(input.table(), table -> pasts.apply(table)));
    definition
        .dimensions()
        .forEach(
            input ->
                dimensions.computeIfAbsent(
                    input.location(), location -> new DimensionPast(logs.apply(location))));
  }

  /** What {@code day} needs and is not there, in words; empty: it can be computed. */
  public Optional<String> missing(LocalDate day) {
    for (TableInput input : definition.tables()) {
      List<LocalDate> absent = absent(input, day);
      if (!absent.isEmpty()) {
        return Optional.of(input.table() + " " + absent.get(0) + " is not published yet");
      }
    }
    return definition.dimensions().stream()
        .filter(input -> dimension(input).version().isEmpty())
        .findFirst()
        .map(input -> "the dimension " + input.location() + " is not there yet");
  }

  /**
   * The days of {@code input} that {@code day} needs and that are not there. What lies before the
   * other table's first day never was; a window may begin there.
   */
  private List<LocalDate> absent(TableInput input, LocalDate day) {
    TablePast past = table(input);
    List<LocalDate> wanted = input.days(day);
    Optional<LocalDate> first = past.days().stream().findFirst();
    if (first.isEmpty() || wanted.get(wanted.size() - 1).isBefore(first.get())) {
      return wanted.subList(wanted.size() - 1, wanted.size());
    }
    return wanted.stream()
        .filter(each -> !each.isBefore(first.get()) && past.content(each).isEmpty())
        .toList();
  }

  /** What a run of {@code day} reads by {@code input}. */
  public ReadFacts facts(TableInput input, LocalDate day) {
    TablePast past = table(input);
    List<ReadDay> days =
        input.days(day).stream().map(past::content).flatMap(Optional::stream).toList();
    return new ReadFacts(
        input.name(), ReadFacts.TABLE, input.table(), past.version(), Optional.empty(), days);
  }

  /** The rows that a run of {@code day} reads by {@code input}, if they are known. */
  public OptionalLong rows(TableInput input, LocalDate day) {
    long rows = 0;
    for (LocalDate each : input.days(day)) {
      if (table(input).content(each).isPresent()) {
        OptionalLong its = table(input).rows(each);
        if (its.isEmpty()) {
          return its;
        }
        rows += its.getAsLong();
      }
    }
    return OptionalLong.of(rows);
  }

  /**
   * The sum of {@code column} over the rows that a run of {@code day} reads by {@code input}, as
   * their commits tell it; empty if they do not.
   */
  public Optional<BigDecimal> sum(TableInput input, LocalDate day, String column) {
    BigDecimal sum = BigDecimal.ZERO;
    for (LocalDate each : input.days(day)) {
      if (table(input).content(each).isPresent()) {
        Optional<BigDecimal> its = table(input).facts(each).flatMap(facts -> sum(facts, column));
        if (its.isEmpty()) {
          return its;
        }
        sum = sum.add(its.get());
      }
    }
    return Optional.of(sum);
  }

  private static Optional<BigDecimal> sum(DayFacts day, String column) {
    return day.rows() == 0
        ? Optional.of(BigDecimal.ZERO)
        : day.sums().stream()
            .filter(each -> each.column().equalsIgnoreCase(column))
            .findFirst()
            .map(each -> new BigDecimal(each.sum()));
  }

  /** The files that hold {@code days} of {@code input}'s table. */
  public List<FileEntry> files(TableInput input, List<LocalDate> days) {
    Map<String, FileEntry> files = new HashMap<>();
    days.forEach(
        day -> table(input).day(day).files().forEach(file -> files.put(file.path(), file)));
    return List.copyOf(files.values());
  }

  /** The version of {@code input}'s table that all days read. */
  public long version(TableInput input) {
    return table(input).version();
  }

  /**
   * What a run of a day reads of the dimension {@code input}: without validity columns, and for the
   * past as it was, what the day's first publication has read.
   *
   * @param firstReads what that publication has read; empty if there was none
   */
  public ReadFacts facts(DimensionInput input, History history, List<ReadFacts> firstReads) {
    Optional<Long> then =
        history == History.ORIGINAL && input.validity().isEmpty()
            ? read(firstReads, input.name()).map(ReadFacts::version)
            : Optional.empty();
    return new ReadFacts(
        input.name(),
        ReadFacts.DIMENSION,
        Redaction.of(input.location()),
        then.orElseGet(() -> dimension(input).version().orElseThrow()),
        Optional.empty(),
        List.of());
  }

  /** The bytes of the other tables' files that a run of {@code day} reads. */
  long sizeBytes(LocalDate day) {
    return definition.tables().stream()
        .flatMap(input -> files(input, input.days(day)).stream())
        .mapToLong(FileEntry::sizeBytes)
        .sum();
  }

  /** The table's own name of the day column of {@code input}'s table. */
  public String dayColumn(TableInput input) {
    return table(input).dayColumn();
  }

  /** The newest version of the dimension {@code input}. */
  public OptionalLong version(DimensionInput input) {
    return dimension(input).version();
  }

  /** What has changed in other tables since {@code publication} of {@code day}. */
  List<Cause> since(Publication publication, LocalDate day) {
    List<Cause> causes = new ArrayList<>();
    for (TableInput input : definition.tables()) {
      read(publication.reads(), input.name())
          .ifPresent(then -> changes(input, then, day).forEach(causes::add));
    }
    return causes;
  }

  private List<Cause> changes(TableInput input, ReadFacts then, LocalDate day) {
    Map<LocalDate, String> before = new HashMap<>();
    then.days().forEach(read -> before.put(read.day(), read.content()));
    List<Cause> causes = new ArrayList<>();
    Set<LocalDate> all = new LinkedHashSet<>(input.days(day));
    all.addAll(before.keySet());
    for (LocalDate each : all) {
      Optional<String> now = table(input).content(each).map(ReadDay::content);
      Optional<String> was = Optional.ofNullable(before.get(each));
      if (now.isEmpty() && was.isPresent()) {
        String text = input.table() + " " + each + " is not there any more";
        causes.add(new Cause(Cause.Code.UPSTREAM_MISSING, text));
      } else if (!now.equals(was)) {
        causes.add(new Cause(Cause.Code.UPSTREAM_CHANGED, changed(input, each, then)));
      }
    }
    return causes;
  }

  private String changed(TableInput input, LocalDate day, ReadFacts then) {
    return input.table()
        + " "
        + day
        + " has other rows than at version "
        + then.version()
        + table(input)
            .publication(day)
            .filter(publication -> publication.version() > then.version())
            .map(publication -> ", from version " + publication.version())
            .orElse("");
  }

  /** The dimensions of which {@code publication} may have used other rows than are there now. */
  List<DimensionInput> changedDimensions(Publication publication) {
    boolean isOriginal = publication.history().equals(Optional.of(History.ORIGINAL.word()));
    return definition.dimensions().stream()
        .filter(input -> !isOriginal || input.validity().isPresent())
        .filter(
            input ->
                read(publication.reads(), input.name())
                    .filter(then -> dimension(input).changedSince(then.version()))
                    .isPresent())
        .toList();
  }

  static Optional<ReadFacts> read(List<ReadFacts> reads, String name) {
    return reads.stream().filter(read -> read.name().equals(name)).findFirst();
  }

  private TablePast table(TableInput input) {
    return Optional.ofNullable(tables.get(input.table())).orElseThrow();
  }

  private DimensionPast dimension(DimensionInput input) {
    return Optional.ofNullable(dimensions.get(input.location())).orElseThrow();
  }
}
