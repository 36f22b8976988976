/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.delta;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Gathers the actions of one commit file. */
final class CommitParser {
  private final long version;
  private final List<FileEntry> adds = new ArrayList<>();
  private final List<FileEntry> removes = new ArrayList<>();
  private JsonNode info = MissingNode.getInstance();
  private boolean metadataChanged;
  private boolean protocolChanged;

  CommitParser(long version) {
    this.version = version;
  }

  void accept(JsonNode action) {
    if (action.has("add")) {
      adds.add(FileEntry.of("add", action.get("add")));
    } else if (action.has("remove")) {
      removes.add(FileEntry.of("remove", action.get("remove")));
    } else if (action.has("commitInfo")) {
      info = action.get("commitInfo");
    } else if (action.has("metaData")) {
      metadataChanged = true;
    } else if (action.has("protocol")) {
      protocolChanged = true;
    }
  }

  LogCommit commit() {
    JsonNode read = info.path("readVersion");
    return new LogCommit(
        version,
        Instant.ofEpochMilli(
            info.path("inCommitTimestamp").asLong(info.path("timestamp").asLong())),
        info.path("operation").asText("UNKNOWN"),
        texts(info.path("operationParameters")),
        texts(info.path("operationMetrics")),
        text("userMetadata"),
        writer(),
        read.isNumber() ? OptionalLong.of(read.asLong()) : OptionalLong.empty(),
        adds,
        removes,
        metadataChanged,
        protocolChanged);
  }

  private Optional<String> writer() {
    String names =
        Stream.of(text("userName"), text("engineInfo"))
            .flatMap(Optional::stream)
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? Optional.empty() : Optional.of(names);
  }

  private Optional<String> text(String name) {
    JsonNode value = info.path(name);
    return value.isTextual() ? Optional.of(value.asText()) : Optional.empty();
  }

  private static Map<String, String> texts(JsonNode node) {
    Map<String, String> texts = new LinkedHashMap<>();
    node.properties().forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
    return texts;
  }
}
