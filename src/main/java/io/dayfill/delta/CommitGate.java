/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.delta;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.sql.delta.ThreadStorageExecutionObserver;
import org.apache.spark.sql.delta.TransactionExecutionObserver;
import org.apache.spark.sql.delta.TransactionExecutionObserver$;
import scala.Function0;

/**
 * Holds a known number of Delta writers between their read and their commit, so that each has read
 * the table before any of them changes it. What only chance brings about elsewhere, a write
 * conflict, then happens every time.
 *
 * <p>A gate opens once: when every writer has prepared its commit, or has ended without getting
 * that far. It never delays other threads' transactions, nor a writer's later ones. Thread-safe; a
 * writer is a thread that is inside {@link #passing}.
 */
public final class CommitGate {
  private final int writers;
  private final Duration timeout;

  /** One party a writer; terminated when a writer gave up waiting, which sends all away. */
  private final Phaser gate;

  private final AtomicInteger entered = new AtomicInteger();
  private final AtomicInteger arrived = new AtomicInteger();

  /**
   * A closed gate.
   *
   * @param writers how many writers it waits for, at least 1
   * @param timeout how long one writer waits for the others before it gives up
   * @throws IllegalArgumentException if {@code writers} is less than 1 or more than 65535, or the
   *     timeout is not positive
   */
  public CommitGate(int writers, Duration timeout) {
    if (writers < 1) {
      throw new IllegalArgumentException("writers must be at least 1, not " + writers);
    }
    if (timeout.isNegative() || timeout.isZero()) {
      throw new IllegalArgumentException("timeout must be positive, not " + timeout);
    }
    this.writers = writers;
    this.timeout = timeout;
    this.gate = new Phaser(writers);
  }

  /**
   * Runs one writer on the calling thread. The first Delta commit that it makes there waits at this
   * gate; if it ends without one, the gate no longer waits for it. The thread's own transaction
   * observer is put back in any case.
   *
   * @param write the writer, called once
   * @return what the writer returned
   * @throws IllegalStateException out of the writer's commit, which then changes nothing, if the
   *     others did not arrive within the timeout or the thread was interrupted (the interrupt flag
   *     is set again); and at once if the gate has already let in all its writers
   * @throws Exception whatever else the writer throws
   */
  public <T> T passing(Callable<T> write) throws Exception {
    if (entered.incrementAndGet() > writers) {
      throw new IllegalStateException("The gate was made for " + writers + " writers only");
    }
    ThreadStorageExecutionObserver<TransactionExecutionObserver> thread =
        TransactionExecutionObserver$.MODULE$;
    TransactionExecutionObserver before = thread.getObserver();
    Writer writer = new Writer();
    thread.setObserver(writer);
    try {
      return write.call();
    } finally {
      thread.setObserver(before);
      writer.leave();
    }
  }

  private void arriveAndWait() {
    int phase = gate.arrive();
    arrived.incrementAndGet();
    try {
      if (phase < 0 || gate.awaitAdvanceInterruptibly(phase, nanos(), TimeUnit.NANOSECONDS) < 0) {
        throw notAllArrived();
      }
    } catch (TimeoutException late) {
      gate.forceTermination();
      throw notAllArrived();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(
          "Interrupted while waiting for the other writers to be ready to commit", interrupted);
    }
  }

  private long nanos() {
    return TimeUnit.NANOSECONDS.convert(timeout);
  }

  private IllegalStateException notAllArrived() {
    return new IllegalStateException(
        "Only "
            + arrived.get()
            + " of "
            + writers
            + " writers were ready to commit within "
            + timeout.toMillis()
            + " ms");
  }

  /** What Delta calls on the thread of one writer; not thread-safe, and need not be. */
  private final class Writer extends CommitSteps {
    private boolean passed;

    @Override
    public <T> T preparingCommit(Function0<T> prepare) {
      T prepared = prepare.apply();
      if (!passed) {
        passed = true;
        arriveAndWait();
      }
      return prepared;
    }

    /** Tells the gate not to wait for a writer that ends before its first commit. */
    void leave() {
      if (!passed) {
        passed = true;
        gate.arriveAndDeregister();
      }
    }
  }
}
