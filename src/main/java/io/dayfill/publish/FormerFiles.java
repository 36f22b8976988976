/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import io.dayfill.delta.FileEntry;
import io.dayfill.delta.KernelReader;
import io.dayfill.delta.LogCommit;
import io.dayfill.delta.TableLog;
import io.dayfill.ledger.CommitFacts;
import io.dayfill.ledger.Facts;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The files that the days of one backfill had before it, in a table partitioned by the day, and who
 * changed them since. Read without Spark.
 */
public final class FormerFiles {
  private final TableLog log;
  private final KernelReader reader;
  private final String dayColumn;
  private final String backfill;
  private final Map<LocalDate, List<FileEntry>> former = new TreeMap<>();
  private final Map<LocalDate, LogCommit> changed = new TreeMap<>();
  private final Map<String, FileEntry> present = new HashMap<>();
  private long head = -1;

  private FormerFiles(TableLog log, KernelReader reader, String dayColumn, String backfill) {
    this.log = log;
    this.reader = reader;
    this.dayColumn = dayColumn;
    this.backfill = backfill;
  }

  /**
   * What the days of {@code backfill} were; no days if it has published none.
   *
   * @param dayColumn the table's partition column
   * @throws RuntimeException when the version before the backfill cannot be told any more
   */
  public static FormerFiles of(
      TableLog log, KernelReader reader, String dayColumn, String backfill) {
    FormerFiles files = new FormerFiles(log, reader, dayColumn, backfill);
    files.read();
    return files;
  }

  /** The days that the backfill published. */
  public Set<LocalDate> days() {
    return Collections.unmodifiableSet(former.keySet());
  }

  /** The files that {@code day} had before the backfill. */
  public List<FileEntry> of(LocalDate day) {
    return former.getOrDefault(day, List.of());
  }

  /** Of the days, those whose rows somebody changed since, and the first commit that did. */
  public Map<LocalDate, LogCommit> changed() {
    return Collections.unmodifiableMap(changed);
  }

  /** The version up to which this was read. */
  public long head() {
    return head;
  }

  private void read() {
    List<LogCommit> commits = new ArrayList<>();
    Set<LocalDate> days = new TreeSet<>();
    for (long version : log.versions()) {
      Optional<LogCommit> commit = log.commit(version);
      commit.filter(this::isOfBackfill).ifPresent(own -> days.addAll(Facts.days(own)));
      commit.filter(known -> !days.isEmpty()).ifPresent(commits::add);
      head = version;
    }
    if (days.isEmpty()) {
      return;
    }
    long before = commits.get(0).version() - 1;
    if (before >= 0) {
      reader
          .at(before, dayColumn, Collections.min(days), Collections.max(days))
          .files()
          .forEach(file -> present.put(file.path(), file));
    }
    commits.forEach(this::replay);
  }

  private void replay(LogCommit commit) {
    Optional<CommitFacts> own = Facts.of(commit).filter(facts -> facts.backfill().equals(backfill));
    if (own.isPresent()) {
      Facts.days(commit).forEach(day -> took(day, own.get()));
    } else {
      former.keySet().stream()
          .filter(day -> changes(commit.adds(), day) || changes(commit.removes(), day))
          .forEach(day -> changed.putIfAbsent(day, commit));
    }
    commit.removes().forEach(file -> present.remove(file.path()));
    commit.adds().forEach(file -> present.put(file.path(), file));
  }

  /** A commit of the backfill that took itself back has left nothing to undo. */
  private void took(LocalDate day, CommitFacts facts) {
    if (facts.undoes().filter(backfill::equals).isPresent()) {
      former.remove(day);
    } else {
      former.putIfAbsent(day, present.values().stream().filter(file -> isOf(file, day)).toList());
    }
  }

  private boolean isOfBackfill(LogCommit commit) {
    return Facts.of(commit).filter(facts -> facts.backfill().equals(backfill)).isPresent();
  }

  private boolean changes(List<FileEntry> files, LocalDate day) {
    return files.stream().anyMatch(file -> file.dataChange() && isOf(file, day));
  }

  private boolean isOf(FileEntry file, LocalDate day) {
    return file.partition(dayColumn).filter(day.toString()::equals).isPresent();
  }
}
