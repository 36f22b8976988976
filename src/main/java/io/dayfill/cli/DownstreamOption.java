/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import picocli.CommandLine.Option;

/** Whether days that are computed from the command's days are meant too. */
final class DownstreamOption {
  @Option(
      names = "--downstream",
      description =
          "And all that is computed from these days: days of derived tables, upstream first, and the days after them in a chain; only where something changes.")
  private boolean downstream;

  boolean isWanted() {
    return downstream;
  }
}
