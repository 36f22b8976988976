/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import io.dayfill.definition.Definition;
import io.dayfill.definition.Project;
import io.dayfill.ledger.Hold;
import io.dayfill.ledger.Holds;
import io.dayfill.ledger.Ledger;
import io.dayfill.ledger.LedgerLook;
import io.dayfill.load.SourceReader;
import io.dayfill.plan.BackfillPlanner;
import io.dayfill.plan.DayStates;
import io.dayfill.plan.Reprocess;
import io.dayfill.plan.SourceLook;
import io.dayfill.plan.TablePast;
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

  /** A look at {@code definition}'s table. */
  public Planning(Project project, Definition definition, Configuration hadoop) {
    this.project = project;
    this.definition = definition;
    this.hadoop = hadoop;
  }

  /** The states of the table's days as they are now; what the ledger's problem is, they tell. */
  public DayStates states() {
    List<Hold> holds = new Holds(project, hadoop).of(definition.table());
    TablePast past = past(project, definition, hadoop);
    return new DayStates(definition, past, holds, look(), Instant.now());
  }

  /** What is known of {@code definition}'s table; table and ledger are read at once. */
  public static TablePast past(Project project, Definition definition, Configuration hadoop) {
    CompletableFuture<LedgerLook> ledger =
        CompletableFuture.supplyAsync(() -> new Ledger(project, hadoop).read(definition.table()));
    String path = project.resolve(definition.location());
    return TablePast.read(definition, path, hadoop, ledger::join);
  }

  /** A planner on the table as it is now. */
  public BackfillPlanner planner(Reprocess reprocess) {
    return new BackfillPlanner(definition, states(), reprocess);
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
