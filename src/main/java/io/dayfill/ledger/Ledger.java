/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.ledger;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.dayfill.definition.Project;
import io.dayfill.delta.KernelRows;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * The record of all runs of a project's tables: the Delta table {@code warehouse/dayfill_ledger},
 * one row a run (its columns are those of {@link RunRecord}). The tables are the truth; this is
 * their index and archive, and may be deleted. Read and appended without Spark; several commands at
 * once all get their rows in.
 */
public final class Ledger {
  /** The table's name. */
  public static final String NAME = "dayfill_ledger";

  /** The shape that this version writes. */
  public static final int FORMAT = 1;

  private static final String FORMAT_PROPERTY = "dayfill.ledger.format";
  private static final List<String> OURS =
      List.of("table", "backfill", "run_date", "day", "outcome", "ended");

  private final KernelRows rows;

  /** The ledger of {@code project}, which need not exist. */
  public Ledger(Project project, Configuration hadoop) {
    this.rows = new KernelRows(path(project), hadoop);
  }

  /** Where the ledger of {@code project} lies. */
  public static String path(Project project) {
    return project.resolve("warehouse/" + NAME);
  }

  /**
   * What the ledger says of {@code table}. Never fails: a ledger that cannot be read is a problem
   * that is told, and then nothing is known from it.
   */
  public LedgerLook read(String table) {
    try {
      Optional<String> problem = problem();
      return problem.isPresent()
          ? new LedgerLook(List.of(), problem)
          : new LedgerLook(runs(table), Optional.empty());
    } catch (RuntimeException unreadable) {
      String first = String.valueOf(unreadable.getMessage()).lines().findFirst().orElse("");
      return new LedgerLook(List.of(), Optional.of("the ledger cannot be read: " + first));
    }
  }

  /**
   * Adds {@code records} in one commit; creates the ledger if there is none.
   *
   * @throws RuntimeException when it cannot be written
   */
  public void append(List<RunRecord> records) {
    if (records.isEmpty()) {
      return;
    }
    Optional<String> problem = problem();
    if (problem.isPresent()) {
      throw new IllegalStateException(problem.get());
    }
    rows.append(
        records.stream().map(Json::line).toList(),
        schema(),
        Map.of(
            FORMAT_PROPERTY,
            String.valueOf(FORMAT),
            "delta.checkpointInterval",
            "50",
            "delta.logRetentionDuration",
            "interval 30 days"),
        "dayfill");
  }

  /**
   * All rows as lines of JSON, those of other tables too.
   *
   * @throws IllegalStateException when the ledger is another's or a newer version's
   */
  public List<String> lines() {
    Optional<String> problem = problem();
    if (problem.isPresent()) {
      throw new IllegalStateException(problem.get());
    }
    return rows.read().stream().map(JsonNode::toString).toList();
  }

  private Optional<String> problem() {
    return rows.shape().flatMap(Ledger::problem);
  }

  private static Optional<String> problem(KernelRows.Shape shape) {
    if (!shape.columns().containsAll(OURS)) {
      return Optional.of(
          "warehouse/"
              + NAME
              + " is not dayfill's ledger (its columns are others): move it away, the ledger is written anew");
    }
    String format = shape.properties().getOrDefault(FORMAT_PROPERTY, "0");
    return format.matches("[0-9]{1,6}") && Integer.parseInt(format) <= FORMAT
        ? Optional.empty()
        : Optional.of(
            "warehouse/"
                + NAME
                + " was written by a newer dayfill (format "
                + format
                + ", this one knows "
                + FORMAT
                + "): use that version; until then the ledger is neither read nor written");
  }

  /** The rows of {@code table}; a publication that two commands told stands once. */
  private List<RunRecord> runs(String table) {
    List<RunRecord> runs = new ArrayList<>();
    Map<String, RunRecord> published = new LinkedHashMap<>();
    for (JsonNode row : rows.read()) {
      if (!row.path("table").asText().equals(table)) {
        continue;
      }
      RunRecord run = parse(row);
      if (run.commit().isPresent()) {
        published.merge(run.commit().get() + " " + run.day(), run, RunRecord::merged);
      } else {
        runs.add(run);
      }
    }
    runs.addAll(published.values());
    return runs;
  }

  private static RunRecord parse(JsonNode row) {
    try {
      return Json.mapper().treeToValue(row, RunRecord.class);
    } catch (JsonProcessingException foreign) {
      throw new IllegalStateException("a row of the ledger is not dayfill's", foreign);
    }
  }

  private static String schema() {
    try (InputStream in = Ledger.class.getResourceAsStream("/io/dayfill/ledger/schema.json")) {
      if (in == null) {
        throw new IllegalStateException("the jar has no ledger schema");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
