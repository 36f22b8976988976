/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import io.dayfill.definition.Definition;
import io.dayfill.definition.Outcome;
import io.dayfill.publish.DayPublisher;
import io.dayfill.publish.Published;
import io.dayfill.publish.StagedDay;
import io.dayfill.publish.Staging;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Keeps all days of a command until the last one is ready, and then publishes them in one commit or
 * holds them: all, or none if one failed.
 */
final class PublishTogether implements DayFinish {
  private final Definition definition;
  private final FactsWriter facts;
  private final RangeGuard guard;
  private final Optional<HoldWriter> hold;
  private final Consumer<DayRun> end;
  private final List<ReadyDay> days = new ArrayList<>();
  private final List<Staging> stagings = new ArrayList<>();
  private Optional<DayPublisher> publisher = Optional.empty();

  /**
   * For days of {@code definition}'s table.
   *
   * @param hold where the days are held; empty: they are published
   */
  PublishTogether(
      Definition definition,
      FactsWriter facts,
      RangeGuard guard,
      Optional<HoldWriter> hold,
      Consumer<DayRun> end) {
    this.definition = definition;
    this.facts = facts;
    this.guard = guard;
    this.hold = hold;
    this.end = end;
  }

  @Override
  public synchronized void ready(ReadyDay day, DayPublisher to) {
    publisher = Optional.of(to);
    days.add(day);
  }

  @Override
  public synchronized void staged(Staging staging) {
    stagings.add(staging);
  }

  @Override
  public synchronized void complete(Optional<String> obstacle) {
    if (days.isEmpty()) {
      return;
    }
    days.sort(Comparator.comparing(ReadyDay::day));
    if (obstacle.isPresent()) {
      days.forEach(day -> end.accept(leftOut(day, obstacle.get())));
      return;
    }
    try {
      List<ReadyDay> passed = guard.passed(days);
      if (hold.isPresent()) {
        publisher.orElseThrow().requireOneCommit(passed.stream().map(ReadyDay::day).toList());
        hold.get().write(passed, facts.of(passed));
        passed.forEach(day -> end.accept(day.unpublished(Outcome.HELD, Optional.empty())));
      } else {
        publish(passed);
      }
    } catch (RuntimeException failure) {
      days.forEach(
          day ->
              end.accept(
                  DayFailure.of(failure, definition, day.runDate(), day.elapsedMs())
                      .reading(day.sources())));
    }
  }

  private DayRun leftOut(ReadyDay day, String obstacle) {
    String reason =
        definition.table() + " " + day.day() + " not published, though it is right: " + obstacle;
    return day.unpublished(Outcome.SKIPPED, Optional.of(reason));
  }

  private void publish(List<ReadyDay> passed) {
    long startNs = System.nanoTime();
    List<StagedDay> staged = passed.stream().map(ReadyDay::staged).toList();
    Published published = publisher.orElseThrow().publish(staged, facts.of(passed));
    long shareMs = (System.nanoTime() - startNs) / 1_000_000 / passed.size();
    passed.forEach(day -> end.accept(day.published(published, shareMs)));
  }

  /** Drops what the stagings needed. */
  @Override
  public synchronized void close() {
    stagings.forEach(Staging::close);
  }
}
