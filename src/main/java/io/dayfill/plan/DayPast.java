/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.plan;

import io.dayfill.delta.FileEntry;
import io.dayfill.ledger.DayFacts;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** What has happened to one day of a table, oldest first, and the files that hold it now. */
final class DayPast {
  private final List<Entry> history = new ArrayList<>();
  private final List<ForeignChange> changes = new ArrayList<>();
  private final List<FileEntry> files = new ArrayList<>();

  private final List<DayEvent> events = new ArrayList<>();

  /** The newest version that changed the day's rows; -1 if none is known. */
  private long lastChange = -1;

  /** What backfill {@code by} made the day: a publication, or the empty day of before all. */
  private record Entry(String by, Optional<Publication> publication) {}

  /**
   * A publication.
   *
   * @param removed the rows of the files that it took away, where they are known
   */
  void published(Publication publication, OptionalLong removed) {
    happened(
        publication.version(),
        new Entry(publication.backfill(), Optional.of(publication)),
        Optional.empty(),
        publication.facts(),
        publication.origin(),
        removed);
  }

  /** Backfill {@code by} gave the day back what it had before backfill {@code undone}. */
  void undone(
      String undone, String by, long version, DayFacts day, Origin origin, OptionalLong removed) {
    happened(version, new Entry(by, before(undone)), Optional.of(undone), day, origin, removed);
  }

  private void happened(
      long version,
      Entry entry,
      Optional<String> undoes,
      DayFacts after,
      Origin origin,
      OptionalLong removed) {
    Optional<Publication> before = publication();
    List<String> others = changesSinceLastEntry();
    OptionalLong known =
        others.isEmpty() ? OptionalLong.of(before.map(Publication::rows).orElse(0L)) : removed;
    events.add(
        new DayEvent.Replaced(
            version,
            origin,
            entry.by(),
            undoes,
            after,
            before,
            known,
            others,
            entry.publication()));
    history.add(entry);
  }

  /** What other writers did to the rows since dayfill last replaced the day, in words. */
  private List<String> changesSinceLastEntry() {
    List<String> others = new ArrayList<>();
    for (int i = events.size() - 1; i >= 0; i--) {
      if (!(events.get(i) instanceof DayEvent.ByOther other)) {
        break;
      }
      if (!other.isHarmless()) {
        others.add(0, other.cause().text());
      }
    }
    return others;
  }

  /** Everything that has happened, oldest first. */
  List<DayEvent> events() {
    return List.copyOf(events);
  }

  /** What the day was before backfill {@code id}; empty if nothing was published then. */
  Optional<Publication> before(String id) {
    Optional<Publication> before = Optional.empty();
    for (Entry entry : history) {
      if (entry.by().equals(id)) {
        return before;
      }
      before = entry.publication();
    }
    return Optional.empty();
  }

  /** A publication or its undoing by {@code version}. */
  void rewrittenBy(long version) {
    lastChange = Math.max(lastChange, version);
  }

  void changed(ForeignChange change) {
    changes.add(change);
    events.add(
        new DayEvent.ByOther(
            change.commit().version(), change.commit().timestamp(), change.cause()));
    if (change.effect() != Cause.Code.OPTIMIZED) {
      rewrittenBy(change.commit().version());
    }
  }

  void holds(FileEntry file) {
    files.add(file);
  }

  /** The newest publication that was not undone. */
  Optional<Publication> publication() {
    return history.isEmpty() ? Optional.empty() : history.get(history.size() - 1).publication();
  }

  /** What other writers did after the newest publication. */
  List<ForeignChange> changesSince() {
    long version = publication().map(Publication::version).orElse(-1L);
    return changes.stream().filter(change -> change.commit().version() > version).toList();
  }

  /** The newest version that changed the day's rows, a publication too, if after {@code base}. */
  Optional<Long> changeSince(long base) {
    return lastChange > base ? Optional.of(lastChange) : Optional.empty();
  }

  /** Whether the day was ever published, though that may have been undone. */
  boolean wasPublished() {
    return !history.isEmpty();
  }

  boolean hasFiles() {
    return files.stream().anyMatch(file -> file.rows().orElse(1) > 0);
  }

  /** The rows of the files, where all of them tell. */
  OptionalLong rows() {
    return files.stream().allMatch(file -> file.rows().isPresent())
        ? OptionalLong.of(files.stream().mapToLong(file -> file.rows().orElseThrow()).sum())
        : OptionalLong.empty();
  }

  Set<String> identities() {
    Set<String> identities = new HashSet<>();
    files.forEach(file -> identities.add(file.identity()));
    return identities;
  }
}
