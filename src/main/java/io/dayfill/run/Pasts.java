/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import io.dayfill.definition.Definition;
import io.dayfill.definition.Project;
import io.dayfill.plan.TablePast;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** What is known of tables that are read by several others: each is looked at once. */
final class Pasts {
  private final Project project;
  private final Configuration hadoop;
  private final Map<String, TablePast> known = new HashMap<>();

  Pasts(Project project, Configuration hadoop) {
    this.project = project;
    this.hadoop = hadoop;
  }

  /** Notes what is known of {@code table} already. */
  void put(String table, TablePast past) {
    known.put(table, past);
  }

  /** What is known of {@code definition}'s table. */
  TablePast of(Definition definition) {
    return known.computeIfAbsent(
        definition.table(), table -> Planning.past(project, definition, hadoop));
  }
}
