/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import java.time.LocalDate;
import java.util.List;
import java.util.Objects;

/**
 * An input that is the table's own day before: the table's days are a chain.
 *
 * @param name the view's name in the definition's SQL
 * @param firstDay the chain's first day, which sees an empty view
 * @param columns the columns of the table that the view has, so that it has them on the first day
 */
public record PreviousInput(String name, LocalDate firstDay, List<Column> columns)
    implements Input {
  public PreviousInput {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(firstDay, "firstDay");
    columns = List.copyOf(columns);
  }

  @Override
  public String described(LocalDate day) {
    return day.isAfter(firstDay) ? "the day before" : "nothing before it";
  }
}
