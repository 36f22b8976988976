/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.plan;

import java.time.Instant;
import java.util.Optional;

/** Looks at sources without taking anything from them. */
public interface SourceLook {
  /** The size and time of the file at {@code path}; empty if it does not exist. */
  Optional<Stat> stat(String path);

  /** The SHA-256 of the file's bytes in hexadecimal. */
  String sha256(String path);

  /** A file's size and modification time. */
  record Stat(long sizeBytes, Instant modified) {}
}
