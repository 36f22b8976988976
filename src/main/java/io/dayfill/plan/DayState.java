/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.plan;

/** How a stored day stands, gravest last. */
public enum DayState {
  /** No publication of the day and no rows. */
  MISSING,
  /** Published, also with 0 rows, and nothing that it came from has changed since. */
  COMPLETE,
  /** Published, but what it came from has changed since. */
  STALE,
  /** The stored rows are not, or may not be, the published ones. */
  CORRUPT,
  /** A staged version waits for {@code publish}. */
  HELD
}
