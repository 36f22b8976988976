/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.workshop;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs writers, each on a thread of its own, all released together or one after another. Keeps no
 * state; the threads of a call do not outlive it.
 */
final class WriterPool {
  private final Duration timeout;

  /**
   * A way to run writers.
   *
   * @param timeout how long writers that run at the same time may take; those still at work then
   *     are interrupted
   */
  WriterPool(Duration timeout) {
    this.timeout = timeout;
  }

  /**
   * Runs the writers and waits for all of them.
   *
   * @return for each writer, in the order given, what it threw; empty where it returned normally
   * @throws IllegalStateException if the calling thread is interrupted (the flag is set again), or
   *     if interrupted writers do not end
   */
  List<Optional<WriteFailure>> runTogether(List<Callable<Void>> writers) {
    CyclicBarrier start = new CyclicBarrier(writers.size());
    List<Callable<Void>> released = new ArrayList<>();
    for (Callable<Void> writer : writers) {
      released.add(
          () -> {
            start.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
            return writer.call();
          });
    }
    ThreadPoolExecutor pool = pool(writers.size());
    try {
      List<Optional<WriteFailure>> failures = new ArrayList<>();
      for (Future<Void> end : pool.invokeAll(released, timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        failures.add(failure(end));
      }
      return failures;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while the writers were at work", interrupted);
    } finally {
      shutDown(pool);
    }
  }

  /** As {@link #runTogether}, but each writer starts when the one before it has ended. */
  List<Optional<WriteFailure>> runOneByOne(List<Callable<Void>> writers) {
    return writers.stream().flatMap(writer -> runTogether(List.of(writer)).stream()).toList();
  }

  private Optional<WriteFailure> failure(Future<Void> end) throws InterruptedException {
    try {
      end.get();
      return Optional.empty();
    } catch (ExecutionException failed) {
      return Optional.of(WriteFailure.of(Optional.ofNullable(failed.getCause()).orElse(failed)));
    } catch (CancellationException cancelled) {
      return Optional.of(
          new WriteFailure(
              false,
              Optional.empty(),
              CancellationException.class.getName(),
              "The writer did not end within " + timeout.toMillis() + " ms"));
    }
  }

  private static ThreadPoolExecutor pool(int threads) {
    AtomicInteger number = new AtomicInteger();
    ThreadFactory named =
        work -> {
          Thread thread = new Thread(work, "conflict-writer-" + number.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        };
    return new ThreadPoolExecutor(
        threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), named);
  }

  /** Waits even when the caller was interrupted: no writer may be at work after the call. */
  private static void shutDown(ThreadPoolExecutor pool) {
    pool.shutdownNow();
    boolean interrupted = Thread.interrupted();
    try {
      if (!pool.awaitTermination(1, TimeUnit.MINUTES)) {
        throw new IllegalStateException("Writers that were told to stop are still at work");
      }
    } catch (InterruptedException again) {
      interrupted = true;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
