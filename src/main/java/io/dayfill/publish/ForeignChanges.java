/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.dayfill.delta.FileEntry;
import io.dayfill.delta.LogCommit;
import io.dayfill.ledger.Facts;
import io.dayfill.ledger.Json;
import java.time.LocalDate;
import java.util.List;

/**
 * Whether a commit changed rows of a day in a table whose files may hold several days. A commit of
 * dayfill names its days. Of others the files' least and greatest day tell, where they are known;
 * where they are not, the day counts as changed.
 */
final class ForeignChanges {
  private final String dayColumn;

  ForeignChanges(String dayColumn) {
    this.dayColumn = dayColumn;
  }

  boolean touches(LogCommit commit, LocalDate day) {
    List<LocalDate> days = Facts.days(commit);
    if (!days.isEmpty()) {
      return days.contains(day);
    }
    return commit.adds().stream().anyMatch(file -> mayHold(file, "add", day))
        || commit.removes().stream().anyMatch(file -> mayHold(file, "remove", day));
  }

  private boolean mayHold(FileEntry file, String kind, LocalDate day) {
    if (!file.dataChange()) {
      return false;
    }
    if (file.partition(dayColumn).isPresent()) {
      return file.partition(dayColumn).filter(day.toString()::equals).isPresent();
    }
    JsonNode statistics = statistics(file, kind);
    String least = statistics.path("minValues").path(dayColumn).asText("");
    String greatest = statistics.path("maxValues").path(dayColumn).asText("");
    boolean known = !least.isEmpty() && !greatest.isEmpty();
    return !known
        || (least.compareTo(day.toString()) <= 0 && greatest.compareTo(day.toString()) >= 0);
  }

  private static JsonNode statistics(FileEntry file, String kind) {
    try {
      return Json.mapper()
          .readTree(Json.mapper().readTree(file.json()).path(kind).path("stats").asText("{}"));
    } catch (JsonProcessingException unreadable) {
      return Json.mapper().createObjectNode();
    }
  }
}
