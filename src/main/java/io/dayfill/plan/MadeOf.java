/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.plan;

import io.dayfill.ledger.DayFacts;
import io.dayfill.ledger.InputFacts;
import io.dayfill.ledger.ReadFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What a published day was made of, in words: one line each thing, from its facts alone. */
public final class MadeOf {
  private MadeOf() {}

  /** The lines, in the order of the facts. */
  public static List<String> lines(DayFacts day) {
    List<String> lines = new ArrayList<>();
    day.inputs().forEach(input -> lines.add(line(input)));
    day.reads().forEach(read -> lines.add(line(read)));
    day.history().ifPresent(history -> lines.add("history " + history));
    if (day.allowEmpty()) {
      lines.add("no rows, which --allow-empty allowed");
    }
    return lines;
  }

  private static String line(ReadFacts read) {
    String days =
        read.days().stream()
            .map(
                each ->
                    each.day()
                        + " ("
                        + each.content()
                        + each.commit().map(commit -> ", commit " + commit).orElse("")
                        + ")")
            .collect(Collectors.joining(", "));
    return read.name()
        + ": "
        + read.kind()
        + " "
        + read.table()
        + (read.version() < 0 ? ", none on the first day" : ", version " + read.version())
        + (days.isEmpty() ? "" : ", " + days)
        + read.used().map(used -> ", rows used " + used).orElse("");
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
