/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cases;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A file of the 15th and what must come of it.
 *
 * @param stored the rows and the sum of the day, such as {@code 2 / 49.80}; empty: refused
 * @param values what columns hold for each order, in the order of their ids
 * @param said what the message of a refusal must hold
 */
record GivenFile(
    String name,
    byte[] bytes,
    Optional<String> stored,
    Map<String, List<String>> values,
    List<String> said) {
  static final String HEADER = "order_id,customer_id,amount,ordered_at\n";

  /** A file that is stored as {@code rowsAndSum}. */
  static GivenFile stored(String name, byte[] bytes, String rowsAndSum) {
    return new GivenFile(name, bytes, Optional.of(rowsAndSum), Map.of(), List.of());
  }

  static GivenFile stored(String name, String text, String rowsAndSum) {
    return stored(name, text.getBytes(StandardCharsets.UTF_8), rowsAndSum);
  }

  /** A file that is refused with a message that holds each of {@code said}. */
  static GivenFile refused(String name, byte[] bytes, String... said) {
    return new GivenFile(name, bytes, Optional.empty(), Map.of(), List.of(said));
  }

  static GivenFile refused(String name, String text, String... said) {
    return refused(name, text.getBytes(StandardCharsets.UTF_8), said);
  }

  /** This file; {@code column} must hold {@code expected}. */
  GivenFile with(String column, String... expected) {
    Map<String, List<String>> more = new HashMap<>(values);
    more.put(column, List.of(expected));
    return new GivenFile(name, bytes, stored, more, said);
  }

  @Override
  public String toString() {
    return name;
  }
}
