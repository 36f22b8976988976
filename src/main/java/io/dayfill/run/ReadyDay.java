/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import io.dayfill.check.CheckedDay;
import io.dayfill.check.Finding;
import io.dayfill.definition.History;
import io.dayfill.definition.Outcome;
import io.dayfill.load.DaySources;
import io.dayfill.publish.Published;
import io.dayfill.publish.StagedDay;
import io.dayfill.publish.Staging;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A day that is staged, has passed its checks and may be published.
 *
 * @param reads other days of the table that it was computed from
 * @param elapsedMs what it has taken so far, in milliseconds
 */
record ReadyDay(
    LocalDate runDate,
    DaySources sources,
    CheckedDay found,
    Staging staging,
    List<LocalDate> reads,
    long elapsedMs) {
  LocalDate day() {
    return sources.day();
  }

  /** The same day with what checks of all days together have found. */
  ReadyDay with(List<Finding> more) {
    List<Finding> all = new ArrayList<>(found.findings());
    all.addAll(more);
    CheckedDay checked = found.with(all);
    return new ReadyDay(runDate, sources, checked, staging, reads, elapsedMs);
  }

  StagedDay staged() {
    return new StagedDay(day(), staging, reads);
  }

  /** The end of a day that was published in {@code published}. */
  DayRun published(Published published, long publishMs) {
    if (published.isNothing()) {
      return unpublished(Outcome.SKIPPED, Optional.of(DayRun.SAME_ROWS));
    }
    return new DayRun(
        runDate,
        day(),
        Outcome.PUBLISHED,
        OptionalLong.of(found.rows()),
        published.rowsBefore(day()),
        published.tableVersion(),
        published.adjusted(day()),
        Optional.empty(),
        sources.facts(),
        sources.history().map(History::word),
        sources.reads(),
        found.warnings(),
        published.attempts(),
        elapsedMs + publishMs);
  }

  /** The end of a day that was not published, for {@code reason}. */
  DayRun unpublished(Outcome outcome, Optional<String> reason) {
    return new DayRun(
        runDate,
        day(),
        outcome,
        OptionalLong.of(found.rows()),
        OptionalLong.empty(),
        OptionalLong.empty(),
        Optional.empty(),
        reason,
        sources.facts(),
        sources.history().map(History::word),
        sources.reads(),
        found.warnings(),
        0,
        elapsedMs);
  }
}
