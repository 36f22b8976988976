/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import java.util.Locale;

/**
 * What to make of a time without offset that a clock change skips (it never was) or repeats (it was
 * twice) in the definition's time zone.
 */
public enum LocalTimes {
  /** Such a line is bad. The default. */
  REFUSE,
  /**
   * The earlier instant: the first of a repeated hour; a skipped time read with the offset that
   * came after.
   */
  EARLIER,
  /**
   * The later instant: the second of a repeated hour; a skipped time read with the offset that was
   * before.
   */
  LATER;

  /** The word of the definition. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
