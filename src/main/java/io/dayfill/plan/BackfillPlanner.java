/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.plan;

import io.dayfill.definition.Definition;
import io.dayfill.definition.FilesInput;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Says what a backfill would do with each day of a range, and why; nothing is written. */
public final class BackfillPlanner {
  /** Looks at a source without reading it. */
  @FunctionalInterface
  public interface SourceLook {
    /** The size of the file at {@code path} in bytes; empty if it does not exist. */
    OptionalLong sizeBytes(String path);
  }

  private final Definition definition;
  private final SourceLook sources;

  /** A planner of {@code definition}'s table that looks at files with {@code sources}. */
  public BackfillPlanner(Definition definition, SourceLook sources) {
    this.definition = definition;
    this.sources = sources;
  }

  /** A row a run date, in the given order. */
  public List<PlannedRun> plan(List<LocalDate> runDates) {
    return runDates.stream().map(this::plan).toList();
  }

  /** The bytes that the runs would read. */
  public long sourceBytes(List<LocalDate> runDates) {
    return runDates.stream()
        .map(definition::day)
        .flatMap(day -> definition.inputs().stream().map(input -> input.path(day)))
        .mapToLong(path -> sources.sizeBytes(path).orElse(0))
        .sum();
  }

  private PlannedRun plan(LocalDate runDate) {
    LocalDate day = definition.day(runDate);
    List<String> found = new ArrayList<>();
    for (FilesInput input : definition.inputs()) {
      String path = input.path(day);
      OptionalLong sizeBytes = sources.sizeBytes(path);
      if (sizeBytes.isEmpty()) {
        return new PlannedRun(runDate, day, Action.WAIT, path + " is not there yet");
      }
      found.add(path + " (" + sizeBytes.getAsLong() + " bytes)");
    }
    String reason = "every day of the range is filled again, from " + String.join(", ", found);
    return new PlannedRun(runDate, day, Action.RUN, reason);
  }
}
