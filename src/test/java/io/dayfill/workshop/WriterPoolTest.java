/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.workshop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Writers on threads of their own: released together, awaited, never left behind. */
class WriterPoolTest {
  private final WriterPool pool = new WriterPool(Duration.ofMinutes(1));
  private final List<Thread> threads = Collections.synchronizedList(new ArrayList<>());

  @AfterEach
  void noWriterOutlivesItsCall() throws InterruptedException {
    for (Thread thread : threads) {
      thread.join(Duration.ofMinutes(1).toMillis());
    }
    assertThat(threads).isNotEmpty().noneMatch(Thread::isAlive);
  }

  @Test
  void runsAllWritersAtTheSameTimeOnNamedDaemons() {
    CyclicBarrier meeting = new CyclicBarrier(3);
    Callable<Void> writer = seen(() -> meeting.await(1, TimeUnit.MINUTES));
    assertThat(pool.runTogether(List.of(writer, writer, writer)))
        .allMatch(Optional::isEmpty)
        .hasSize(3);
    assertThat(threads)
        .allMatch(Thread::isDaemon)
        .extracting(Thread::getName)
        .containsExactlyInAnyOrder("conflict-writer-1", "conflict-writer-2", "conflict-writer-3");
  }

  @Test
  void runsOneWriterAfterAnother() {
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    List<Callable<Void>> writers = new ArrayList<>();
    for (String name : List.of("a", "b")) {
      writers.add(seen(() -> order.add(name + " starts") && order.add(name + " ends")));
    }
    assertThat(pool.runOneByOne(writers)).containsExactly(Optional.empty(), Optional.empty());
    assertThat(order).containsExactly("a starts", "a ends", "b starts", "b ends");
  }

  @Test
  void tellsWhichWriterFailedAndHow() {
    List<Optional<WriteFailure>> ends =
        pool.runTogether(
            List.of(
                seen(() -> "fine"),
                seen(
                    () -> {
                      throw new IllegalStateException("broken\nin two lines");
                    })));
    assertThat(ends)
        .containsExactly(
            Optional.empty(),
            Optional.of(
                new WriteFailure(
                    false, Optional.empty(), "java.lang.IllegalStateException", "broken")));
  }

  @Test
  void interruptsWritersThatTakeTooLong() {
    CountDownLatch never = new CountDownLatch(1);
    List<Optional<WriteFailure>> ends =
        new WriterPool(Duration.ofMillis(50))
            .runTogether(
                List.of(
                    seen(
                        () -> {
                          never.await();
                          return "never";
                        })));
    assertThat(ends.get(0))
        .hasValueSatisfying(
            end -> assertThat(end.message()).isEqualTo("The writer did not end within 50 ms"));
  }

  @Test
  void anInterruptedCallerStopsTheWritersAndStaysInterrupted() {
    Thread caller = Thread.currentThread();
    CountDownLatch never = new CountDownLatch(1);
    Callable<Void> writer =
        seen(
            () -> {
              caller.interrupt();
              never.await();
              return "never";
            });
    assertThatThrownBy(() -> pool.runTogether(List.of(writer)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Interrupted while the writers were at work");
    assertThat(Thread.interrupted()).isTrue();
  }

  private Callable<Void> seen(Callable<?> work) {
    return () -> {
      threads.add(Thread.currentThread());
      Object unused = work.call();
      return null;
    };
  }
}
