/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import io.dayfill.check.ContentFingerprint;
import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Definition;
import io.dayfill.definition.DefinitionFingerprint;
import io.dayfill.definition.Layout;
import io.dayfill.definition.Outcome;
import io.dayfill.definition.Project;
import io.dayfill.delta.FileEntry;
import io.dayfill.delta.KernelReader;
import io.dayfill.delta.LogCommit;
import io.dayfill.delta.TableFiles;
import io.dayfill.delta.TableLog;
import io.dayfill.ledger.CommitFacts;
import io.dayfill.ledger.DayFacts;
import io.dayfill.ledger.Facts;
import io.dayfill.ledger.InputFacts;
import io.dayfill.ledger.Writer;
import io.dayfill.plan.Publication;
import io.dayfill.plan.TablePast;
import io.dayfill.publish.FormerFiles;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;

/**
 * Gives the days of one backfill back exactly what they had before it, from the former files, in
 * one commit. Days that somebody changed since keep what they have. An undo is a backfill itself
 * and can be undone.
 */
public final class Undo {
  private final Project project;
  private final Definition definition;
  private final String backfill;
  private final Configuration hadoop;
  private final FormerFiles files;

  /**
   * Looks at what backfill {@code id} did; starts no Spark.
   *
   * @throws DayfillException usage when the table knows no such backfill, REFUSED when its days
   *     cannot be given back
   */
  public Undo(Project project, Definition definition, String id, Configuration hadoop) {
    this.project = project;
    this.definition = definition;
    this.backfill = id;
    this.hadoop = hadoop;
    this.files = look();
    requireDays();
    requireFiles();
  }

  private FormerFiles look() {
    if (definition.layout() == Layout.UNPARTITIONED) {
      throw refused(
          "files of an unpartitioned table hold several days; run the days again with the former source or definition, or RESTORE the table");
    }
    if (definition.adjusts()) {
      throw refused(
          "the definition says corrections: adjust, so no publication is taken away; run the days again with the former source or definition, and the difference is appended");
    }
    KernelReader reader = new KernelReader(path(), hadoop);
    String dayColumn =
        reader.latest().stream()
            .flatMap(table -> table.partitionColumns().stream())
            .filter(definition.dayColumn()::equalsIgnoreCase)
            .findFirst()
            .orElseThrow(() -> refused("there is no table, or it is not partitioned by the day"));
    try {
      return FormerFiles.of(new TableLog(path(), hadoop), reader, dayColumn, backfill);
    } catch (RuntimeException gone) {
      throw new DayfillException(
          Outcome.REFUSED,
          what()
              + " cannot be undone: the version before it cannot be told any more (log retention?): "
              + String.valueOf(gone.getMessage()).lines().findFirst().orElse(""),
          gone);
    }
  }

  private void requireDays() {
    if (files.days().isEmpty()) {
      throw DayfillException.usage(
          definition.table()
              + " has no published backfill "
              + backfill
              + ": history shows their ids, status those that are held");
    }
    if (files.changed().size() == files.days().size()) {
      LogCommit first = files.changed().values().iterator().next();
      throw refused(
          "all of its days were changed since, first by "
              + Facts.described(first)
              + "; undo that first, or leave it");
    }
  }

  private void requireFiles() {
    long gone =
        days().stream()
            .flatMap(day -> files.of(day).stream())
            .filter(file -> !TableFiles.isThere(path(), file, hadoop))
            .count();
    if (gone > 0) {
      throw refused(gone + " of the former files are gone (VACUUM?); run the days again instead");
    }
  }

  /** The days that can be given back, oldest first. */
  public List<LocalDate> days() {
    return files.days().stream().filter(day -> !files.changed().containsKey(day)).sorted().toList();
  }

  /**
   * Commits the undoing.
   *
   * @param id the id of the undoing, which may span tables
   * @param reason why, in the operator's words
   * @param version dayfill's version, for the facts
   * @return a run for each day of the backfill: PUBLISHED, or REFUSED if it was changed since
   */
  public BackfillReport run(String id, Optional<String> reason, String version) {
    TablePast past = Planning.past(project, definition, hadoop);
    SortedMap<LocalDate, Republication.Files> days = new TreeMap<>();
    List<DayFacts> facts = new ArrayList<>();
    for (LocalDate day : days()) {
      List<FileEntry> former = files.of(day);
      days.put(
          day,
          new Republication.Files(
              former.stream().map(FileEntry::changingData).toList(), files.head(), -1, List.of()));
      facts.add(facts(day, former, past.before(day, backfill)));
    }
    CommitFacts commit =
        new CommitFacts(
            version,
            CommitFacts.FORMAT,
            UUID.randomUUID().toString(),
            id,
            DefinitionFingerprint.of(definition),
            Optional.empty(),
            Optional.of(Writer.here(Optional.empty())),
            reason,
            Optional.of(backfill),
            definition.consumerNames(),
            facts);
    return withRefused(new Republication(project, definition).run("undo", days, commit));
  }

  private DayFacts facts(LocalDate day, List<FileEntry> former, Optional<Publication> before) {
    long rows = former.stream().mapToLong(file -> file.rows().orElse(0)).sum();
    String unknown = rows == 0 ? ContentFingerprint.none() : "";
    List<InputFacts> inputs = before.map(Publication::inputs).orElse(List.of());
    return new DayFacts(
        day,
        definition.runDate(day),
        rows,
        before.map(Publication::fingerprint).orElse(unknown),
        before.map(known -> known.facts().sums()).orElse(List.of()),
        rows == 0,
        inputs,
        List.of(),
        before.flatMap(Publication::history),
        before.map(Publication::reads).orElse(List.of()));
  }

  private BackfillReport withRefused(BackfillReport report) {
    List<DayRun> runs = new ArrayList<>(report.runs());
    files
        .changed()
        .forEach(
            (day, commit) ->
                runs.add(
                    DayRun.unpublished(
                        definition.runDate(day),
                        day,
                        Outcome.REFUSED,
                        definition.table()
                            + " "
                            + day
                            + " not undone: "
                            + Facts.described(commit)
                            + " changed the day after backfill "
                            + backfill
                            + "; undo that first, or leave it",
                        0)));
    runs.sort(Comparator.comparing(DayRun::day));
    return new BackfillReport(
        report.backfill(),
        report.table(),
        runs,
        report.notStarted(),
        report.totals(),
        report.warnings());
  }

  private DayfillException refused(String why) {
    return new DayfillException(Outcome.REFUSED, what() + " cannot be undone: " + why);
  }

  private String what() {
    return definition.table() + ": backfill " + backfill;
  }

  private String path() {
    return project.resolve(definition.location());
  }
}
