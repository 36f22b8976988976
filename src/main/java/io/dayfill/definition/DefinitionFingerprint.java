/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Tells whether two definitions compute the same: SHA-256 of what they say, not of how it is laid
 * out.
 */
public final class DefinitionFingerprint {
  private DefinitionFingerprint() {}

  /** The fingerprint of {@code definition}: 64 hexadecimal digits. */
  public static String of(Definition definition) {
    StringBuilder said = new StringBuilder();
    add(said, "table", definition.table());
    add(said, "day_column", definition.dayColumn());
    add(said, "layout", definition.layout().word());
    add(said, "time_zone", definition.timeZone().getId());
    add(said, "day_offset", String.valueOf(definition.dayOffset()));
    definition.inputs().forEach(input -> add(said, input));
    add(said, "sql", SqlTokens.normalized(definition.sql()));
    definition.key().forEach(column -> add(said, "key", column));
    definition.checks().forEach(check -> add(said, "check", text(check)));
    return sha256(said.toString());
  }

  private static void add(StringBuilder said, FilesInput input) {
    add(said, "input", input.name());
    add(said, "files", input.files());
    add(said, "local_times", input.localTimes().word());
    for (Column column : input.columns()) {
      add(said, "column", column.name());
      add(said, "type", column.type().sql() + (column.required() ? " NOT NULL" : ""));
    }
  }

  private static String text(Check check) {
    return check instanceof Check.Expression expression
        ? "expression: " + SqlTokens.normalized(expression.sql())
        : check.text();
  }

  /** The length before each value: no value can look like the end of one and the next. */
  private static void add(StringBuilder said, String name, String value) {
    said.append(name).append('=').append(value.length()).append(':').append(value).append('\n');
  }

  private static String sha256(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }
}
