/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.load;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;

import io.dayfill.definition.LocalTimes;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Column;

/**
 * The clock changes near the days of a staging: which local times they skip or repeat, and what is
 * to be made of those. Spark reads a skipped time with the offset before the change, so that it
 * lands after it, and a repeated one as its first occurrence.
 */
final class LocalClock {
  private final LocalTimes rule;
  private final List<ZoneOffsetTransition> changes;

  /**
   * The clock of {@code zone} around the days from {@code first} to {@code last}, both included.
   */
  LocalClock(ZoneId zone, LocalTimes rule, LocalDate first, LocalDate last) {
    this.rule = rule;
    this.changes =
        changes(
            zone.getRules(),
            first.minusDays(2).atStartOfDay(zone).toInstant(),
            last.plusDays(3).atStartOfDay(zone).toInstant());
  }

  /**
   * The {@code value} of {@code text}, moved where the definition wants the other reading of a
   * local time.
   */
  Column settled(Column text, Column value) {
    Column settled = value;
    for (ZoneOffsetTransition change : changes) {
      Duration length = change.getDuration().abs();
      boolean moves = change.isGap() ? rule == LocalTimes.EARLIER : rule == LocalTimes.LATER;
      if (moves) {
        Column moved = value.plus(lit(change.isGap() ? length.negated() : length));
        settled = when(isTouched(text, change), moved).otherwise(settled);
      }
    }
    return settled;
  }

  /**
   * Whether {@code text} says which instant is meant, by its offset, by the clock or by the
   * definition.
   */
  Column isTold(Column text) {
    Column told = lit(true);
    if (rule == LocalTimes.REFUSE) {
      for (ZoneOffsetTransition change : changes) {
        told = told.and(isTouched(text, change).equalTo(false));
      }
    }
    return told;
  }

  /** As the opposite of {@link #isTold}, for one text that is no time at all or a local one. */
  boolean leavesOpen(String text) {
    try {
      LocalDateTime local = LocalDateTime.parse(text.replace(' ', 'T'));
      return rule == LocalTimes.REFUSE
          && changes.stream()
              .anyMatch(change -> !local.isBefore(from(change)) && local.isBefore(to(change)));
    } catch (DateTimeParseException other) {
      return false;
    }
  }

  private static Column isTouched(Column text, ZoneOffsetTransition change) {
    Column local = text.try_cast("TIMESTAMP_NTZ");
    Column isLocal = text.rlike(StrictText.OFFSET + "\\z").equalTo(false);
    return coalesce(
        isLocal.and(local.geq(lit(from(change)))).and(local.lt(lit(to(change)))), lit(false));
  }

  /** The first local time that {@code change} skips or repeats. */
  private static LocalDateTime from(ZoneOffsetTransition change) {
    return change.isGap() ? change.getDateTimeBefore() : change.getDateTimeAfter();
  }

  /** The first local time after those that {@code change} skips or repeats. */
  private static LocalDateTime to(ZoneOffsetTransition change) {
    return change.isGap() ? change.getDateTimeAfter() : change.getDateTimeBefore();
  }

  private static List<ZoneOffsetTransition> changes(ZoneRules rules, Instant from, Instant to) {
    List<ZoneOffsetTransition> changes = new ArrayList<>();
    ZoneOffsetTransition next = rules.nextTransition(from);
    while (next != null && next.getInstant().isBefore(to)) {
      changes.add(next);
      next = rules.nextTransition(next.getInstant());
    }
    return changes;
  }
}
