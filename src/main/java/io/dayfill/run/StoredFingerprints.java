/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import io.dayfill.check.ContentFingerprint;
import io.dayfill.definition.Definition;
import io.dayfill.definition.Project;
import io.dayfill.plan.Cause;
import io.dayfill.plan.DayStatus;
import io.dayfill.plan.Publication;
import io.dayfill.publish.TargetTable;
import io.dayfill.spark.HadoopSettings;
import io.dayfill.spark.Sessions;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Re-reads stored days and compares them with the fingerprints that they were published with;
 * writes nothing.
 */
public final class StoredFingerprints {
  private final Project project;
  private final Definition definition;

  /** For the table of {@code definition}. */
  public StoredFingerprints(Project project, Definition definition) {
    this.project = project;
    this.definition = definition;
  }

  /**
   * The statuses with what the stored rows say; days that were never published stay as they are.
   *
   * @param comparableSince the version from which on the table has had its present columns: a day
   *     that was published before cannot be compared and stays as it is
   */
  public List<DayStatus> verify(List<DayStatus> statuses, long comparableSince) {
    List<LocalDate> days =
        statuses.stream()
            .filter(status -> comparable(status, comparableSince).isPresent())
            .map(DayStatus::day)
            .toList();
    if (days.isEmpty()) {
      return statuses;
    }
    Map<LocalDate, String> stored = stored(days);
    List<DayStatus> verified = new ArrayList<>();
    for (DayStatus status : statuses) {
      verified.add(
          comparable(status, comparableSince)
              .map(
                  publication ->
                      status.with(
                          cause(
                              publication,
                              stored.getOrDefault(status.day(), ContentFingerprint.none()))))
              .orElse(status));
    }
    return verified;
  }

  private static Optional<Publication> comparable(DayStatus status, long comparableSince) {
    return status.publication().filter(publication -> publication.version() >= comparableSince);
  }

  private static Cause cause(Publication publication, String stored) {
    return stored.equals(publication.fingerprint())
        ? new Cause(Cause.Code.VERIFIED, "the stored rows are the published ones")
        : new Cause(
            Cause.Code.FINGERPRINT_DIFFERS,
            "the stored rows are not those that " + publication.described() + " published");
  }

  private Map<LocalDate, String> stored(List<LocalDate> days) {
    TargetTable table =
        new TargetTable(
            definition, project.resolve(definition.location()), HadoopSettings.withoutSession());
    try (Sessions sessions =
        Sessions.open("dayfill status " + definition.table(), project.scratch("spark"))) {
      var rows = table.effective(sessions.child(definition.timeZone()));
      return ContentFingerprint.byDay(rows, table.dayColumn(rows.schema()), days);
    }
  }
}
