/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import java.util.UUID;

/** Ids of commands that publish: short enough to be typed. */
public final class BackfillId {
  private static final int LENGTH = 12;

  private BackfillId() {}

  /** An id that no other command has. */
  public static String next() {
    return UUID.randomUUID().toString().replace("-", "").substring(0, LENGTH);
  }
}
