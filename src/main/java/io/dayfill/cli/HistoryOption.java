/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Definition;
import io.dayfill.definition.History;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which past of dimensions is asked for. */
final class HistoryOption {
  @Option(
      names = "--history",
      paramLabel = "original|restated",
      description =
          "Show dimensions as they were on each day, or as they are now (default: what the definition says).")
  private Optional<History> history = Optional.empty();

  /** The history that is asked for, whatever the definition. */
  Optional<History> asked() {
    return history;
  }

  /**
   * The history that is asked for; empty: the definition's.
   *
   * @throws DayfillException (usage) when {@code definition} has no dimension
   */
  Optional<History> of(Definition definition) {
    if (history.isPresent() && definition.dimensions().isEmpty()) {
      throw DayfillException.usage(
          definition.table() + " has no dimension, so there is one past: leave --history out");
    }
    return history;
  }
}
