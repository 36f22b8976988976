/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.plan;

import io.dayfill.ledger.CommitFacts;
import io.dayfill.ledger.ConsumerFacts;
import io.dayfill.ledger.RunRecord;
import io.dayfill.ledger.Writer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The command that replaced a day.
 *
 * @param commit the id of its commit
 * @param time when it committed
 * @param dayfill the version of dayfill
 * @param by who ran it and where
 * @param reason the operator's reason
 * @param consumers the names of those whom the commit promised to tell
 * @param isFromLedger whether the ledger tells it because Delta has removed the commit
 */
public record Origin(
    String commit,
    Instant time,
    String dayfill,
    Optional<Writer> by,
    Optional<String> reason,
    List<String> consumers,
    boolean isFromLedger) {
  public Origin {
    consumers = List.copyOf(consumers);
  }

  static Origin of(Instant time, CommitFacts facts) {
    return new Origin(
        facts.commit(),
        time,
        facts.dayfill(),
        facts.by(),
        facts.reason(),
        facts.consumers(),
        false);
  }

  static Origin of(RunRecord run) {
    return new Origin(
        run.commit().orElse(""),
        run.ended(),
        run.dayfill(),
        run.by(),
        run.reason(),
        run.consumers().stream().map(ConsumerFacts::consumer).toList(),
        true);
  }
}
