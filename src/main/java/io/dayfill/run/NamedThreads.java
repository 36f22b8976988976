/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Daemon threads with a name and a number: none of them keeps a finished driver alive. */
final class NamedThreads implements ThreadFactory {
  private final String name;
  private final AtomicInteger number = new AtomicInteger();

  NamedThreads(String name) {
    this.name = name;
  }

  @Override
  public Thread newThread(Runnable work) {
    Thread thread = new Thread(work, name + "-" + number.incrementAndGet());
    thread.setDaemon(true);
    return thread;
  }
}
