/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import io.dayfill.definition.Definition;
import io.dayfill.definition.DefinitionGraph;
import io.dayfill.definition.Project;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** Finds the tables that one backfill has published days of. */
public final class BackfillTables {
  private BackfillTables() {}

  /**
   * The definitions of the tables whose log has a commit of backfill {@code id}, each after those
   * that it is computed from.
   *
   * @throws io.dayfill.definition.DayfillException usage when the definitions do not fit together
   */
  public static List<Definition> of(Project project, String id, Configuration hadoop) {
    HeldBackfills backfills = new HeldBackfills(project, hadoop);
    return DefinitionGraph.of(project).definitions().stream()
        .filter(definition -> backfills.publication(definition, id).isPresent())
        .toList();
  }
}
