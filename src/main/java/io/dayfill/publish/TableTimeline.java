/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Outcome;
import io.dayfill.delta.FileEntry;
import io.dayfill.delta.LogCommit;
import io.dayfill.delta.TableLog;
import io.dayfill.ledger.CommitFacts;
import io.dayfill.ledger.Facts;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;

/**
 * What happened to a table since a command first looked at it: the files of the table's days are
 * taken from its state once and carried forward by the commits after it, so that no publication has
 * to rebuild the state. Guarded by its owner: one thread at a time.
 */
final class TableTimeline {
  private final TableLog log;
  private final BiPredicate<LogCommit, LocalDate> changesDay;
  private final Map<String, FileEntry> files = new LinkedHashMap<>();
  private final NavigableMap<Long, LogCommit> foreign = new TreeMap<>();
  private final Set<String> ours = new HashSet<>();
  private long version;

  /** Commits from here on are known. */
  private long since;

  /**
   * The timeline of {@code log} from {@code version} on.
   *
   * @param present the table's files at that version, as far as they can matter
   * @param changesDay whether a commit changed rows of a day
   */
  TableTimeline(
      TableLog log,
      long version,
      List<FileEntry> present,
      BiPredicate<LogCommit, LocalDate> changesDay) {
    this.log = log;
    this.version = version;
    this.since = version;
    this.changesDay = changesDay;
    present.forEach(file -> files.put(file.path(), file));
  }

  /** Announces a commit of ours before it is made. */
  void expect(CommitFacts facts) {
    ours.add(facts.commit());
  }

  /**
   * Reads the commits after {@code base} too, where that is before the timeline's begin.
   *
   * @param backfill the present command's, whose own commits are nobody else's
   * @throws DayfillException CONFLICT when one of them is not in the log any more, so that nobody
   *     can tell what it changed
   */
  void reachBack(long base, String backfill) {
    for (; since > base; since--) {
      long wanted = since;
      LogCommit commit =
          log.commit(wanted)
              .orElseThrow(
                  () ->
                      new DayfillException(
                          Outcome.CONFLICT,
                          "version "
                              + wanted
                              + " is not in the table's log any more, so what others changed since version "
                              + base
                              + " cannot be told; compute the days again"));
      if (Facts.of(commit).filter(facts -> facts.backfill().equals(backfill)).isEmpty()) {
        foreign.put(wanted, commit);
      }
    }
  }

  /** Reads the commits up to the newest one. */
  void advance() {
    advance(log.latestVersion(version));
  }

  /** Reads the commits up to {@code head}, included. */
  void advance(long head) {
    while (version < head) {
      long next = version + 1;
      LogCommit commit =
          log.commit(next)
              .orElseThrow(
                  () ->
                      new IllegalStateException(
                          "version " + next + " of the table's log is missing"));
      commit.removes().forEach(file -> files.remove(file.path()));
      commit.adds().forEach(file -> files.put(file.path(), file));
      if (Facts.of(commit).filter(facts -> ours.contains(facts.commit())).isEmpty()) {
        foreign.put(next, commit);
      }
      version = next;
    }
  }

  /** The last version that was read. */
  long version() {
    return version;
  }

  /** The files that hold {@code day} by their partition value. */
  List<FileEntry> files(String dayColumn, LocalDate day) {
    return files.values().stream()
        .filter(file -> file.partition(dayColumn).filter(day.toString()::equals).isPresent())
        .toList();
  }

  /** The first commit of another writer after {@code base} that changed rows of {@code day}. */
  Optional<LogCommit> changeOf(LocalDate day, long base) {
    return foreign.tailMap(base, false).values().stream()
        .filter(commit -> changesDay.test(commit, day))
        .findFirst();
  }

  /** The last commit of another writer, the log read to its end. */
  Optional<LogCommit> lastForeign() {
    advance();
    return Optional.ofNullable(foreign.lastEntry()).map(Map.Entry::getValue);
  }

  /** The first commit of another writer after {@code base} that changed the table itself. */
  Optional<LogCommit> changeOfTable(long base) {
    return foreign.tailMap(base, false).values().stream()
        .filter(commit -> commit.metadataChanged() || commit.protocolChanged())
        .findFirst();
  }

  /**
   * The version of the commit of ours with {@code id} among those after {@code after}; empty if it
   * is not there. Versions are asked for by name, for a listing may not show the newest one.
   */
  Optional<Long> find(String id, long after) {
    for (long candidate = after + 1; ; candidate++) {
      Optional<LogCommit> commit = log.commit(candidate);
      if (commit.isEmpty()) {
        return Optional.empty();
      }
      if (commit.flatMap(Facts::of).filter(facts -> facts.commit().equals(id)).isPresent()) {
        return Optional.of(candidate);
      }
    }
  }
}
