/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Outcome;
import io.dayfill.spark.Names;
import io.delta.tables.DeltaTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;

/**
 * The name of a definition's table in Spark's catalog, for those who read it in SQL. dayfill itself
 * goes by the table's path; an entry is made where there is none and never changed.
 */
public final class CatalogEntry {
  private final String name;
  private final TargetTable table;
  private final Configuration hadoop;

  /** The entry {@code name}, with two or three levels, of {@code table}. */
  public CatalogEntry(String name, TargetTable table, Configuration hadoop) {
    this.name = name;
    this.table = table;
    this.hadoop = hadoop;
  }

  /**
   * Sees that the entry is this table's or can be made.
   *
   * @throws DayfillException REFUSED when its schema is not there or another table has the name
   */
  public void requireFree(SparkSession session) {
    String schema = identifier(name.substring(0, name.lastIndexOf('.')));
    if (!asked(() -> session.catalog().databaseExists(schema))) {
      throw refused(
          "there is no schema "
              + name.substring(0, name.lastIndexOf('.'))
              + " in this Spark's catalog: create it, or correct catalog_name");
    }
    Optional<String> location = location(session);
    if (location.filter(its -> !qualified(its).equals(qualified(table.path()))).isPresent()) {
      throw refused(
          "it is the name of a table at "
              + location.get()
              + ", not at "
              + table.path()
              + ": correct catalog_name or location");
    }
  }

  /**
   * Makes the entry if there is none; the table must exist.
   *
   * @throws DayfillException REFUSED when the catalog does not let it
   */
  public void register(SparkSession session) {
    if (location(session).isEmpty()) {
      String path = qualified(table.path()).replace("\\", "\\\\").replace("'", "\\'");
      asked(
          () ->
              session.sql(
                  "CREATE TABLE IF NOT EXISTS "
                      + identifier(name)
                      + " USING delta LOCATION '"
                      + path
                      + "'"));
    }
  }

  /** Where the table of this name lies; empty: there is none. */
  private Optional<String> location(SparkSession session) {
    if (!asked(() -> session.catalog().tableExists(identifier(name)))) {
      return Optional.empty();
    }
    return Optional.of(
        asked(
            () ->
                DeltaTable.forName(session, identifier(name))
                    .detail()
                    .select("location")
                    .head()
                    .getString(0)));
  }

  private <T> T asked(Supplier<T> question) {
    try {
      return question.get();
    } catch (Exception no) {
      // Spark's Scala code throws checked exceptions too, without declaring them.
      throw refused(String.valueOf(no.getMessage()).strip().lines().findFirst().orElse(""));
    }
  }

  private String qualified(String location) {
    try {
      Path path = new Path(location);
      return path.getFileSystem(hadoop).makeQualified(path).toString();
    } catch (IOException unknown) {
      throw new UncheckedIOException(unknown);
    }
  }

  private static String identifier(String levels) {
    return Arrays.stream(levels.split("\\.")).map(Names::quoted).collect(Collectors.joining("."));
  }

  private DayfillException refused(String reason) {
    return new DayfillException(
        Outcome.REFUSED, table.name() + " refused: catalog_name " + name + ": " + reason);
  }
}
