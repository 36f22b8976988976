/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import java.util.Objects;

/**
 * A column of a file: its name in the header, its type, and whether every line must have a value.
 */
public record Column(String name, ColumnType type, boolean required) {
  public Column {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(type, "type");
  }
}
