/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import io.dayfill.definition.Adjustments;
import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Definition;
import io.dayfill.definition.Definitions;
import io.dayfill.definition.Outcome;
import io.dayfill.definition.Project;
import io.dayfill.delta.FileEntry;
import io.dayfill.delta.KernelReader;
import io.dayfill.delta.LogCommit;
import io.dayfill.delta.TableFiles;
import io.dayfill.delta.TableLog;
import io.dayfill.delta.TableState;
import io.dayfill.ledger.CommitFacts;
import io.dayfill.ledger.Facts;
import io.dayfill.ledger.Hold;
import io.dayfill.ledger.Holds;
import io.dayfill.plan.HeldBackfill;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/** Finds, publishes and drops held backfills. */
public final class HeldBackfills {
  private final Project project;
  private final Configuration hadoop;
  private final Holds holds;

  /** The held backfills of {@code project}. */
  public HeldBackfills(Project project, Configuration hadoop) {
    this.project = project;
    this.hadoop = hadoop;
    this.holds = new Holds(project, hadoop);
  }

  /** What is held of backfill {@code id}, a table each; those that others read come first. */
  public List<Hold> find(String id) {
    return holds.find(id);
  }

  /**
   * The definition of a held backfill's table.
   *
   * @throws DayfillException usage when it is gone or broken
   */
  public Definition definition(Hold hold) {
    return Definitions.load(project, Optional.of(hold.table()));
  }

  /** The commit that published backfill {@code id} of {@code definition}'s table, if any did. */
  public Optional<LogCommit> publication(Definition definition, String id) {
    String path = project.resolve(definition.location());
    return Stream.of(path, Adjustments.path(path))
        .map(each -> new TableLog(each, hadoop))
        .flatMap(log -> log.versions().stream().map(log::commit))
        .flatMap(Optional::stream)
        .filter(commit -> !Facts.days(commit).isEmpty())
        .filter(commit -> Facts.of(commit).filter(facts -> facts.backfill().equals(id)).isPresent())
        .findFirst();
  }

  /**
   * Sees that {@code hold} can still be published, without Spark.
   *
   * @throws DayfillException CONFLICT when it cannot
   */
  public void requirePublishable(Hold hold) {
    Definition definition = definition(hold);
    new Planning(project, definition, hadoop)
        .states().held().stream()
            .filter(held -> held.hold().id().equals(hold.id()))
            .findFirst()
            .flatMap((HeldBackfill held) -> held.refusal(definition))
            .ifPresent(
                refusal -> {
                  throw new DayfillException(Outcome.CONFLICT, refusal);
                });
  }

  /**
   * Sees that the files of {@code hold} are there.
   *
   * @throws DayfillException REFUSED when some are not
   */
  public void requireFiles(Hold hold) {
    String path = project.resolve(definition(hold).location());
    long gone =
        hold.days().stream()
            .flatMap(day -> day.files().stream())
            .filter(file -> !TableFiles.isThere(path, FileEntry.parse(file), hadoop))
            .count();
    if (gone > 0) {
      throw new DayfillException(
          Outcome.REFUSED,
          hold.table()
              + ": "
              + gone
              + " files of backfill "
              + hold.id()
              + " are gone (VACUUM?); discard it and compute the days again");
    }
  }

  /**
   * Publishes {@code hold} in one commit that moves no data, and forgets it.
   *
   * @throws DayfillException CONFLICT when somebody changed one of its days or the table meanwhile
   */
  public BackfillReport publish(Hold hold) {
    SortedMap<LocalDate, Republication.Files> days = new TreeMap<>();
    for (Hold.HeldDay day : hold.days()) {
      days.put(
          day.day(),
          new Republication.Files(
              day.files().stream().map(FileEntry::parse).toList(),
              day.baseVersion(),
              day.adjustments().orElse(-1L),
              hold.ownReads(day.day())));
    }
    Definition definition = definition(hold);
    CommitFacts facts =
        hold.facts().withCommit(UUID.randomUUID().toString()).telling(definition.consumerNames());
    BackfillReport report = new Republication(project, definition).run("publish", days, facts);
    forget(hold);
    return report;
  }

  /**
   * Tells consumers of {@code definition}'s table what they do not know yet.
   *
   * @return what went wrong, a line each
   */
  public List<String> tellAgain(Definition definition) {
    Optional<TableState> table =
        new KernelReader(project.resolve(definition.location()), hadoop).latest();
    return definition.consumers().isEmpty()
        ? List.of()
        : new CommandEnd(project, definition, hadoop, Optional.empty(), BackfillId.next())
            .record(table, look -> List.of());
  }

  /** Drops {@code hold}; its files are no part of any version and are left to VACUUM. */
  public void forget(Hold hold) {
    holds.remove(hold);
  }
}
