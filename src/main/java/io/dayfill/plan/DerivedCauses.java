/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.plan;

import io.dayfill.definition.Definition;
import io.dayfill.definition.DimensionInput;
import io.dayfill.definition.History;
import io.dayfill.definition.PreviousInput;
import io.dayfill.ledger.ReadFacts;
import io.dayfill.ledger.ReadFacts.ReadDay;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Why a day is stale that is made of other tables, of dimensions, or of the day before. */
final class DerivedCauses {
  /** Causes that will give a day other rows when it is computed again. */
  private static final Set<Cause.Code> CHANGING =
      EnumSet.of(
          Cause.Code.SOURCE_CHANGED,
          Cause.Code.NEW_SOURCE,
          Cause.Code.DEFINITION_CHANGED,
          Cause.Code.COLUMNS_ADDED,
          Cause.Code.UPSTREAM_CHANGED,
          Cause.Code.DIMENSION_CHANGED,
          Cause.Code.PREVIOUS_CHANGED);

  private final Definition definition;
  private final TablePast past;
  private final Upstreams upstreams;
  private final Optional<History> asked;
  private final DimensionUse use;

  DerivedCauses(
      Definition definition,
      TablePast past,
      Upstreams upstreams,
      Optional<History> asked,
      DimensionUse use) {
    this.definition = definition;
    this.past = past;
    this.upstreams = upstreams;
    this.asked = asked;
    this.use = use;
  }

  /** What has changed since {@code publication} of {@code day}; {@code states} tells of others. */
  List<Cause> of(Publication publication, LocalDate day, Function<LocalDate, DayStatus> states) {
    List<Cause> causes = new ArrayList<>(upstreams.since(publication, day));
    upstreams
        .changedDimensions(publication)
        .forEach(input -> dimension(publication, day, input).ifPresent(causes::add));
    definition
        .previous()
        .flatMap(input -> previous(publication, day, input, states))
        .ifPresent(causes::add);
    history(publication).ifPresent(causes::add);
    return causes;
  }

  /** Why {@code status} means other rows, where it does. */
  static boolean isChanging(DayStatus status) {
    return status.causes().stream().anyMatch(cause -> CHANGING.contains(cause.code()));
  }

  private Optional<Cause> dimension(Publication publication, LocalDate day, DimensionInput input) {
    ReadFacts then = Upstreams.read(publication.reads(), input.name()).orElseThrow();
    String versions =
        input.location()
            + " is at version "
            + upstreams.version(input).orElseThrow()
            + ", the day read version "
            + then.version();
    Optional<String> now = use.of(input.name(), day);
    if (now.isEmpty()) {
      return Optional.of(
          new Cause(
              Cause.Code.DIMENSION_MAY_HAVE_CHANGED,
              versions + ": the day may be stale, plan finds out"));
    }
    return now.equals(then.used())
        ? Optional.empty()
        : Optional.of(
            new Cause(
                Cause.Code.DIMENSION_CHANGED, versions + ", and rows that it used are others now"));
  }

  private Optional<Cause> previous(
      Publication publication,
      LocalDate day,
      PreviousInput input,
      Function<LocalDate, DayStatus> states) {
    LocalDate before = day.minusDays(1);
    Optional<ReadDay> then =
        Upstreams.read(publication.reads(), input.name())
            .flatMap(read -> read.days().stream().findFirst());
    if (then.isEmpty() || !day.isAfter(input.firstDay())) {
      return Optional.empty();
    }
    Optional<ReadDay> now = past.content(before);
    if (now.isEmpty()) {
      return Optional.of(
          new Cause(
              Cause.Code.UPSTREAM_MISSING,
              "the day before, " + before + ", is not there any more"));
    }
    if (!now.get().content().equals(then.get().content())) {
      return Optional.of(
          new Cause(
              Cause.Code.PREVIOUS_CHANGED,
              "the day before, " + before + ", has other rows than this day was computed from"));
    }
    return isChanging(states.apply(before))
        ? Optional.of(
            new Cause(
                Cause.Code.PREVIOUS_CHANGED,
                "the day before, " + before + ", is stale, and this day is computed from it"))
        : Optional.empty();
  }

  private Optional<Cause> history(Publication publication) {
    return asked
        .map(History::word)
        .filter(word -> publication.history().filter(has -> !has.equals(word)).isPresent())
        .map(
            word ->
                new Cause(
                    Cause.Code.HISTORY_DIFFERS,
                    "the day shows history "
                        + publication.history().orElse("")
                        + ", asked is "
                        + word));
  }
}
