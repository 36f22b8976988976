/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill;

/** A command that did not end with exit code 0; the message is what it printed. */
public final class CommandFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  CommandFailedException(int exitCode, String message) {
    super(message.isEmpty() ? "exit code " + exitCode : message);
    this.exitCode = exitCode;
  }

  /** The exit code that the command has from a shell. */
  public int exitCode() {
    return exitCode;
  }
}
