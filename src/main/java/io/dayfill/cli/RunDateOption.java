/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import java.time.LocalDate;
import picocli.CommandLine.Parameters;

/** The one date of a command. */
final class RunDateOption {
  @Parameters(
      paramLabel = "RUN_DATE",
      converter = RunDateConverter.class,
      description =
          "The date of the run, yyyy-MM-dd; it fills the day before (day_offset of the definition).")
  private LocalDate runDate = LocalDate.EPOCH;

  LocalDate value() {
    return runDate;
  }
}
