/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.ledger;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A consumer whom a publication's commit promised to tell.
 *
 * @param consumer its name
 * @param told when it was told; empty: not yet
 */
public record ConsumerFacts(String consumer, Optional<Instant> told) {
  public ConsumerFacts {
    Objects.requireNonNull(consumer, "consumer");
    told = told == null ? Optional.empty() : told;
  }

  /** The same consumer, told at {@code time}. */
  public ConsumerFacts toldAt(Instant time) {
    return new ConsumerFacts(consumer, Optional.of(time));
  }

  /** Consumers that are still to be told. */
  public static List<ConsumerFacts> promised(List<String> names) {
    return names.stream().map(name -> new ConsumerFacts(name, Optional.empty())).toList();
  }

  /** What two rows of one publication tell together. */
  static List<ConsumerFacts> merged(List<ConsumerFacts> one, List<ConsumerFacts> other) {
    List<ConsumerFacts> merged = new ArrayList<>();
    for (ConsumerFacts each : one) {
      Optional<Instant> told =
          other.stream()
              .filter(known -> known.consumer().equals(each.consumer()))
              .flatMap(known -> known.told().stream())
              .findFirst();
      merged.add(new ConsumerFacts(each.consumer(), each.told().or(() -> told)));
    }
    return merged;
  }
}
