/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.plan;

import io.dayfill.delta.FileEntry;
import io.dayfill.ledger.DayFacts;
import java.util.ArrayList;
import java.util.Comparator;
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
  private final List<ForeignChange> adjustmentChanges = new ArrayList<>();
  private final List<FileEntry> adjustmentFiles = new ArrayList<>();

  private final List<DayEvent> events = new ArrayList<>();

  /** The newest version that changed the day's rows; -1 if none is known. */
  private long lastChange = -1;

  /** The newest version of the adjustments that changed the day's rows; -1 if none is known. */
  private long lastAdjustment = -1;

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

  /** A correction by signed rows: the day keeps the files that it had. */
  void corrected(Publication correction) {
    published(publication().map(correction::after).orElse(correction), OptionalLong.empty());
    correction
        .adjustments()
        .ifPresent(version -> lastAdjustment = Math.max(lastAdjustment, version));
  }

  /** Backfill {@code undone} took its correction back at once, by the commit of {@code back}. */
  void takenBack(String undone, Publication back) {
    undone(
        undone, back.backfill(), back.version(), back.facts(), back.origin(), OptionalLong.empty());
    back.adjustments().ifPresent(version -> lastAdjustment = Math.max(lastAdjustment, version));
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

  /** Another writer touched the day's signed rows. */
  void adjustmentsChanged(ForeignChange change) {
    adjustmentChanges.add(change);
    if (change.effect() != Cause.Code.OPTIMIZED) {
      lastAdjustment = Math.max(lastAdjustment, change.commit().version());
    }
  }

  void holds(FileEntry file) {
    files.add(file);
  }

  void holdsAdjustments(FileEntry file) {
    adjustmentFiles.add(file);
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

  /** What other writers did to the day's signed rows after the newest publication. */
  List<ForeignChange> adjustmentChangesSince() {
    long version = publication().flatMap(Publication::adjustments).orElse(-1L);
    return adjustmentChanges.stream()
        .filter(change -> change.commit().version() > version)
        .toList();
  }

  /** Whether some other writer ever touched the day, as far as the logs still tell. */
  boolean wasTouched() {
    return !changes.isEmpty() || !adjustmentChanges.isEmpty();
  }

  /** The newest version of the adjustments that changed the day's rows, if after {@code base}. */
  Optional<Long> adjustedSince(long base) {
    return lastAdjustment > base ? Optional.of(lastAdjustment) : Optional.empty();
  }

  /** The newest version that changed the day's rows, a publication too, if after {@code base}. */
  Optional<Long> changeSince(long base) {
    return lastChange > base ? Optional.of(lastChange) : Optional.empty();
  }

  /** The oldest publication that is known, though it may have been undone. */
  Optional<Publication> firstPublication() {
    return history.stream().flatMap(entry -> entry.publication().stream()).findFirst();
  }

  /** The newest version after the newest publication that may have changed rows of the day. */
  Optional<Long> changedAfterPublication() {
    return changesSince().stream()
        .filter(change -> change.effect() != Cause.Code.OPTIMIZED)
        .map(change -> change.commit().version())
        .max(Comparator.naturalOrder());
  }

  List<FileEntry> files() {
    return files;
  }

  /** Whether the day was ever published, though that may have been undone. */
  boolean wasPublished() {
    return !history.isEmpty();
  }

  boolean hasFiles() {
    return files.stream().anyMatch(file -> file.rows().orElse(1) > 0);
  }

  /** The rows of the files, where all of them tell; of a corrected day those of its correction. */
  OptionalLong rows() {
    if (!adjustmentFiles.isEmpty()) {
      return publication()
          .filter(known -> known.adjustments().isPresent())
          .filter(known -> isAsPublished())
          .map(known -> OptionalLong.of(known.rows()))
          .orElse(OptionalLong.empty());
    }
    return files.stream().allMatch(file -> file.rows().isPresent())
        ? OptionalLong.of(files.stream().mapToLong(file -> file.rows().orElseThrow()).sum())
        : OptionalLong.empty();
  }

  private boolean isAsPublished() {
    return changesSince().stream().allMatch(DayPast::isHarmless)
        && adjustmentChangesSince().stream().allMatch(DayPast::isHarmless);
  }

  private static boolean isHarmless(ForeignChange change) {
    return change.effect() == Cause.Code.OPTIMIZED;
  }

  Set<String> identities() {
    Set<String> identities = new HashSet<>();
    files.forEach(file -> identities.add(file.identity()));
    adjustmentFiles.forEach(file -> identities.add(file.identity()));
    return identities;
  }
}
