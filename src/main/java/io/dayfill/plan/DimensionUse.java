/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.plan;

import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What days use of dimensions as they are now, as content fingerprints, where somebody has looked.
 */
public final class DimensionUse {
  private final Map<String, Map<LocalDate, String>> found = new HashMap<>();

  /** Nobody has looked. */
  public static DimensionUse unknown() {
    return new DimensionUse();
  }

  /** Notes what {@code day} uses of the dimension that the input {@code name} reads. */
  public void found(String name, LocalDate day, String fingerprint) {
    found.computeIfAbsent(name, any -> new HashMap<>()).put(day, fingerprint);
  }

  Optional<String> of(String name, LocalDate day) {
    return Optional.ofNullable(found.getOrDefault(name, Map.of()).get(day));
  }
}
