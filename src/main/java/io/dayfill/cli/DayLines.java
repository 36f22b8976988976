/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import io.dayfill.definition.Definition;
import io.dayfill.run.DayRun;
import io.dayfill.run.RunListener;
import java.time.LocalDate;

/** Tells of days as they begin and end, a line each, on stderr. */
final class DayLines implements RunListener {
  private final Terminal terminal;
  private final Definition definition;

  DayLines(Terminal terminal, Definition definition) {
    this.terminal = terminal;
    this.definition = definition;
  }

  @Override
  public void started(LocalDate runDate, LocalDate day, String source) {
    terminal.note("run date " + runDate + " -> day " + day + " -> " + source);
  }

  @Override
  public void ended(DayRun run) {
    terminal.note(
        definition.table()
            + " "
            + run.day()
            + " "
            + run.outcome()
            + (run.rows().isPresent() ? " " + rows(run) : ""));
  }

  /** The rows of a run, and those before it where they were others. */
  static String rows(DayRun run) {
    long rows = run.rows().orElse(0);
    String now = rows + (rows == 1 ? " row" : " rows");
    boolean replaced = run.rowsBefore().orElse(0) > 0;
    return now
        + (replaced ? " (was " + run.rowsBefore().getAsLong() + ")" : "")
        + run.adjusted()
            .map(by -> ", corrected by +" + by.added() + " -" + by.removed())
            .orElse("");
  }
}
