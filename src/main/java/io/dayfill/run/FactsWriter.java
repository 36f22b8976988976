/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import io.dayfill.check.Finding;
import io.dayfill.check.StagedChecks.EmptyDays;
import io.dayfill.definition.DefinitionFingerprint;
import io.dayfill.definition.DefinitionParts;
import io.dayfill.definition.History;
import io.dayfill.ledger.CheckFacts;
import io.dayfill.ledger.CommitFacts;
import io.dayfill.ledger.DayFacts;
import io.dayfill.ledger.Writer;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Says of a commit what it is to say of itself. */
final class FactsWriter {
  private final BackfillRequest request;
  private final String backfill;
  private final Writer by;

  FactsWriter(BackfillRequest request, String backfill, Writer by) {
    this.request = request;
    this.backfill = backfill;
    this.by = by;
  }

  /** The facts of one commit that publishes {@code days}; each call gives them an id of its own. */
  CommitFacts of(List<ReadyDay> days) {
    return new CommitFacts(
        request.version(),
        CommitFacts.FORMAT,
        UUID.randomUUID().toString(),
        backfill,
        DefinitionFingerprint.of(request.definition()),
        Optional.of(DefinitionParts.of(request.definition())),
        Optional.of(by),
        request.reason(),
        Optional.empty(),
        request.definition().consumerNames(),
        days.stream().map(this::facts).toList());
  }

  private static CheckFacts facts(Finding finding) {
    return new CheckFacts(finding.check(), finding.failure().isEmpty(), finding.failure());
  }

  private DayFacts facts(ReadyDay day) {
    long rows = day.found().rows();
    boolean allowed = rows == 0 && request.emptyDays() == EmptyDays.ALLOWED;
    return new DayFacts(
        day.day(),
        day.runDate(),
        rows,
        day.found().fingerprint(),
        day.found().sums(),
        allowed,
        day.sources().facts(),
        day.found().findings().stream().map(FactsWriter::facts).toList(),
        day.sources().history().map(History::word),
        day.sources().reads());
  }
}
