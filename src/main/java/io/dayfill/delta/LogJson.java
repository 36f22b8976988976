/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.delta;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** The JSON of a table's log: one action a line. */
final class LogJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private LogJson() {}

  static JsonNode read(String line) {
    try {
      return MAPPER.readTree(line);
    } catch (JsonProcessingException broken) {
      throw new IllegalStateException("the table's log holds a line that is not JSON", broken);
    }
  }

  /** The action line {@code {"kind": action}}. */
  static String line(String kind, JsonNode action) {
    return MAPPER.createObjectNode().set(kind, action).toString();
  }
}
