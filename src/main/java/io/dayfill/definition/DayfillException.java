/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

/**
 * Something that the operator can understand and act on: the message is one complete line (details
 * may follow on further lines) that says what, which table and day, why, and what to do. Mistakes
 * in dayfill itself are never reported by this type.
 */
public class DayfillException extends RuntimeException {
  /** What a call that could not be understood ends with. */
  public static final int USAGE = 2;

  private static final long serialVersionUID = 1L;

  private final int exitCode;

  /** A failure that ends the run of a day with {@code outcome}. */
  public DayfillException(Outcome outcome, String message) {
    this(outcome.exitCode(), message, null);
  }

  /** As above, keeping the exception that it explains. */
  public DayfillException(Outcome outcome, String message, Throwable cause) {
    this(outcome.exitCode(), message, cause);
  }

  private DayfillException(
      int exitCode, String message, @org.jspecify.annotations.Nullable Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  /** A mistake in the call or in a definition: nothing was started. */
  public static DayfillException usage(String message) {
    return new DayfillException(USAGE, message, null);
  }

  /** The same failure, saying first where it was found. */
  public DayfillException in(String place) {
    return new DayfillException(exitCode, place + ": " + getMessage(), this);
  }

  /** The exit code that this failure gives a command. */
  public int exitCode() {
    return exitCode;
  }

  /** How a day ends that this failure stopped. */
  public Outcome outcome() {
    for (Outcome outcome : Outcome.values()) {
      if (outcome.exitCode() == exitCode && !outcome.isSuccess()) {
        return outcome;
      }
    }
    return exitCode == USAGE ? Outcome.REFUSED : Outcome.FAILED;
  }
}
