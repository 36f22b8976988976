/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.plan;

import io.dayfill.delta.FileEntry;
import io.dayfill.delta.LogCommit;
import io.dayfill.delta.TableLog;
import java.util.Optional;
import java.util.OptionalLong;

/** The versions of a dimension as its log tells them; reads no row. */
final class DimensionPast {
  private final TableLog log;
  private final OptionalLong version;
  private long sameSince;
  private long asked;

  DimensionPast(TableLog log) {
    this.log = log;
    this.version = log.latestVersion();
    this.sameSince = version.orElse(0);
    this.asked = sameSince;
  }

  /** The newest version; empty if there is no table. */
  OptionalLong version() {
    return version;
  }

  /**
   * Whether rows or columns may have changed after version {@code then}: a commit that is not in
   * the log any more may have changed anything.
   */
  synchronized boolean changedSince(long then) {
    if (version.isPresent() && version.getAsLong() < then) {
      return true; // it was created anew
    }
    for (; asked > then && asked == sameSince; asked--) {
      Optional<LogCommit> commit = log.commit(asked);
      if (commit.isEmpty() || changes(commit.get())) {
        return true;
      }
      sameSince = asked - 1;
    }
    return sameSince > then;
  }

  private static boolean changes(LogCommit commit) {
    return commit.metadataChanged()
        || commit.adds().stream().anyMatch(FileEntry::dataChange)
        || commit.removes().stream().anyMatch(FileEntry::dataChange);
  }
}
