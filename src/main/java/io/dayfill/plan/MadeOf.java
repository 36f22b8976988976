/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.plan;

import io.dayfill.ledger.DayFacts;
import io.dayfill.ledger.InputFacts;
import java.util.ArrayList;
import java.util.List;

/** What a published day was made of, in words: one line each thing, from its facts alone. */
public final class MadeOf {
  private MadeOf() {}

  /** The lines, in the order of the facts. */
  public static List<String> lines(DayFacts day) {
    List<String> lines = new ArrayList<>();
    day.inputs().forEach(input -> lines.add(line(input)));
    if (day.allowEmpty()) {
      lines.add("no rows, which --allow-empty allowed");
    }
    return lines;
  }

  private static String line(InputFacts input) {
    return input.name()
        + ": "
        + input.path()
        + ", "
        + input.sizeBytes()
        + " bytes, modified "
        + input.modified()
        + ", sha256 "
        + input.sha256();
  }
}
