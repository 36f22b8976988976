/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Tells whether two definitions compute the same: SHA-256 of what they say, not of how it is laid
 * out.
 */
public final class DefinitionFingerprint {
  private static final Pattern SPACE = Pattern.compile("\\s+");

  private DefinitionFingerprint() {}

  /** The fingerprint of {@code definition}: 64 hexadecimal digits. */
  public static String of(Definition definition) {
    StringBuilder said = new StringBuilder();
    add(said, "table", definition.table());
    add(said, "day_column", definition.dayColumn());
    add(said, "layout", definition.layout().word());
    add(said, "time_zone", definition.timeZone().getId());
    add(said, "day_offset", String.valueOf(definition.dayOffset()));
    definition.inputs().forEach(input -> add(said, "input " + input.name(), input(input)));
    add(said, "sql", SPACE.matcher(definition.sql()).replaceAll(" "));
    add(said, "key", String.join(",", definition.key()));
    definition.checks().forEach(check -> add(said, "check", check.text()));
    return sha256(said.toString());
  }

  private static String input(FilesInput input) {
    String columns =
        input.columns().stream()
            .map(
                column ->
                    column.name()
                        + " "
                        + column.type().sql()
                        + (column.required() ? " NOT NULL" : ""))
            .collect(Collectors.joining(", "));
    return input.files() + "\n" + columns + "\n" + input.localTimes().word();
  }

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
