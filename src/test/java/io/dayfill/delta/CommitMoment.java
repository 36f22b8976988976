/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.delta;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.apache.spark.sql.delta.OptimisticTransaction;
import org.apache.spark.sql.delta.TransactionExecutionObserver;
import org.apache.spark.sql.delta.TransactionExecutionObserver$;
import scala.Function0;

/**
 * Lets something happen in the middle of the first Delta commit that a thread makes: what only
 * chance brings about elsewhere then happens every time.
 */
public final class CommitMoment extends CommitSteps {
  /** Where in a commit. */
  public enum When {
    /** Before the writer's transaction reads the table. */
    BEFORE_READ,
    /** After it has read, before it commits. */
    BEFORE_COMMIT,
    /** After the commit is in the log, before the writer hears of it. */
    AFTER_COMMIT
  }

  private final When when;
  private final Runnable event;
  private boolean happened;

  private CommitMoment(When when, Runnable event) {
    this.when = when;
    this.event = event;
  }

  /** What {@code write} gives, with {@code event} in the midst of its first commit. */
  public static <T> T during(When when, Runnable event, Supplier<T> write) {
    TransactionExecutionObserver before =
        (TransactionExecutionObserver) TransactionExecutionObserver$.MODULE$.getObserver();
    CommitMoment moment = new CommitMoment(when, event);
    TransactionExecutionObserver$.MODULE$.setObserver(moment);
    try {
      T result = write.get();
      if (!moment.happened) {
        throw new AssertionError("there was no commit on this thread");
      }
      return result;
    } finally {
      TransactionExecutionObserver$.MODULE$.setObserver(before);
    }
  }

  /** {@code event} in the midst of the first commit that this thread makes from now on. */
  public static void onThisThread(When when, Runnable event) {
    TransactionExecutionObserver$.MODULE$.setObserver(new CommitMoment(when, event));
  }

  /** The event has a thread of its own, as another writer would; what it throws is thrown here. */
  private void reached(When here) {
    if (here == when && !happened) {
      happened = true;
      try {
        CompletableFuture.runAsync(event, task -> new Thread(task, "another-writer").start())
            .join();
      } catch (CompletionException failed) {
        throw failed.getCause() instanceof RuntimeException cause ? cause : failed;
      }
    }
  }

  @Override
  public OptimisticTransaction startingTransaction(Function0<OptimisticTransaction> start) {
    reached(When.BEFORE_READ);
    return start.apply();
  }

  @Override
  public <T> T preparingCommit(Function0<T> prepare) {
    T prepared = prepare.apply();
    reached(When.BEFORE_COMMIT);
    return prepared;
  }

  @Override
  public void beginPostCommit() {
    reached(When.AFTER_COMMIT);
  }
}
