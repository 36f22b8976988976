/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

/** Names of the table that holds the signed rows of corrected days, and of what is in it. */
public final class Adjustments {
  /** The column that says whether a row is added (1) or taken away (-1). */
  public static final String SIGN = "_sign";

  /** The column with the backfill that appended the row. */
  public static final String BACKFILL = "_backfill";

  /** The property with Delta's id of the table whose days are corrected. */
  public static final String OF_TABLE = "dayfill.adjustments.of";

  private static final String SUFFIX = "_adjustments";

  private Adjustments() {}

  /** The name of the table beside {@code definition}'s. */
  public static String table(Definition definition) {
    return definition.table() + SUFFIX;
  }

  /** Where it lies, relative to the project or absolute. */
  public static String location(Definition definition) {
    return path(definition.location());
  }

  /** Where it lies beside a table at {@code tablePath}. */
  public static String path(String tablePath) {
    return tablePath.replaceFirst("/+$", "") + SUFFIX;
  }
}
