/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import io.dayfill.check.Comparisons;
import io.dayfill.check.StagedChecks;
import io.dayfill.definition.Definition;
import io.dayfill.load.DayQuery;
import io.dayfill.load.DaySources;
import io.dayfill.spark.Sessions;
import java.math.BigDecimal;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads and checks one small day for nothing while the table is being opened on another thread: the
 * first query of a JVM spends its seconds on loading and compiling code, and a second core is idle
 * then. What it finds is thrown away; nothing depends on it.
 */
final class Rehearsal implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Rehearsal.class);
  private static final long SMALL_BYTES = 1 << 20;

  private final Sessions sessions;
  private final Definition definition;
  private final DaySources day;

  private Rehearsal(Sessions sessions, Definition definition, DaySources day) {
    this.sessions = sessions;
    this.definition = definition;
    this.day = day;
  }

  /**
   * Begins with {@code day}, if it is small and the JVM is new, on a thread that keeps no JVM
   * alive.
   */
  static void start(Sessions sessions, Definition definition, DaySources day) {
    if (sessions.isCold() && day.sizeBytes() <= SMALL_BYTES) {
      new NamedThreads("dayfill-rehearsal")
          .newThread(new Rehearsal(sessions, definition, day))
          .start();
    }
  }

  @Override
  public void run() {
    try {
      SparkSession session = sessions.child(definition.timeZone());
      new StagedChecks(definition, definition.dayColumn(), StagedChecks.EmptyDays.AS_DEFINED)
          .check(
              new DayQuery(session, definition).rows(List.of(day)),
              List.of(day),
              new Comparisons(
                  (date, check) -> BigDecimal.ZERO,
                  (date, basis) -> List.of(),
                  (any, check) -> any.range(0).toDF()));
    } catch (Exception found) {
      // Spark's Scala code throws checked exceptions too, without declaring them.
      LOG.debug("the rehearsal ended early; the run itself will say why", found);
    }
  }
}
