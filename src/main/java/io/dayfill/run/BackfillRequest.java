/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import io.dayfill.check.StagedChecks.EmptyDays;
import io.dayfill.definition.Definition;
import io.dayfill.definition.Project;
import io.dayfill.plan.Reprocess;
import io.dayfill.publish.NewColumns;
import io.dayfill.publish.Publishers;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a command asks of the driver.
 *
 * @param runDates the run dates in the order in which they are to be run; at least one
 * @param concurrency how many days may be in work at once; empty: chosen by the driver
 * @param publish when the days become visible
 * @param newColumns what is done with columns that the SQL gives and the table does not have
 * @param onFailure whether days after a failed one are still run
 * @param plan what the run dates were chosen by; empty: they are run whatever their state
 * @param reason why, in the operator's words
 * @param version dayfill's version, for the facts
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
    OnFailure onFailure,
    Optional<Planned> plan,
    Optional<String> reason,
    String version) {
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
        otherOnFailure,
        plan,
        reason,
        version);
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
        onFailure,
        Optional.of(by),
        reason,
        version);
  }

  /**
   * The plan that chose the run dates.
   *
   * @param reprocess what it was asked
   * @param version the table's version that it was made from; -1 if there was no table
   */
  public record Planned(Reprocess reprocess, long version) {}

  /** What a failed day means for the others. */
  public enum OnFailure {
    GO_ON,
    STOP
  }
}
