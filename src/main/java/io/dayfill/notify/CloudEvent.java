/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.notify;

import io.dayfill.ledger.Json;
import java.util.LinkedHashMap;
import java.util.Map;

/** A message as CloudEvents 1.0 has it, in structured mode: one JSON document. */
final class CloudEvent {
  /** The content type of the document. */
  static final String CONTENT_TYPE = "application/cloudevents+json; charset=UTF-8";

  private static final String TYPE = "io.dayfill.days.published";

  private CloudEvent() {}

  /** The document of {@code message}, the same each time. */
  static String json(Message message) {
    Map<String, Object> event = new LinkedHashMap<>();
    event.put("specversion", "1.0");
    event.put("id", message.id());
    event.put("source", "urn:uuid:" + message.tableId());
    event.put("type", TYPE);
    event.put("subject", message.table());
    event.put("time", message.publishedAt());
    event.put("datacontenttype", "application/json");
    event.put("data", message);
    return Json.line(event);
  }
}
