/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.plan;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * The state of one day with all its causes.
 *
 * @param rows the rows that the day's files hold, or that were published; empty if not known
 * @param publication the newest publication; empty if dayfill has published none
 */
public record DayStatus(
    LocalDate day,
    DayState state,
    List<Cause> causes,
    OptionalLong rows,
    Optional<Publication> publication) {
  public DayStatus {
    Objects.requireNonNull(day, "day");
    Objects.requireNonNull(state, "state");
    causes = List.copyOf(causes);
  }

  /** Whether one of the causes is {@code code}. */
  public boolean has(Cause.Code code) {
    return causes.stream().anyMatch(cause -> cause.code() == code);
  }

  /** All causes, in words. */
  public String allCauses() {
    return causes.stream().map(Cause::text).collect(Collectors.joining("; "));
  }

  /** This status with what a look at the stored rows has found. */
  public DayStatus with(Cause found) {
    List<Cause> all = new ArrayList<>(causes);
    if (found.code() == Cause.Code.VERIFIED) {
      all.removeIf(cause -> cause.code().state() == DayState.CORRUPT);
    }
    all.add(found);
    DayState then =
        all.stream()
            .map(cause -> cause.code().state())
            .filter(each -> each != DayState.MISSING)
            .max(Comparator.naturalOrder())
            .orElse(DayState.COMPLETE);
    return new DayStatus(day, then, all, rows, publication);
  }
}
