/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.plan;

import io.dayfill.delta.FileEntry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** What has happened to one day of a table, oldest first, and the files that hold it now. */
final class DayPast {
  private final List<Publication> publications = new ArrayList<>();
  private final List<ForeignChange> changes = new ArrayList<>();
  private final List<FileEntry> files = new ArrayList<>();

  void published(Publication publication) {
    publications.add(publication);
  }

  void changed(ForeignChange change) {
    changes.add(change);
  }

  void holds(FileEntry file) {
    files.add(file);
  }

  /** The newest publication. */
  Optional<Publication> publication() {
    return publications.isEmpty()
        ? Optional.empty()
        : Optional.of(publications.get(publications.size() - 1));
  }

  /** What other writers did after the newest publication. */
  List<ForeignChange> changesSince() {
    long version = publication().map(Publication::version).orElse(-1L);
    return changes.stream().filter(change -> change.commit().version() > version).toList();
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
