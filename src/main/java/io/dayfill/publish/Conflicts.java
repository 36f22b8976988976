/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Definition;
import io.dayfill.definition.Layout;
import io.dayfill.definition.Outcome;
import io.dayfill.delta.FileEntry;
import io.dayfill.delta.LogCommit;
import io.dayfill.ledger.Facts;
import io.delta.exceptions.DeltaConcurrentModificationException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.spark.SparkThrowable;

/** Recognises write conflicts, by Delta's type and error class, and puts them into words. */
final class Conflicts {
  private static final String ERROR_CLASS = "DELTA_CONCURRENT";
  private static final String APPEND_ONLY = "DELTA_CANNOT_MODIFY_APPEND_ONLY";

  private Conflicts() {}

  /**
   * Whether {@code failure}, or what caused it, is Delta's refusal of a commit because of another
   * writer.
   */
  static boolean isConflict(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof DeltaConcurrentModificationException || hasConflictClass(cause)) {
        return true;
      }
    }
    return false;
  }

  /** Whether {@code failure} is Delta's refusal to remove rows of a table that is append-only. */
  static boolean isAppendOnly(Throwable failure) {
    return hasCondition(failure, APPEND_ONLY);
  }

  private static boolean hasConflictClass(Throwable cause) {
    return hasCondition(cause, ERROR_CLASS);
  }

  private static boolean hasCondition(Throwable failure, String prefix) {
    return failure instanceof SparkThrowable known
        && Optional.ofNullable(known.getCondition())
            .filter(name -> name.startsWith(prefix))
            .isPresent();
  }

  /**
   * The answer to a day that another writer changed.
   *
   * @param base the version that the run had read
   * @param attempts how often the publication was begun
   */
  static DayfillException lost(
      Definition definition, LocalDate day, LogCommit winner, long base, int attempts) {
    return new DayfillException(
        Outcome.CONFLICT,
        definition.table()
            + " "
            + day
            + " not published: "
            + Facts.described(winner)
            + " changed "
            + touched(definition, day, winner)
            + " after this run had read version "
            + base
            + (attempts > 1 ? " (found at attempt " + attempts + ")" : "")
            + "; look at it, then run the day again"
            + hint(definition));
  }

  /** The partition or the files that {@code winner} changed. */
  private static String touched(Definition definition, LocalDate day, LogCommit winner) {
    boolean byDay = definition.layout() == Layout.PARTITIONED;
    Predicate<FileEntry> its =
        file -> !byDay || file.partitionValues().containsValue(Optional.of(day.toString()));
    long added = winner.adds().stream().filter(its).count();
    long removed = winner.removes().stream().filter(its).count();
    return (byDay ? definition.dayColumn() + "=" + day : "files that may hold the day")
        + " ("
        + added
        + " added, "
        + removed
        + " removed)";
  }

  private static String hint(Definition definition) {
    return definition.layout() == Layout.PARTITIONED
        ? ""
        : "; on a table of its own with layout: partitioned, days do not meet (README)";
  }

  static DayfillException overtaken(String table, LocalDate day, LocalDate read, LogCommit winner) {
    return new DayfillException(
        Outcome.CONFLICT,
        table
            + " "
            + day
            + " not published: "
            + Facts.described(winner)
            + " changed "
            + read
            + ", which this run had read; run the day again");
  }

  static TableChangedException tableChanged(String what, LogCommit change) {
    return new TableChangedException(
        what
            + " not published: "
            + Facts.described(change)
            + " changed the table's schema, properties or protocol while the day was staged; run the day again");
  }

  static TableChangedException notByDay(String table, List<LocalDate> days) {
    return new TableChangedException(
        table
            + " "
            + days.get(0)
            + " not published: the table is not partitioned by the day any more; look at it, then run the day again");
  }

  static DayfillException exhausted(
      String what, int attempts, Supplier<Optional<LogCommit>> winner, RuntimeException last) {
    DayfillException exhausted =
        new DayfillException(
            Outcome.CONFLICT,
            what
                + " not published: other writers committed in between "
                + attempts
                + " times"
                + winner.get().map(commit -> ", last " + Facts.described(commit)).orElse("")
                + "; run the day again when fewer write at once",
            last);
    for (Throwable earlier : last.getSuppressed()) {
      exhausted.addSuppressed(earlier);
    }
    return exhausted;
  }
}
