/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import io.dayfill.check.StagedChecks.EmptyDays;
import io.dayfill.definition.Definition;
import io.dayfill.definition.History;
import io.dayfill.definition.Project;
import io.dayfill.plan.Reprocess;
import io.dayfill.publish.NewColumns;
import io.dayfill.publish.Publishers;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What a command asks of the driver.
 *
 * @param runDates the run dates in the order in which they are to be run; at least one
 * @param concurrency how many days may be in work at once; empty: chosen by the driver
 * @param publish when the days become visible
 * @param newColumns what is done with columns that the SQL gives and the table does not have
 * @param history which past dimensions show; empty: the definition's
 * @param onFailure whether days after a failed one are still run
 * @param plan what the run dates were chosen by; empty: they are run whatever their state
 * @param reason why, in the operator's words
 * @param version dayfill's version, for the facts
 * @param backfill the id of the command, where it goes on from another table; empty: a new one
 */
public record BackfillRequest(
    Project project,
    Definition definition,
    List<LocalDate> runDates,
    OptionalInt concurrency,
    Publishers.Choice publisher,
    PublishMode publish,
    EmptyDays emptyDays,
    NewColumns.Choice newColumns,
    Optional<History> history,
    OnFailure onFailure,
    Optional<Planned> plan,
    Optional<String> reason,
    String version,
    Optional<String> backfill) {
  public BackfillRequest {
    runDates = List.copyOf(runDates);
  }

  /** This request with another concurrency, visibility and meaning of a failed day. */
  public BackfillRequest with(
      OptionalInt otherConcurrency, PublishMode otherPublish, OnFailure otherOnFailure) {
    return new BackfillRequest(
        project,
        definition,
        runDates,
        otherConcurrency,
        publisher,
        otherPublish,
        emptyDays,
        newColumns,
        history,
        otherOnFailure,
        plan,
        reason,
        version,
        backfill);
  }

  /** This request for days of a derived table, as a part of the backfill {@code id}. */
  public BackfillRequest derived(
      Definition derived, List<LocalDate> dates, Optional<History> itsHistory, String id) {
    return new BackfillRequest(
        project,
        derived,
        dates,
        concurrency,
        publisher,
        publish,
        emptyDays,
        newColumns,
        itsHistory,
        onFailure,
        plan,
        reason,
        version,
        Optional.of(id));
  }

  /** This request as the outcome of a plan. */
  public BackfillRequest planned(Planned by) {
    return new BackfillRequest(
        project,
        definition,
        runDates,
        concurrency,
        publisher,
        publish,
        emptyDays,
        newColumns,
        history,
        onFailure,
        Optional.of(by),
        reason,
        version,
        backfill);
  }

  /**
   * The plan that chose the run dates.
   *
   * @param reprocess what it was asked
   * @param version the table's version that it was made from; -1 if there was no table
   * @param onlyIfChanged days that are run only if the day before comes out otherwise
   */
  public record Planned(Reprocess reprocess, long version, Set<LocalDate> onlyIfChanged) {
    public Planned {
      onlyIfChanged = Set.copyOf(onlyIfChanged);
    }
  }

  /** What a failed day means for the others. */
  public enum OnFailure {
    GO_ON,
    STOP
  }
}
