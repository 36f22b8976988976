/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import java.net.URI;
import java.time.Duration;
import java.util.Objects;

/** Someone who is told of each publication of a table. */
public sealed interface Consumer {
  /** What the consumer is called in facts, ledger and messages; never an address or a secret. */
  String name();

  /** The consumer in words, for plans and warnings. */
  String shown();

  /**
   * An address that gets a signed HTTP message.
   *
   * @param url where; it may hold secrets and is never shown
   * @param secretEnv the environment variable with the secret that messages are signed with
   * @param timeOut how long one attempt may take
   */
  record Webhook(String name, URI url, String secretEnv, Duration timeOut) implements Consumer {
    public Webhook {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(url, "url");
      Objects.requireNonNull(secretEnv, "secretEnv");
      Objects.requireNonNull(timeOut, "timeOut");
    }

    @Override
    public String shown() {
      return "webhook " + name;
    }

    @Override
    public String toString() {
      return shown();
    }
  }

  /** The Delta table of all changes, which jobs stream from. */
  record Changes() implements Consumer {
    /** Its name, and that of no webhook. */
    public static final String NAME = "changes";

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public String shown() {
      return "the table of changes";
    }
  }
}
