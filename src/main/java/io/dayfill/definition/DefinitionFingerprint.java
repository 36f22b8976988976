/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

/**
 * Tells whether two definitions compute the same: SHA-256 of what they say, not of how it is laid
 * out. {@link DefinitionParts} tells what differs.
 */
public final class DefinitionFingerprint {
  private DefinitionFingerprint() {}

  /** The fingerprint of {@code definition}: 64 hexadecimal digits. */
  public static String of(Definition definition) {
    DefinitionParts parts = DefinitionParts.of(definition);
    Said said = new Said();
    said.add("table", definition.table());
    said.add("layout", definition.layout().word());
    said.add("day", parts.day());
    said.add("inputs", parts.inputs());
    said.add("columns", parts.columns());
    said.add("sql", parts.sql());
    parts.rules().forEach(rule -> said.add("rule", rule));
    return said.sha256();
  }
}
