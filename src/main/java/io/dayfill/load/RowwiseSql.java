/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.load;

import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Tells whether a query only picks and converts columns of its one view, so that each row comes
 * from one record, in the record's place. Only then may several days be staged in one write.
 */
final class RowwiseSql {
  private static final Set<String> PICKING = Set.of("Project", "SubqueryAlias");

  private RowwiseSql() {}

  /** Whether {@code result} has exactly one row a row of the temporary view that it reads. */
  static boolean isRowwise(Dataset<Row> result) {
    try {
      LogicalPlan plan =
          ((org.apache.spark.sql.classic.Dataset<Row>) result).queryExecution().analyzed();
      return isRowwise(plan);
    } catch (ClassCastException | LinkageError connect) {
      return false;
    }
  }

  private static boolean isRowwise(LogicalPlan plan) {
    if (plan.nodeName().equals("View")) {
      return true;
    }
    boolean picks =
        PICKING.contains(plan.nodeName()) && plan.subqueries().isEmpty() && isDeterministic(plan);
    return picks
        && CollectionConverters.asJava(plan.children()).stream().allMatch(RowwiseSql::isRowwise);
  }

  /** Of the node itself; the view below it may number its records. */
  private static boolean isDeterministic(LogicalPlan plan) {
    return CollectionConverters.asJava(plan.expressions()).stream()
        .allMatch(Expression::deterministic);
  }
}
