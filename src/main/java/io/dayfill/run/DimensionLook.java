/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import io.dayfill.definition.Definition;
import io.dayfill.definition.DimensionInput;
import io.dayfill.definition.History;
import io.dayfill.definition.Project;
import io.dayfill.load.TableDays;
import io.dayfill.plan.Cause;
import io.dayfill.plan.DayStates;
import io.dayfill.plan.DimensionUse;
import io.dayfill.plan.Publication;
import io.dayfill.spark.Sessions;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Finds out which days used rows of a dimension that are others now: one query a dimension over the
 * join's columns, whatever the number of days. Needed only where a dimension has changed; writes
 * nothing.
 */
public final class DimensionLook {
  private final Project project;
  private final Definition definition;
  private final DayStates states;

  /** A look at the dimensions of {@code definition}, whose days stand as {@code states} says. */
  public DimensionLook(Project project, Definition definition, DayStates states) {
    this.project = project;
    this.definition = definition;
    this.states = states;
  }

  /** Those of {@code days} that may be stale because a dimension has changed since. */
  public List<LocalDate> undecided(Collection<LocalDate> days) {
    return definition.dimensions().isEmpty()
        ? List.of()
        : days.stream()
            .filter(day -> states.of(day).has(Cause.Code.DIMENSION_MAY_HAVE_CHANGED))
            .toList();
  }

  /** The states with the answer for {@code days}, which {@link #undecided} named. */
  public DayStates decided(List<LocalDate> days, Sessions sessions) {
    DimensionUse use = new DimensionUse();
    for (DimensionInput input : definition.dimensions()) {
      Map<History, List<LocalDate>> byHistory =
          days.stream().collect(Collectors.groupingBy(this::history));
      byHistory.forEach((history, its) -> look(sessions, input, history, its, use));
    }
    return states.decided(use);
  }

  private void look(
      Sessions sessions,
      DimensionInput input,
      History history,
      List<LocalDate> days,
      DimensionUse use) {
    if (history == History.ORIGINAL && input.validity().isEmpty()) {
      return;
    }
    SparkSession session = sessions.child(definition.timeZone());
    JoinKeys keys = new JoinKeys(project, definition, states.upstreams());
    DimensionReads reads = new DimensionReads(project, definition, keys, days, sessions.hadoop());
    long version = states.upstreams().version(input).orElseThrow();
    reads.require(session, input, version);
    Optional<Dataset<Row>> own =
        DimensionReads.from(definition, input).isPresent()
            ? Optional.empty()
            : Optional.of(own(session, days));
    reads
        .now(session, input, version, history, days, own)
        .forEach((day, fingerprint) -> use.found(input.name(), day, fingerprint));
  }

  private Dataset<Row> own(SparkSession session, List<LocalDate> days) {
    return new TableDays(
            project.resolve(definition.location()),
            states.past().version(),
            days.stream().flatMap(day -> states.past().files(day).stream()).distinct().toList(),
            states.past().dayColumn())
        .rows(session, days);
  }

  private History history(LocalDate day) {
    boolean isRestated =
        states
            .past()
            .publication(day)
            .flatMap(Publication::history)
            .filter(History.RESTATED.word()::equals)
            .isPresent();
    return isRestated ? History.RESTATED : History.ORIGINAL;
  }
}
