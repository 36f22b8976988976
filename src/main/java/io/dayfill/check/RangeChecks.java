/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.check;

import static io.dayfill.spark.Names.named;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.countDistinct;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;

import io.dayfill.definition.Check;
import io.dayfill.definition.Definition;
import io.dayfill.load.DaySources;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** The checks of all days together that one commit publishes, over their staged rows. */
public final class RangeChecks {
  private static final int NAMED_KEYS = 10;

  private final Definition definition;
  private final String dayColumn;

  /**
   * The checks of {@code definition} whose scope is the range.
   *
   * @param dayColumn the table's own name of the day column
   */
  public RangeChecks(Definition definition, String dayColumn) {
    this.definition = definition;
    this.dayColumn = dayColumn;
  }

  /** Whether {@code definition} has any. */
  public static boolean isAny(Definition definition) {
    return definition.checks().stream().anyMatch(Check::isOfRange);
  }

  /** One of the days, as it is staged and was found by itself. */
  public record Day(DaySources sources, CheckedDay found, Dataset<Row> rows) {}

  /** What each check finds of {@code days}, at least one. */
  public List<Finding> check(List<Day> days, SourceSums sums) {
    List<Finding> findings = new ArrayList<>();
    for (Check check : definition.checks()) {
      if (check.isOfRange()) {
        Optional<String> failure =
            failure(check.subject(), days, sums)
                .map(found -> "check '" + check.text() + "' failed: " + found);
        findings.add(new Finding(check.text(), !(check instanceof Check.Warning), failure));
      }
    }
    return findings;
  }

  private Optional<String> failure(Check check, List<Day> days, SourceSums sums) {
    long rows = days.stream().mapToLong(day -> day.found().rows()).sum();
    if (check instanceof Check.RowsBetween bounds) {
      return when(
          rows < bounds.low() || rows > bounds.high(),
          "the days have " + rows + " rows, not " + bounds.low() + " to " + bounds.high());
    } else if (check instanceof Check.RowsMatch match) {
      long expected = days.stream().mapToLong(day -> day.sources().records(match.input())).sum();
      return when(
          rows != expected,
          "the days have " + rows + " rows, " + match.input() + " has " + expected);
    } else if (check instanceof Check.SumMatches matches) {
      return sumMatches(matches, days, sums);
    }
    return definition.key().isEmpty() ? Optional.empty() : sharedKeys(days);
  }

  private Optional<String> sumMatches(Check.SumMatches matches, List<Day> days, SourceSums sums) {
    Column column = named(matches.column());
    BigDecimal none = BigDecimal.ZERO;
    BigDecimal stored =
        all(days)
            .agg(coalesce(sum(column).cast("decimal(38,9)"), lit(none).cast("decimal(38,9)")))
            .head()
            .getDecimal(0);
    BigDecimal expected =
        days.stream()
            .map(day -> sums.sum(day.sources().day(), matches))
            .reduce(none, BigDecimal::add);
    return when(
        stored.compareTo(expected) != 0,
        "the days have "
            + stored.stripTrailingZeros().toPlainString()
            + ", the sources "
            + expected.stripTrailingZeros().toPlainString());
  }

  private Optional<String> sharedKeys(List<Day> days) {
    Column[] key = definition.key().stream().map(column -> named(column)).toArray(Column[]::new);
    Dataset<Row> shared =
        all(days)
            .groupBy(key)
            .agg(countDistinct(named(dayColumn)).as("_dayfill_days"))
            .where("_dayfill_days > 1");
    List<String> named =
        shared.orderBy(key).limit(NAMED_KEYS + 1).drop("_dayfill_days").collectAsList().stream()
            .map(row -> row.mkString(" "))
            .toList();
    return when(
        !named.isEmpty(),
        "keys stand in several days: "
            + named.stream().limit(NAMED_KEYS).collect(Collectors.joining(", "))
            + (named.size() > NAMED_KEYS ? " and more" : ""));
  }

  private static Dataset<Row> all(List<Day> days) {
    return days.stream().map(Day::rows).reduce(Dataset::unionAll).orElseThrow();
  }

  private static Optional<String> when(boolean failed, String found) {
    return failed ? Optional.of(found) : Optional.empty();
  }
}
