/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.load;

import io.dayfill.ledger.InputFacts;
import java.time.LocalDate;
import java.util.List;

/** The files of one day, one an input, as they were found. */
public record DaySources(LocalDate day, List<SourceFile> files) {
  public DaySources {
    files = List.copyOf(files);
  }

  /** The number of records of the input {@code name}. */
  public long records(String name) {
    return files.stream()
        .filter(file -> file.input().name().equals(name))
        .mapToLong(SourceFile::records)
        .sum();
  }

  /** The size of all files in bytes. */
  public long sizeBytes() {
    return files.stream().mapToLong(file -> file.facts().sizeBytes()).sum();
  }

  /** What the commit is to say of the files. */
  public List<InputFacts> facts() {
    return files.stream().map(SourceFile::facts).toList();
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
