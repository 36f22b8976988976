/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.dayfill.ledger.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Many files through one {@code backfill}, each as the file of a day of its own: dates around the
 * 15th of September 2026 are moved to that day, in bytes and in expected messages alike. The
 * table's rows are read once, after the command.
 */
final class Batch {
  private static final LocalDate FIRST = LocalDate.of(2027, 1, 10);
  private static final LocalDate WRITTEN = LocalDate.of(2026, 9, 15);

  private final Map<String, LocalDate> days = new HashMap<>();
  private final Map<LocalDate, JsonNode> runs = new HashMap<>();
  private final Map<String, List<StoredRow>> rows;
  private final long commits;

  /** Runs {@code files} in a project in {@code root}, an empty folder. */
  Batch(Path root, List<GivenFile> files) {
    CaseProject project = CaseProject.empty(root);
    for (GivenFile file : files) {
      LocalDate day = FIRST.plusDays(days.size());
      assertThat(days.put(file.name(), day)).as("another file called %s", file).isNull();
      String text = new String(file.bytes(), StandardCharsets.ISO_8859_1);
      project.deliver(day.toString(), moved(text, day).getBytes(StandardCharsets.ISO_8859_1));
    }
    LocalDate last = FIRST.plusDays(days.size());
    Call call = project.run("backfill", FIRST.plusDays(1).toString(), last.toString(), "--json");
    assertThat(call.troubles()).isEmpty();
    for (JsonNode run : json(call).get("runs")) {
      runs.put(LocalDate.parse(run.get("day").asText()), run);
    }
    rows = project.rows().stream().collect(Collectors.groupingBy(StoredRow::day));
    commits = project.commits();
  }

  private static String moved(String text, LocalDate day) {
    String moved = text;
    for (int distance = -2; distance <= 2; distance++) {
      moved =
          moved.replace(WRITTEN.plusDays(distance).toString(), day.plusDays(distance).toString());
    }
    return moved;
  }

  private static JsonNode json(Call call) {
    try {
      return Json.mapper().readTree(call.out());
    } catch (JsonProcessingException broken) {
      throw new AssertionError(call.out() + call.err(), broken);
    }
  }

  /** What must come of {@code file} has come of it. */
  void check(GivenFile file) {
    LocalDate day = days.get(file.name());
    JsonNode run = runs.get(day);
    String reason = run.path("reason").asText();
    List<StoredRow> its = rows.getOrDefault(day.toString(), List.of());
    if (file.stored().isPresent()) {
      assertThat(run.get("outcome").asText()).as(reason).isEqualTo("PUBLISHED");
      assertThat(StoredRow.sum(its)).isEqualTo(file.stored().get());
      file.values()
          .forEach(
              (column, expected) -> assertThat(StoredRow.values(its, column)).isEqualTo(expected));
    } else {
      assertThat(run.get("outcome").asText()).as(reason).isEqualTo("REFUSED");
      assertThat(file.said()).allSatisfy(said -> assertThat(reason).contains(moved(said, day)));
      Call.assertReadable(reason);
      assertThat(its).isEmpty();
    }
  }

  /** The reason why {@code file} was refused; empty if it was not. */
  String reason(GivenFile file) {
    return runs.get(days.get(file.name())).path("reason").asText();
  }

  /** One commit made the table and one each stored day: the others left no trace. */
  void hasCommitsOfStoredDaysOnly(List<GivenFile> files) {
    long stored = files.stream().filter(file -> file.stored().isPresent()).count();
    assertThat(commits).isEqualTo(1 + stored);
    assertThat(rows).hasSize((int) stored);
  }
}
