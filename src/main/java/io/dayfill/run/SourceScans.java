/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import io.dayfill.load.DaySources;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/**
 * Looks through the bytes of days' files, the first ones ahead of time while Spark starts.
 * Thread-safe.
 */
final class SourceScans implements AutoCloseable {
  private final Function<LocalDate, DaySources> sources;
  private final ExecutorService pool;
  private final Map<LocalDate, CompletableFuture<DaySources>> scans = new ConcurrentHashMap<>();

  SourceScans(Function<LocalDate, DaySources> sources) {
    this.sources = sources;
    int threads = Math.max(1, Runtime.getRuntime().availableProcessors());
    this.pool = Executors.newFixedThreadPool(threads, new NamedThreads("dayfill-scan"));
  }

  /** Begins with {@code days}; their files are looked at in this order. */
  void prefetch(List<LocalDate> days) {
    days.forEach(day -> scans.computeIfAbsent(day, this::submitted));
  }

  /**
   * The files of {@code day}.
   *
   * @throws io.dayfill.definition.DayfillException when they are not there or cannot be taken
   */
  DaySources of(LocalDate day) {
    try {
      return scan(day).join();
    } catch (CompletionException failure) {
      if (failure.getCause() instanceof RuntimeException known) {
        throw known;
      }
      throw failure;
    }
  }

  /** Whether the files of {@code day} can be taken, waiting for the look at them. */
  boolean isReady(LocalDate day) {
    return scan(day).handle((sources, failure) -> failure == null).join();
  }

  private CompletableFuture<DaySources> scan(LocalDate day) {
    return scans.computeIfAbsent(day, this::submitted);
  }

  private CompletableFuture<DaySources> submitted(LocalDate day) {
    return CompletableFuture.supplyAsync(() -> sources.apply(day), pool);
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
