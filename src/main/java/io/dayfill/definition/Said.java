/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Names and values in the order in which they were said, and the SHA-256 of them all. */
final class Said {
  private final StringBuilder all = new StringBuilder();

  /** The length stands before each value: none can look like the end of one and the next. */
  void add(String name, String value) {
    all.append(name).append('=').append(value.length()).append(':').append(value).append('\n');
  }

  String sha256() {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(all.toString().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }
}
