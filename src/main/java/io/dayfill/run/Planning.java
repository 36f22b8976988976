/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import io.dayfill.definition.Definition;
import io.dayfill.definition.Definitions;
import io.dayfill.definition.History;
import io.dayfill.definition.Project;
import io.dayfill.delta.TableLog;
import io.dayfill.ledger.Hold;
import io.dayfill.ledger.Holds;
import io.dayfill.ledger.Ledger;
import io.dayfill.ledger.LedgerLook;
import io.dayfill.load.SourceReader;
import io.dayfill.plan.BackfillPlanner;
import io.dayfill.plan.DayStates;
import io.dayfill.plan.DimensionUse;
import io.dayfill.plan.Reprocess;
import io.dayfill.plan.SourceLook;
import io.dayfill.plan.TablePast;
import io.dayfill.plan.Upstreams;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;

/** Looks at a table, its sources and the ledger as they are now; starts no Spark. */
public final class Planning {
  private final Project project;
  private final Definition definition;
  private final Configuration hadoop;
  private final Optional<String> held;

  /** A look at {@code definition}'s table. */
  public Planning(Project project, Definition definition, Configuration hadoop) {
    this.project = project;
    this.definition = definition;
    this.hadoop = hadoop;
    this.held = Optional.empty();
  }

  /**
   * As above.
   *
   * @param held the backfill whose held days of other tables count as published; empty: none
   */
  public Planning(
      Project project, Definition definition, Configuration hadoop, Optional<String> held) {
    this.project = project;
    this.definition = definition;
    this.hadoop = hadoop;
    this.held = held;
  }

  /** The states of the table's days as they are now; what the ledger's problem is, they tell. */
  public DayStates states() {
    return states(Optional.empty(), DimensionUse.unknown());
  }

  /**
   * As above.
   *
   * @param asked the history that a command asks for; empty: the definition's
   * @param use what days use of dimensions now, as far as somebody has looked
   */
  public DayStates states(Optional<History> asked, DimensionUse use) {
    return states(asked, use, new Pasts(project, hadoop));
  }

  /** As above; tables that {@code pasts} knows are not looked at again. */
  DayStates states(Optional<History> asked, DimensionUse use, Pasts pasts) {
    List<Hold> holds = new Holds(project, hadoop).of(definition.table());
    Upstreams upstreams =
        new Upstreams(
            definition,
            table -> upstream(table, pasts),
            location -> new TableLog(project.resolve(location), hadoop));
    DayStates.Beside beside = new DayStates.Beside(upstreams, asked, use);
    return new DayStates(definition, pasts.of(definition), holds, look(), beside, Instant.now());
  }

  private TablePast upstream(String table, Pasts pasts) {
    TablePast past = pasts.of(Definitions.load(project, Optional.of(table)));
    return new Holds(project, hadoop)
        .of(table).stream()
            .filter(hold -> held.filter(hold.id()::equals).isPresent())
            .findFirst()
            .map(past::with)
            .orElse(past);
  }

  /** What is known of {@code definition}'s table; table and ledger are read at once. */
  public static TablePast past(Project project, Definition definition, Configuration hadoop) {
    CompletableFuture<LedgerLook> ledger =
        CompletableFuture.supplyAsync(() -> new Ledger(project, hadoop).read(definition.table()));
    String path = project.resolve(definition.location());
    return TablePast.read(definition, path, hadoop, ledger::join);
  }

  /** A planner on the table as it is now. */
  public BackfillPlanner planner(Reprocess reprocess, Optional<History> asked) {
    return new BackfillPlanner(definition, states(asked, DimensionUse.unknown()), reprocess);
  }

  private SourceLook look() {
    SourceReader reader = new SourceReader(project, definition, hadoop);
    return new SourceLook() {
      @Override
      public Optional<Stat> stat(String path) {
        return reader
            .status(path)
            .map(file -> new Stat(file.getLen(), Instant.ofEpochMilli(file.getModificationTime())));
      }

      @Override
      public String sha256(String path) {
        return reader.sha256(path);
      }
    };
  }
}
