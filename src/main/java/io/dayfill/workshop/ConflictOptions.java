/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.workshop;

/**
 * How the write conflict is to be shown.
 *
 * @param writers how many writers start together, each with a day of its own; at least 2, since one
 *     alone conflicts with nobody
 * @param rounds how often it is shown on each layout, at least 1
 * @param freeRunning whether the writers run as the machine lets them. Otherwise each is held
 *     between its read and its commit until all have read, so that they always meet
 */
public record ConflictOptions(int writers, int rounds, boolean freeRunning) {
  /** As many writers as the course has. */
  public static final int DEFAULT_WRITERS = 4;

  /** Seeing it once is enough where it cannot fail to happen. */
  public static final int DEFAULT_ROUNDS = 1;

  /** Checks the numbers. */
  public ConflictOptions {
    if (writers < 2) {
      throw new IllegalArgumentException("writers must be at least 2, not " + writers);
    }
    if (rounds < 1) {
      throw new IllegalArgumentException("rounds must be at least 1, not " + rounds);
    }
  }
}
