/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * An input that is a Delta table of things that change over time: with validity columns, or without
 * them, and then known by the table's versions.
 *
 * @param name the view's name in the definition's SQL
 * @param location where the table lies, relative to the project or absolute
 * @param key the columns that name a thing
 * @param validity from when to when a row is valid; empty: one row a key, read by time travel
 * @param join which column of what the day is made of holds the key
 * @param columns what the view has beside key and validity; empty: all columns
 * @param where file and line that name it, for messages
 */
public record DimensionInput(
    String name,
    String location,
    List<String> key,
    Optional<Validity> validity,
    Join join,
    List<String> columns,
    String where)
    implements Input {
  public DimensionInput {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(location, "location");
    key = List.copyOf(key);
    Objects.requireNonNull(validity, "validity");
    Objects.requireNonNull(join, "join");
    columns = List.copyOf(columns);
    Objects.requireNonNull(where, "where");
  }

  /** The columns that tell from when (included) to when (excluded) a row is valid. */
  public record Validity(String from, String to) {}

  /**
   * Where the key stands in what a day is made of, so that a change of the dimension can be traced
   * to the days that used it.
   *
   * @param input a table input that has the columns; empty: they are columns of the table itself
   * @param columns as many as the key has, in its order
   */
  public record Join(Optional<String> input, List<String> columns) {
    public Join {
      columns = List.copyOf(columns);
    }
  }

  @Override
  public String described(LocalDate day) {
    return location;
  }
}
