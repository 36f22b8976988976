/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

/** When the days of a command become visible. */
public enum PublishMode {
  /** Each when it is ready, in a commit of its own. */
  EACH,
  /** All in one commit, or none. */
  TOGETHER,
  /** None: they wait, staged and checked, for {@code publish}. */
  HOLD
}
