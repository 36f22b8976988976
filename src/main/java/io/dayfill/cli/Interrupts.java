/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import org.jline.utils.Signals;

/**
 * Ctrl-C: the first lets the days in work end, the second stops at once. Only where the process is
 * a command's own; a notebook's or Databricks' JVM keeps its handlers.
 */
final class Interrupts {
  private static final String SIGNAL = "INT";

  private final Runnable restore;

  private Interrupts(Runnable restore) {
    this.restore = restore;
  }

  /** Calls {@code action} at the first Ctrl-C from now on; the next one has its usual effect. */
  static Interrupts first(Runnable action) {
    if (!Boolean.getBoolean("SPARK_SUBMIT")) {
      return new Interrupts(() -> {});
    }
    Runnable handler =
        () -> {
          Signals.registerDefault(SIGNAL);
          action.run();
        };
    Object previous = Signals.register(SIGNAL, handler);
    return new Interrupts(() -> Signals.unregister(SIGNAL, previous));
  }

  /** Gives the signal back its former handler. */
  void close() {
    restore.run();
  }
}
