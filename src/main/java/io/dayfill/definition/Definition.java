/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How one table's day is computed from its inputs, and what must hold of it. Read from one YAML
 * file of the project's {@code conf/}; valid by construction.
 *
 * @param table the table's name: letters, digits and underscores
 * @param location where the table lies, relative to the project or absolute
 * @param catalogName the name with two or three levels under which readers find the table in
 *     Spark's catalog; empty: none
 * @param dayColumn the DATE column that tells a row's day
 * @param corrections what filling a published day again does
 * @param timeZone whose day it is; times without offset are times of this zone
 * @param dayOffset days from the run date to the day that the run fills
 * @param lateDays how many days before a range are looked at again for sources that came late
 * @param inputs what the SQL may read, by name
 * @param history which past its days show unless a command says otherwise; empty: no input is a
 *     dimension
 * @param sql one query that gives the rows of the day
 * @param key columns whose values are unique and not null within a day; empty: no key
 * @param checks what must hold, in the definition's order
 * @param consumers who is told of each publication; they change no row
 */
public record Definition(
    String table,
    String location,
    Optional<String> catalogName,
    String dayColumn,
    Layout layout,
    Corrections corrections,
    ZoneId timeZone,
    int dayOffset,
    int lateDays,
    List<Input> inputs,
    Optional<History> history,
    String sql,
    List<String> key,
    List<Check> checks,
    List<Consumer> consumers) {
  /** The run of the 16th fills the 15th. */
  public static final int DEFAULT_DAY_OFFSET = -1;

  public Definition {
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(location, "location");
    Objects.requireNonNull(catalogName, "catalogName");
    Objects.requireNonNull(dayColumn, "dayColumn");
    Objects.requireNonNull(layout, "layout");
    Objects.requireNonNull(corrections, "corrections");
    Objects.requireNonNull(timeZone, "timeZone");
    inputs = List.copyOf(inputs);
    Objects.requireNonNull(history, "history");
    Objects.requireNonNull(sql, "sql");
    key = List.copyOf(key);
    checks = List.copyOf(checks);
    consumers = List.copyOf(consumers);
  }

  /** The day that the run of {@code runDate} fills. */
  public LocalDate day(LocalDate runDate) {
    return runDate.plusDays(dayOffset);
  }

  /** The run date whose run fills {@code day}. */
  public LocalDate runDate(LocalDate day) {
    return day.minusDays(dayOffset);
  }

  /** The inputs that are files, in the definition's order. */
  public List<FilesInput> files() {
    return of(FilesInput.class);
  }

  /** The inputs that are days of other tables. */
  public List<TableInput> tables() {
    return of(TableInput.class);
  }

  /** The inputs that are dimensions. */
  public List<DimensionInput> dimensions() {
    return of(DimensionInput.class);
  }

  /** The input that is the day before; empty: the table's days are no chain. */
  public Optional<PreviousInput> previous() {
    return of(PreviousInput.class).stream().findFirst();
  }

  /** Whether days are made of anything but files. */
  public boolean isDerived() {
    return files().size() < inputs.size();
  }

  private <T extends Input> List<T> of(Class<T> kind) {
    return inputs.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** Whether a published day keeps its rows and is corrected by signed rows beside the table. */
  public boolean adjusts() {
    return corrections == Corrections.ADJUST;
  }

  /**
   * What a row is called in summaries: the name of the input that it matches row by row, or rows.
   */
  public String rowNoun() {
    return checks.stream()
        .filter(Check.RowsMatch.class::isInstance)
        .map(check -> ((Check.RowsMatch) check).input())
        .findFirst()
        .orElse("rows");
  }

  /** The names of those who are told. */
  public List<String> consumerNames() {
    return consumers.stream().map(Consumer::name).toList();
  }

  /** Whether a day without rows is refused. */
  public boolean refusesEmptyDay() {
    return checks.stream().anyMatch(Check.NotEmpty.class::isInstance);
  }
}
