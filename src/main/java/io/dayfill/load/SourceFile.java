/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.load;

import io.dayfill.definition.FilesInput;
import io.dayfill.ledger.InputFacts;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;

/**
 * A day's file as it was found: read once for its bytes, not yet for its values.
 *
 * @param input the input that it belongs to
 * @param day the day that its name says
 * @param path where it lies, as Hadoop is to read it
 * @param facts its size, time and SHA-256
 * @param shape its header and records
 */
public record SourceFile(
    FilesInput input, LocalDate day, String path, InputFacts facts, CsvShape shape) {
  public SourceFile {
    Objects.requireNonNull(input, "input");
    Objects.requireNonNull(day, "day");
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(facts, "facts");
    Objects.requireNonNull(shape, "shape");
  }

  /** The number of records after the header. */
  public long records() {
    return shape.records();
  }

  /** The columns in the order in which the file has them. */
  List<String> header() {
    return shape.header();
  }

  /** Whether a record may span lines, so that the file can't be split between tasks. */
  boolean spansLines() {
    return shape.quotedLineBreaks();
  }

  /** Whether one reader can read this file and {@code other}. */
  boolean readsLike(SourceFile other) {
    boolean sameEnds = shape.lineEnd() == other.shape.lineEnd();
    return header().equals(other.header())
        && spansLines() == other.spansLines()
        && (sameEnds || !spansLines());
  }
}
