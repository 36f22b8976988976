/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import java.util.Locale;

/** Which past a day shows that is computed with a dimension. */
public enum History {
  /** What was valid on the day. */
  ORIGINAL,
  /** What is valid now, for all days. */
  RESTATED;

  /** The word of the definition, of flags and of recorded facts. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
