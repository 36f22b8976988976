/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import java.util.concurrent.atomic.AtomicBoolean;

/** Tells a driver to let the days in work end and to start no more. Thread-safe. */
public final class StopSwitch {
  private final AtomicBoolean stopped = new AtomicBoolean();

  /** No further day is started from now on. */
  public void stop() {
    stopped.set(true);
  }

  /** Whether no further day may be started. */
  public boolean isStopped() {
    return stopped.get();
  }
}
