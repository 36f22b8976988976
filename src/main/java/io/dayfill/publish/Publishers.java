/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Definition;
import io.dayfill.definition.Layout;
import io.dayfill.definition.Outcome;
import io.dayfill.delta.DeltaFiles;
import io.dayfill.delta.DeltaInternals;
import io.dayfill.delta.KernelReader;
import io.dayfill.delta.OneDriverStore;
import io.dayfill.delta.TableState;
import java.time.LocalDate;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Chooses how a table's days are published, and says why. */
public final class Publishers {
  private static final Logger LOG = LoggerFactory.getLogger(Publishers.class);

  private static final String COLUMN_MAPPING = "delta.columnMapping.mode";

  private Publishers() {}

  /** The words of {@code --publisher}. */
  public enum Choice {
    AUTO,
    FILES,
    REPLACE_WHERE
  }

  /**
   * The publisher for {@code table}, which exists.
   *
   * @param span the days that will be published
   * @throws DayfillException REFUSED when the table's layout is not the definition's, usage when
   *     {@code choice} cannot work here
   */
  public static DayPublisher choose(
      Choice choice,
      Definition definition,
      TargetTable table,
      SparkSession session,
      Span span,
      Configuration hadoop) {
    TableState now =
        new KernelReader(table.path(), hadoop)
            .latest(definition.dayColumn(), span.first(), span.last())
            .orElseThrow(() -> new IllegalStateException("no table at " + table.path()));
    String dayColumn = table.dayColumn(now);
    table.requireLayout(now.partitionColumns());
    warnOfSecondDriver(definition, table, session, hadoop);
    requireNoIdentity(definition, now);
    String obstacle = obstacle(definition, now);
    if (definition.adjusts()) {
      requireAdjustable(choice, definition, obstacle);
      DeltaFiles commits = new DeltaFiles(session, table.path());
      return new AdjustPublisher(
          definition,
          table,
          now,
          dayColumn,
          new FilesPublisher(definition, table, now, dayColumn, commits, hadoop),
          span,
          session,
          hadoop);
    }
    new AdjustmentsTable(definition, table.path(), hadoop).requireNone(now.id());
    if (span.hold() && !obstacle.isEmpty()) {
      throw DayfillException.usage(
          "--publish hold cannot be used: " + obstacle + "; say --publish together");
    }
    if (choice == Choice.FILES && !obstacle.isEmpty()) {
      throw DayfillException.usage(
          "--publisher files cannot be used: " + obstacle + "; leave it out");
    }
    if (choice == Choice.REPLACE_WHERE && span.hold()) {
      throw DayfillException.usage("--publish hold needs --publisher files; leave the other out");
    }
    if (choice == Choice.REPLACE_WHERE || !obstacle.isEmpty()) {
      LOG.info(
          "publishing by replaceWhere: {}",
          choice == Choice.REPLACE_WHERE ? "asked for" : obstacle);
      String scratch = span.scratch();
      return new ReplaceWherePublisher(definition, table, session, dayColumn, scratch, hadoop);
    }
    LOG.debug("publishing by commits that move no data");
    DeltaFiles commits = new DeltaFiles(session, table.path());
    return new FilesPublisher(definition, table, now, dayColumn, commits, hadoop);
  }

  /**
   * The days of a command, both ends included.
   *
   * @param scratch where it may keep staging folders
   * @param hold whether the days are to lie staged after the command's end
   */
  public record Span(LocalDate first, LocalDate last, String scratch, boolean hold) {}

  private static void requireAdjustable(Choice choice, Definition definition, String obstacle) {
    if (choice == Choice.REPLACE_WHERE) {
      throw DayfillException.usage(
          "--publisher replace-where cannot be used: corrections: adjust replaces nothing; leave it out");
    }
    if (!obstacle.isEmpty()) {
      throw new DayfillException(
          Outcome.REFUSED,
          definition.table()
              + " refused: corrections: adjust cannot be used: "
              + obstacle
              + "; say corrections: replace");
    }
  }

  private static void warnOfSecondDriver(
      Definition definition, TargetTable table, SparkSession session, Configuration hadoop) {
    OneDriverStore.scheme(table.path(), session, hadoop)
        .ifPresent(
            scheme ->
                LOG.warn(
                    "{}: on {} a second driver could lose a commit with Delta's default log store; run one driver at a time or use {}",
                    definition.table(),
                    scheme,
                    OneDriverStore.MANY_DRIVERS));
  }

  /** Numbers that Delta gives would be others each time a day is filled. */
  private static void requireNoIdentity(Definition definition, TableState now) {
    now.columns().stream()
        .filter(TableState.TableColumn::identity)
        .findFirst()
        .ifPresent(
            column -> {
              throw new DayfillException(
                  Outcome.REFUSED,
                  definition.table()
                      + " refused: '"
                      + column.name()
                      + "' is an identity column, whose numbers differ each time a day is filled; use a key of the source instead");
            });
  }

  private static String obstacle(Definition definition, TableState now) {
    if (definition.layout() == Layout.UNPARTITIONED) {
      return "a file of an unpartitioned table may hold rows of several days";
    }
    if (!now.properties().getOrDefault(COLUMN_MAPPING, "none").equals("none")) {
      return "the table's files know its columns by other names (" + COLUMN_MAPPING + ")";
    }
    return DeltaInternals.canStage() ? "" : "this Delta does not have the classes that it needs";
  }
}
