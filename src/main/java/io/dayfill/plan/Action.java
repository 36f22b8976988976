/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.plan;

/** What a backfill would do with a day. */
public enum Action {
  /** Stage, check and publish the day. */
  RUN,
  /** Nothing: the day is as it should be, or is left alone. */
  SKIP,
  /** A source is not there yet: the run would end NOT_READY. */
  WAIT
}
