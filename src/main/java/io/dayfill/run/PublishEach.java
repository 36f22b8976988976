/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import io.dayfill.publish.DayPublisher;
import io.dayfill.publish.Published;
import io.dayfill.publish.Staging;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Publishes each day when it is ready, in a commit of its own. */
final class PublishEach implements DayFinish {
  private final FactsWriter facts;
  private final RangeGuard guard;
  private final Consumer<DayRun> end;

  PublishEach(FactsWriter facts, RangeGuard guard, Consumer<DayRun> end) {
    this.facts = facts;
    this.guard = guard;
    this.end = end;
  }

  @Override
  public void ready(ReadyDay day, DayPublisher publisher) {
    long startNs = System.nanoTime();
    List<ReadyDay> alone = guard.passed(List.of(day));
    Published published = publisher.publish(List.of(day.staged()), facts.of(alone));
    end.accept(alone.get(0).published(published, (System.nanoTime() - startNs) / 1_000_000));
  }

  @Override
  public void staged(Staging staging) {
    staging.close();
  }

  @Override
  public void complete(Optional<String> obstacle) {
    // Each day has had its end; what became of others is nothing to it.
  }

  @Override
  public void close() {
    // Stagings are closed one by one.
  }
}
