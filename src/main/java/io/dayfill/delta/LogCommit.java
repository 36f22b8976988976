/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.delta;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One version of a table as its log tells it.
 *
 * @param version the table's version
 * @param timestamp when the writer committed, by its own clock
 * @param operation Delta's word, for example WRITE or OPTIMIZE; UNKNOWN if the writer gave none
 * @param parameters the operation's parameters, as Delta's history shows them
 * @param metrics the operation's metrics
 * @param userMetadata the writer's own words
 * @param writer who wrote: user and engine, as far as the log says
 * @param readVersion the version that the writer had read
 * @param adds files that the version added
 * @param removes files that it removed
 * @param metadataChanged whether it changed schema, partitioning or properties
 * @param protocolChanged whether it changed the table's protocol
 */
public record LogCommit(
    long version,
    Instant timestamp,
    String operation,
    Map<String, String> parameters,
    Map<String, String> metrics,
    Optional<String> userMetadata,
    Optional<String> writer,
    OptionalLong readVersion,
    List<FileEntry> adds,
    List<FileEntry> removes,
    boolean metadataChanged,
    boolean protocolChanged) {
  public LogCommit {
    parameters = Map.copyOf(parameters);
    metrics = Map.copyOf(metrics);
    adds = List.copyOf(adds);
    removes = List.copyOf(removes);
  }

  /** The version, operation and writer in words: {@code version 12 (DELETE by anna)}. */
  public String described() {
    return "version " + version + " (" + operation + writer.map(by -> " by " + by).orElse("") + ")";
  }
}
