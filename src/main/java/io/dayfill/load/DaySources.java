/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.load;

import io.dayfill.definition.History;
import io.dayfill.ledger.InputFacts;
import io.dayfill.ledger.ReadFacts;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What one day is made of, as it was found: files, one an input, and tables at one version each.
 *
 * @param history which past dimensions show; empty: there is none
 */
public record DaySources(
    LocalDate day, List<SourceFile> files, List<SourceTable> tables, Optional<History> history) {
  public DaySources {
    files = List.copyOf(files);
    tables = List.copyOf(tables);
    Objects.requireNonNull(history, "history");
  }

  /** A day that is made of files alone. */
  public DaySources(LocalDate day, List<SourceFile> files) {
    this(day, files, List.of(), Optional.empty());
  }

  /** The same day, which reads {@code table} too. */
  public DaySources with(SourceTable table) {
    List<SourceTable> all = new ArrayList<>(tables);
    all.add(table);
    return new DaySources(day, files, all, history);
  }

  /** The same day, which has used rows of the dimension {@code input} with {@code fingerprint}. */
  public DaySources using(String input, String fingerprint) {
    List<SourceTable> all =
        tables.stream()
            .map(each -> each.input().name().equals(input) ? each.using(fingerprint) : each)
            .toList();
    return new DaySources(day, files, all, history);
  }

  /** The number of records of the input {@code name}. */
  public long records(String name) {
    return files.stream()
            .filter(file -> file.input().name().equals(name))
            .mapToLong(SourceFile::records)
            .sum()
        + tables.stream()
            .filter(table -> table.input().name().equals(name))
            .mapToLong(table -> table.records().orElse(0))
            .sum();
  }

  /** The sum of {@code column} of the input {@code name}, where it is known without reading it. */
  public Optional<BigDecimal> sum(String name, String column) {
    return tables.stream()
        .filter(table -> table.input().name().equals(name))
        .findFirst()
        .flatMap(table -> table.sums().apply(column));
  }

  /** Whether an input of the day has records: a day without rows would lose them. */
  public boolean hasRecords() {
    return files.stream().anyMatch(file -> file.records() > 0)
        || tables.stream().anyMatch(table -> table.records().orElse(0) > 0);
  }

  /** The size of all that is read, in bytes: files, and the files of tables. */
  public long sizeBytes() {
    return files.stream().mapToLong(file -> file.facts().sizeBytes()).sum()
        + tables.stream().mapToLong(SourceTable::sizeBytes).sum();
  }

  /** What the commit is to say of the files. */
  public List<InputFacts> facts() {
    return files.stream().map(SourceFile::facts).toList();
  }

  /** What the commit is to say of the tables. */
  public List<ReadFacts> reads() {
    return tables.stream().map(SourceTable::facts).toList();
  }

  /** Whether the files of this day and of {@code other} can be read by one reader. */
  public boolean readsLike(DaySources other) {
    for (int i = 0; i < files.size(); i++) {
      SourceFile mine = files.get(i);
      SourceFile theirs = other.files.get(i);
      if (!mine.readsLike(theirs)) {
        return false;
      }
    }
    return true;
  }
}
