/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.load;

import java.util.List;
import java.util.Optional;

/**
 * What a CSV file is made of, before any value is converted.
 *
 * @param header the names of the first record
 * @param firstRecord the fields of the record after it; empty if there is none
 * @param records the number of records after the header
 * @param quotedLineBreaks whether a field in quotes spans lines
 * @param mixedLineEnds whether lines end in more than one way
 * @param open the last record, if no line break ends it
 */
public record CsvShape(
    List<String> header,
    List<String> firstRecord,
    long records,
    boolean quotedLineBreaks,
    boolean mixedLineEnds,
    Optional<OpenRecord> open) {
  public CsvShape {
    header = List.copyOf(header);
    firstRecord = List.copyOf(firstRecord);
  }

  /** A last record without a line break: the line on which it begins, and its last field. */
  public record OpenRecord(long line, String lastField) {}
}
