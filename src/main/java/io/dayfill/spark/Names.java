/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.spark;

import static org.apache.spark.sql.functions.col;

import org.apache.spark.sql.Column;

/** Names in Spark's SQL: whatever a column is called, it is one identifier and nothing else. */
public final class Names {
  private Names() {}

  /** {@code name} as one identifier, for SQL text. */
  public static String quoted(String name) {
    return "`" + name.replace("`", "``") + "`";
  }

  /** The column that is called {@code name}, dots and all. */
  public static Column named(String name) {
    return col(quoted(name));
  }
}
