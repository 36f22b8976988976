/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import io.dayfill.delta.LogCommit;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tries a commit again, a bounded number of times with growing random waits, when a moment was lost
 * to another writer.
 */
final class CommitRetry {
  private static final Logger LOG = LoggerFactory.getLogger(CommitRetry.class);
  private static final int ATTEMPTS = 8;
  private static final Duration FIRST_WAIT = Duration.ofMillis(50);
  private static final double GROWTH = 2.0;

  private CommitRetry() {}

  /**
   * What {@code attempt} gives; a conflict that it throws is tried again.
   *
   * @param what the table and its days, in words
   * @param winner who committed last, asked when it is given up
   */
  static <T> T call(String what, Supplier<Optional<LogCommit>> winner, Supplier<T> attempt) {
    RetryConfig config =
        RetryConfig.custom()
            .maxAttempts(ATTEMPTS)
            .intervalFunction(IntervalFunction.ofExponentialRandomBackoff(FIRST_WAIT, GROWTH))
            .retryOnException(Conflicts::isConflict)
            .build();
    Retry retry = Retry.of(what, config);
    retry
        .getEventPublisher()
        .onRetry(
            event ->
                LOG.info(
                    "{}: another writer committed in that moment, trying again ({})",
                    what,
                    event.getNumberOfRetryAttempts()));
    try {
      return retry.executeSupplier(attempt);
    } catch (RuntimeException failure) {
      throw Conflicts.isConflict(failure)
          ? Conflicts.exhausted(what, ATTEMPTS, winner, failure)
          : failure;
    }
  }
}
