/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import java.util.Locale;

/** How a table's files lie: the word in a definition is the name in lower case. */
public enum Layout {
  /**
   * Partitioned by the day column: a day has files of its own, and writers of other days never
   * conflict.
   */
  PARTITIONED,
  /** Not partitioned: a file may hold rows of several days, and writers must take turns. */
  UNPARTITIONED;

  /** The word of the definition. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
