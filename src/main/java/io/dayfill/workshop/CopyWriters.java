/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.workshop;

import io.dayfill.delta.CommitGate;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;

/** Lets writers loose on one copy and finds out from its rows and its history how each ended. */
final class CopyWriters {
  private final WorkshopCopy copy;
  private final Duration timeout;
  private final WriterPool pool;

  /**
   * Writers of one copy.
   *
   * @param timeout how long a writer waits for the others, and how long it may then take
   */
  CopyWriters(WorkshopCopy copy, Duration timeout) {
    this.copy = copy;
    this.timeout = timeout;
    // Longer than the gate waits, whose message is the better one.
    this.pool = new WriterPool(timeout.multipliedBy(2));
  }

  /** Writers at the same time, each held between its read and its commit until all have read. */
  List<WriterEnd> runHeld(List<DayWrite> writes) {
    CommitGate gate = new CommitGate(writes.size(), timeout);
    return ends(writes, write -> () -> gate.passing(work(write)), pool::runTogether);
  }

  /** Writers at the same time, as fast as each can. */
  List<WriterEnd> runFree(List<DayWrite> writes) {
    return ends(writes, this::work, pool::runTogether);
  }

  /** One writer after another; there may be none. */
  List<WriterEnd> runOneByOne(List<DayWrite> writes) {
    return writes.isEmpty() ? List.of() : ends(writes, this::work, pool::runOneByOne);
  }

  /** Days are distinct, so the content before and after all writers is that of each. */
  private List<WriterEnd> ends(
      List<DayWrite> writes,
      Function<DayWrite, Callable<Void>> writer,
      Function<List<Callable<Void>>, List<Optional<WriteFailure>>> run) {
    Map<LocalDate, DayContent> before = copy.contents();
    List<Optional<WriteFailure>> failures = run.apply(writes.stream().map(writer).toList());
    Map<LocalDate, DayContent> after = copy.contents();
    Map<String, Long> versions = copy.versions();
    List<WriterEnd> ends = new ArrayList<>();
    for (int index = 0; index < writes.size(); index++) {
      DayWrite write = writes.get(index);
      ends.add(
          new WriterEnd(
              write.writer(),
              write.day(),
              Optional.ofNullable(versions.get(write.writer())),
              failures.get(index),
              before.getOrDefault(write.day(), DayContent.NONE),
              after.getOrDefault(write.day(), DayContent.NONE)));
    }
    return ends;
  }

  private Callable<Void> work(DayWrite write) {
    return () -> {
      copy.replaceDay(write);
      return null;
    };
  }
}
