/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.testing;

import io.dayfill.delta.TableLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Row;

/** A project whose table {@code orders_daily} is corrected by signed rows beside it. */
public final class AdjustedProject {
  private final TestProject project;

  private AdjustedProject(TestProject project) {
    this.project = project;
  }

  /**
   * A project in {@code root}, an empty folder, without key and checks that a test does not ask.
   */
  public static AdjustedProject in(Path root) {
    AdjustedProject adjusted = new AdjustedProject(TestProject.in(root));
    try {
      // No table is computed from one with signed rows.
      Files.delete(root.resolve("conf/customer_balance.yaml"));
      Files.delete(root.resolve("conf/revenue_by_region.yaml"));
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
    return adjusted.defined("layout: partitioned", "layout: partitioned\ncorrections: adjust");
  }

  /** The same project with {@code now} for {@code then} in the definition. */
  public AdjustedProject defined(String then, String now) {
    Path file = project.root().resolve("conf/orders_daily.yaml");
    try {
      String text = Files.readString(file);
      if (!text.contains(then)) {
        throw new AssertionError("the definition does not say " + then);
      }
      Files.writeString(file, text.replace(then, now));
      return this;
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /** The project. */
  public TestProject project() {
    return project;
  }

  /** The table. */
  public Path table() {
    return project.table("orders_daily");
  }

  /** The table of signed rows. */
  public Path adjustments() {
    return project.table("orders_daily_adjustments");
  }

  /** The newest version of the adjustments; -1 if there are none. */
  public long adjustmentsVersion() {
    return new TableLog(adjustments().toString(), new Configuration()).latestVersion().orElse(-1);
  }

  /** The signed rows of {@code day}: sign, order and amount, sorted. */
  public List<String> signed(LocalDate day) {
    return Sessions.shared()
        .read()
        .format("delta")
        .load(adjustments().toString())
        .where("order_date = DATE'" + day + "'")
        .selectExpr("concat_ws(' ', IF(_sign > 0, '+1', '-1'), order_id, amount)")
        .collectAsList()
        .stream()
        .map(row -> row.getString(0))
        .sorted()
        .toList();
  }

  /** The order and amount of each row of {@code day} by the README's view. */
  public List<String> effective(LocalDate day) {
    String sql =
        """
        SELECT order_id, customer_id, amount, ordered_at, order_date
        FROM (
          SELECT order_id, customer_id, amount, ordered_at, order_date, SUM(_sign) AS n
          FROM (
            SELECT *, 1 AS _sign FROM orders_daily
            UNION ALL
            SELECT * EXCEPT (_backfill) FROM orders_daily_adjustments
          )
          GROUP BY order_id, customer_id, amount, ordered_at, order_date
        ) LATERAL VIEW EXPLODE(ARRAY_REPEAT(1, CAST(n AS INT))) AS copy
        """
            .replace("orders_daily_adjustments", "delta.`" + adjustments() + "`")
            .replace("FROM orders_daily\n", "FROM delta.`" + table() + "`\n");
    return Sessions.shared()
        .sql(sql)
        .where("order_date = DATE'" + day + "'")
        .collectAsList()
        .stream()
        .map((Row row) -> row.get(0) + " " + row.get(2))
        .sorted()
        .toList();
  }
}
