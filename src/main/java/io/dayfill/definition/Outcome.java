/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

/**
 * How a run of one day ended. The words, and the exit code that each one gives a command, are part
 * of the contract with schedulers.
 */
public enum Outcome {
  /** The day was replaced by what was staged and checked. */
  PUBLISHED(0),
  /** Staged and checked; waits for {@code publish}. */
  HELD(0),
  /** Nothing had to be done. */
  SKIPPED(0),
  /** A source is not there yet; trying again later is right. */
  NOT_READY(3),
  /** The input or a check says no; trying again without a change is useless. */
  REFUSED(4),
  /** Another writer changed the day meanwhile; running it again is the operator's decision. */
  CONFLICT(5),
  /** Everything else. */
  FAILED(1),
  /** The commit was sent and its fate could not be learned. */
  UNKNOWN(1);

  private final int exitCode;

  Outcome(int exitCode) {
    this.exitCode = exitCode;
  }

  /** The exit code of a command whose gravest day ended so. */
  public int exitCode() {
    return exitCode;
  }

  /** Whether the day is as the operator asked for. */
  public boolean isSuccess() {
    return exitCode == 0;
  }
}
