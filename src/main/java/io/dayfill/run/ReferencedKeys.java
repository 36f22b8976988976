/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import static io.dayfill.spark.Names.named;

import io.dayfill.check.Comparisons.ForeignKeys;
import io.dayfill.definition.Check;
import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Definitions;
import io.dayfill.definition.Outcome;
import io.dayfill.definition.Project;
import io.dayfill.delta.TableLog;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * The keys of the tables that checks point to: those of a definition where it says, others under
 * {@code warehouse/}. All days of a command are compared with one version. Thread-safe.
 */
final class ReferencedKeys implements ForeignKeys {
  private final Project project;
  private final String table;
  private final Configuration hadoop;
  private final Map<String, Long> versions = new ConcurrentHashMap<>();

  /** For checks of {@code table}. */
  ReferencedKeys(Project project, String table, Configuration hadoop) {
    this.project = project;
    this.table = table;
    this.hadoop = hadoop;
  }

  @Override
  public Dataset<Row> of(SparkSession session, Check.ForeignKey check) {
    String path = project.resolve(Definitions.location(project, check.table()));
    long version = versions.computeIfAbsent(path, any -> latest(path, check));
    Dataset<Row> rows = session.read().format("delta").option("versionAsOf", version).load(path);
    return Arrays.stream(rows.columns())
        .filter(check.otherColumn()::equalsIgnoreCase)
        .findFirst()
        .map(column -> rows.select(named(column)))
        .orElseThrow(
            () ->
                DayfillException.usage(
                    "conf/"
                        + table
                        + ".yaml: check '"
                        + check.text()
                        + "': "
                        + check.table()
                        + " has no column '"
                        + check.otherColumn()
                        + "'"));
  }

  private long latest(String path, Check.ForeignKey check) {
    OptionalLong version = new TableLog(path, hadoop).latestVersion();
    return version.orElseThrow(
        () ->
            new DayfillException(
                Outcome.REFUSED,
                table
                    + " refused: check '"
                    + check.text()
                    + "': there is no Delta table "
                    + check.table()
                    + " at "
                    + path
                    + "; fill it first, or take the check away"));
  }
}
