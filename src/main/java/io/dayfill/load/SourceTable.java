/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.load;

import io.dayfill.definition.Input;
import io.dayfill.ledger.ReadFacts;
import java.math.BigDecimal;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * A table that one day reads, at the one version that the command has chosen.
 *
 * @param input the input that it belongs to
 * @param facts what the commit is to say of it
 * @param sizeBytes the size of the files that are read
 * @param records the rows of the days that are read; empty if they are not known or not counted
 * @param sums tells the sum of a column over those rows, where that is known without reading them
 * @param rows gives exactly the rows that the day may see, in a session
 */
public record SourceTable(
    Input input,
    ReadFacts facts,
    long sizeBytes,
    OptionalLong records,
    Function<String, Optional<BigDecimal>> sums,
    Function<SparkSession, Dataset<Row>> rows) {
  public SourceTable {
    Objects.requireNonNull(input, "input");
    Objects.requireNonNull(facts, "facts");
    Objects.requireNonNull(records, "records");
    Objects.requireNonNull(sums, "sums");
    Objects.requireNonNull(rows, "rows");
  }

  /** The same table, of which the day has used dimension rows with {@code fingerprint}. */
  SourceTable using(String fingerprint) {
    return new SourceTable(input, facts.using(fingerprint), sizeBytes, records, sums, rows);
  }
}
