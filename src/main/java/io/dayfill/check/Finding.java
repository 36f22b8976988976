/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.check;

import java.util.Objects;
import java.util.Optional;

/**
 * What one check found of one day.
 *
 * @param check the check as the definition writes it
 * @param refuses whether the day may not be published if it failed
 * @param failure what is wrong, in words; empty if nothing is
 */
public record Finding(String check, boolean refuses, Optional<String> failure) {
  public Finding {
    Objects.requireNonNull(check, "check");
    Objects.requireNonNull(failure, "failure");
  }

  /** Whether the day may not be published because of it. */
  public boolean isRefusal() {
    return refuses && failure.isPresent();
  }

  /** The failure of a check that only warns. */
  public Optional<String> warning() {
    return refuses ? Optional.empty() : failure;
  }
}
