/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import static io.dayfill.spark.Names.quoted;

import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Outcome;
import io.dayfill.ledger.CommitFacts;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives a table the columns that the SQL gives and it does not have, in one commit before anything
 * is staged. Days that were published before read null there. No column is ever dropped, renamed or
 * given another type.
 */
public final class NewColumns {
  private static final Logger LOG = LoggerFactory.getLogger(NewColumns.class);
  private static final String USER_METADATA = "spark.databricks.delta.commitInfo.userMetadata";

  private final TargetTable table;

  /** For {@code table}, which exists. */
  public NewColumns(TargetTable table) {
    this.table = table;
  }

  /** What is done with columns that the table does not have. */
  public enum Choice {
    REFUSE,
    ADD
  }

  /**
   * Adds what {@code rows} has and the table has not, as nullable columns at its end; two writers
   * that do so at once both find them there.
   *
   * @param session a child session
   * @param facts what the commit says of itself; it names no day
   * @throws DayfillException REFUSED when a column has no type that a table can have, or the table
   *     has columns that {@code rows} does not give with the same type
   */
  public void add(SparkSession session, StructType rows, CommitFacts facts) {
    CommitRetry.call(
        table.name() + " with new columns",
        Optional::empty,
        () -> {
          StructType present = table.schema(session);
          List<StructField> missing = missing(present, rows);
          if (!missing.isEmpty()) {
            table.requireGiven(rows, present);
            add(session, missing, rows, facts);
          }
          return missing;
        });
  }

  private void add(
      SparkSession session, List<StructField> missing, StructType rows, CommitFacts facts) {
    String columns = missing.stream().map(this::declared).collect(Collectors.joining(", "));
    session.conf().set(USER_METADATA, facts.json());
    try {
      session.sql("ALTER TABLE delta." + quoted(table.path()) + " ADD COLUMNS (" + columns + ")");
      LOG.info("{} has new columns: {}", table.name(), columns);
    } catch (Exception failure) {
      // Spark's Scala code throws checked exceptions too, without declaring them.
      if (!missing(table.schema(session), rows).isEmpty()) {
        table.refuseBadName(failure);
        throw failure;
      }
    } finally {
      session.conf().unset(USER_METADATA);
    }
  }

  private String declared(StructField column) {
    if (column.dataType() instanceof NullType) {
      throw new DayfillException(
          Outcome.REFUSED,
          table.name()
              + " refused: the new column '"
              + column.name()
              + "' has no type: write CAST(NULL AS STRING) or the like in sql");
    }
    return quoted(column.name()) + " " + column.dataType().sql();
  }

  private static List<StructField> missing(StructType present, StructType rows) {
    Predicate<StructField> isThere = field -> TargetTable.find(present, field.name()).isPresent();
    return Arrays.stream(rows.fields()).filter(isThere.negate()).toList();
  }
}
