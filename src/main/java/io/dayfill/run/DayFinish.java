/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import io.dayfill.publish.DayPublisher;
import io.dayfill.publish.Staging;
import java.util.Optional;

/** What becomes of days that are staged and checked. Thread-safe. */
interface DayFinish extends AutoCloseable {
  /**
   * Takes a day that may be published; its end is told now or later.
   *
   * @throws io.dayfill.publish.TableChangedException when it must be staged again
   * @throws io.dayfill.definition.DayfillException when it could not be published
   */
  void ready(ReadyDay day, DayPublisher publisher);

  /** Takes a staging whose days have all been offered. */
  void staged(Staging staging);

  /**
   * The command's days have all been offered.
   *
   * @param obstacle why not all of them may be published, in words; empty: they may
   */
  void complete(Optional<String> obstacle);

  @Override
  void close();
}
