/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.plan;

import io.dayfill.delta.FileEntry;
import io.dayfill.delta.LogCommit;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.threeten.extra.LocalDateRange;

/** Which days a table's files may hold rows of, and so which days a commit touched. */
final class FileSpans {
  /** A file that spans more days tells of none of them. */
  private static final int MOST_DAYS_A_FILE = 4000;

  private final Optional<String> partition;
  private final String dayColumn;

  /**
   * For files of one table.
   *
   * @param partition the table's own name of the day column, if its files are kept by day
   * @param dayColumn the day column, whose statistics tell where they are not
   */
  FileSpans(Optional<String> partition, String dayColumn) {
    this.partition = partition;
    this.dayColumn = dayColumn;
  }

  /** The rows of the files of {@code day} that {@code commit} took away; empty: not known. */
  OptionalLong removed(LogCommit commit, LocalDate day, Map<String, FileEntry> known) {
    long rows = 0;
    for (FileEntry each : commit.removes()) {
      FileEntry file = known.getOrDefault(each.path(), each);
      if (partition.isEmpty() || file.rows().isEmpty()) {
        return OptionalLong.empty();
      }
      if (of(file).contains(day)) {
        rows += file.rows().getAsLong();
      }
    }
    return OptionalLong.of(rows);
  }

  /** What {@code commit} of another writer did to each day that its files may hold. */
  Map<LocalDate, ForeignChange> foreign(LogCommit commit, Map<String, FileEntry> known) {
    Map<LocalDate, Touch> touched = new TreeMap<>();
    for (FileEntry file : commit.adds()) {
      touch(touched, file, file.dataChange(), true);
    }
    for (FileEntry file : commit.removes()) {
      touch(touched, known.getOrDefault(file.path(), file), file.dataChange(), false);
    }
    Map<LocalDate, ForeignChange> changes = new TreeMap<>();
    touched.forEach(
        (day, touch) ->
            changes.put(
                day,
                ForeignChange.of(
                    commit, touch.adds, touch.removes, touch.dataChange, touch.certain)));
    return changes;
  }

  private void touch(
      Map<LocalDate, Touch> touched, FileEntry file, boolean dataChange, boolean added) {
    List<LocalDate> span = of(file);
    for (LocalDate day : span) {
      Touch touch = touched.computeIfAbsent(day, any -> new Touch());
      touch.adds |= added;
      touch.removes |= !added;
      touch.dataChange |= dataChange;
      touch.certain &= span.size() == 1;
    }
  }

  /** The days that {@code file} may hold rows of. */
  List<LocalDate> of(FileEntry file) {
    if (partition.isPresent()) {
      return file.partition(partition.get()).map(LocalDate::parse).map(List::of).orElse(List.of());
    }
    return file.days(dayColumn)
        .filter(range -> range.lengthInDays() <= MOST_DAYS_A_FILE)
        .map(LocalDateRange::stream)
        .map(Stream::toList)
        .orElse(List.of());
  }

  /** What one commit did to one day. */
  private static final class Touch {
    private boolean adds;
    private boolean removes;
    private boolean dataChange;
    private boolean certain = true;
  }
}
