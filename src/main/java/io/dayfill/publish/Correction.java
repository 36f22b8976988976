/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import static io.dayfill.spark.Names.named;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;

import io.dayfill.check.ContentFingerprint;
import io.dayfill.definition.Adjustments;
import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Outcome;
import io.dayfill.delta.DeltaFiles;
import io.dayfill.delta.FileEntry;
import io.dayfill.ledger.CommitFacts;
import io.dayfill.ledger.DayFacts;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * The signed rows that make the staged rows of days that a table has: computed from exactly the
 * given files, staged in the folder of the adjustments and checked there, before any commit.
 */
final class Correction {
  private static final int PLUS = 0;
  private static final int MINUS = 1;

  private final SparkSession session;
  private final AdjustmentsTable adjustments;
  private final String tableId;
  private final String dayColumn;
  private final Dataset<Row> rows;
  private final Optional<Dataset<Row>> former;
  private final Dataset<Row> wanted;

  /**
   * The correction of days.
   *
   * @param tableId Delta's id of the table
   * @param rows the table's rows of the days
   * @param former the signed rows of earlier corrections; empty if there is no such table
   * @param wanted the rows that the days are to have
   */
  Correction(
      SparkSession session,
      AdjustmentsTable adjustments,
      String tableId,
      String dayColumn,
      Dataset<Row> rows,
      Optional<Dataset<Row>> former,
      Dataset<Row> wanted) {
    this.session = session;
    this.adjustments = adjustments;
    this.tableId = tableId;
    this.dayColumn = dayColumn;
    this.rows = rows;
    this.former = former;
    this.wanted = wanted;
  }

  /**
   * Files of signed rows that lie in the folder of the adjustments.
   *
   * @param added rows that each day gets
   * @param removed rows that are taken from it
   */
  record Staged(List<FileEntry> files, Map<LocalDate, Long> added, Map<LocalDate, Long> removed) {
    Staged {
      files = List.copyOf(files);
      added = Map.copyOf(added);
      removed = Map.copyOf(removed);
    }

    /** Nothing is to be appended. */
    static Staged nothing() {
      return new Staged(List.of(), Map.of(), Map.of());
    }

    Adjusted of(LocalDate day, long version) {
      return new Adjusted(version, added.getOrDefault(day, 0L), removed.getOrDefault(day, 0L));
    }

    /** The rows that days had before, from those that they are to have. */
    Map<LocalDate, Long> rowsBefore(CommitFacts facts) {
      Map<LocalDate, Long> before = new TreeMap<>();
      for (DayFacts day : facts.days()) {
        Adjusted by = of(day.day(), 0);
        before.put(day.day(), day.rows() - by.added() + by.removed());
      }
      return before;
    }
  }

  /** Whether the days have the rows that {@code facts} tell already. */
  boolean isNothing(CommitFacts facts) {
    return areAsTold(facts, former.map(signed -> SignedRows.joined(rows, signed)).orElse(rows));
  }

  /**
   * Writes the signed rows where no reader sees them.
   *
   * @param facts what the commit is to say of the days
   * @throws DayfillException FAILED when the days would not be what they are to be
   */
  Staged stage(CommitFacts facts) {
    adjustments.prepare(session, rows.schema(), tableId);
    DeltaFiles files = new DeltaFiles(session, adjustments.path());
    Dataset<Row> signed =
        SignedRows.difference(rows, former, wanted)
            .withColumn(Adjustments.BACKFILL, lit(facts.backfill()));
    List<FileEntry> staged = files.stage(adjustments.conform(signed, session));
    Dataset<Row> written = files.read(staged);
    Dataset<Row> all =
        former.map(signedBefore -> signedBefore.unionByName(written, true)).orElse(written);
    if (!areAsTold(facts, SignedRows.joined(rows, all))) {
      throw new DayfillException(
          Outcome.FAILED,
          adjustments.name()
              + ": the table and the signed rows together would not be the rows that were checked; nothing was appended");
    }
    return counted(staged, written);
  }

  private boolean areAsTold(CommitFacts facts, Dataset<Row> effective) {
    List<LocalDate> days = facts.days().stream().map(DayFacts::day).toList();
    Map<LocalDate, String> found = ContentFingerprint.byDay(effective, dayColumn, days);
    return facts.days().stream()
        .allMatch(
            day ->
                day.fingerprint().equals(found.getOrDefault(day.day(), ContentFingerprint.none())));
  }

  private Staged counted(List<FileEntry> files, Dataset<Row> signed) {
    List<Map<LocalDate, Long>> counts = new ArrayList<>();
    counts.add(new HashMap<>());
    counts.add(new HashMap<>());
    Column day = named(dayColumn).cast("string");
    for (Row row : signed.groupBy(day, col(Adjustments.SIGN)).agg(count(lit(1))).collectAsList()) {
      counts
          .get(row.getInt(1) > 0 ? PLUS : MINUS)
          .put(LocalDate.parse(row.getString(0)), row.getLong(2));
    }
    return new Staged(files, counts.get(PLUS), counts.get(MINUS));
  }
}
