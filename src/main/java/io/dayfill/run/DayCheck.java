/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import static io.dayfill.spark.Names.named;
import static org.apache.spark.sql.functions.lit;

import io.dayfill.check.CheckedDay;
import io.dayfill.check.CheckedDay.Duplicates;
import io.dayfill.check.DayComparison;
import io.dayfill.check.StoredDay;
import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Definition;
import io.dayfill.definition.History;
import io.dayfill.definition.Outcome;
import io.dayfill.definition.Project;
import io.dayfill.load.DayQuery;
import io.dayfill.load.DaySources;
import io.dayfill.load.SourceReader;
import io.dayfill.plan.Publication;
import io.dayfill.publish.TargetTable;
import io.dayfill.spark.HadoopSettings;
import io.dayfill.spark.Pool;
import io.dayfill.spark.Sessions;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Re-reads one stored day and its sources and compares them; writes nothing. */
public final class DayCheck {
  private final Project project;
  private final Definition definition;
  private final LocalDate day;

  /** The check of the day that the run of {@code runDate} fills. */
  public DayCheck(Project project, Definition definition, LocalDate runDate) {
    this.project = project;
    this.definition = definition;
    this.day = definition.day(runDate);
  }

  /**
   * The comparison of the stored day with what its sources give.
   *
   * @throws DayfillException NOT_READY when a source is missing, REFUSED when a source is bad or
   *     the day was never loaded
   */
  public DayComparison run() {
    SourceReader reader = new SourceReader(project, definition, HadoopSettings.withoutSession());
    Derivation derivation =
        Derivation.of(
            project,
            definition,
            List.of(day),
            shownHistory(),
            reader,
            HadoopSettings.withoutSession(),
            Optional.empty());
    DaySources sources = derivation.sources(day);
    TargetTable table =
        new TargetTable(
            definition, project.resolve(definition.location()), HadoopSettings.withoutSession());
    if (!table.exists()) {
      throw neverLoaded();
    }
    try (Sessions sessions =
        Sessions.open("dayfill check " + definition.table(), project.scratch("spark"))
            .inPool(Pool.DAILY)) {
      DayComparison found = compare(sessions, derivation, table, sources);
      reader.requireUnchanged(sources.files());
      if (found.storedRows() == 0 && found.expectedRows() > 0) {
        throw neverLoaded();
      }
      return found;
    }
  }

  private DayComparison compare(
      Sessions sessions, Derivation derivation, TargetTable table, DaySources found) {
    SparkSession session = derivation.session(sessions);
    DaySources sources = derivation.linked(session, List.of(found)).get(0);
    Dataset<Row> all = table.effective(session);
    String dayColumn = table.dayColumn(all.schema());
    Dataset<Row> stored = all.where(named(dayColumn).equalTo(lit(day)));
    Dataset<Row> expected =
        table.conform(new DayQuery(session, definition).rows(List.of(sources)), all.schema());
    DayDiagnosis diagnosis = new DayDiagnosis(definition, sessions);
    try {
      DayComparison comparison = new StoredDay(definition).compare(stored, expected);
      diagnosis.requireAllRecords(
          sources,
          new CheckedDay(comparison.expectedRows(), "", List.of(), List.of(), Duplicates.NONE));
      return comparison;
    } catch (Exception failure) {
      // Spark's Scala code throws checked exceptions too, without declaring them.
      throw diagnosis.explain(
          new SourceReader(project, definition, sessions.hadoop()), sources, failure);
    }
  }

  /** The past that the stored day shows. */
  private Optional<History> shownHistory() {
    return definition.dimensions().isEmpty()
        ? Optional.empty()
        : Planning.past(project, definition, HadoopSettings.withoutSession())
            .publication(day)
            .flatMap(Publication::history)
            .flatMap(
                word ->
                    Arrays.stream(History.values())
                        .filter(each -> each.word().equals(word))
                        .findFirst());
  }

  private DayfillException neverLoaded() {
    return new DayfillException(
        Outcome.REFUSED,
        definition.table()
            + " "
            + day
            + " check failed: the day was never loaded; run load "
            + definition.runDate(day));
  }
}
