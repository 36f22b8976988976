/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import java.util.Locale;

/** What filling a published day again does: the word in a definition is the name in lower case. */
public enum Corrections {
  /** The day's files are replaced by the new ones. */
  REPLACE,
  /**
   * The table keeps what was published first; the difference is appended as signed rows to a table
   * beside it, and both together are the day.
   */
  ADJUST;

  /** The word of the definition. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
