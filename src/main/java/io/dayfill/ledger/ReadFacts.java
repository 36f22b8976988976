/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.ledger;

import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A table that a day was made of, at the one version that the run has read.
 *
 * @param name the input's name in the definition
 * @param kind {@code table}, {@code dimension} or {@code previous}
 * @param table the table's name, or a dimension's location
 * @param version the version that was read
 * @param used the content fingerprint of the dimension's rows that the day has used; empty for
 *     other kinds
 * @param days the days that were read, oldest first; none of a dimension
 */
public record ReadFacts(
    String name,
    String kind,
    String table,
    long version,
    Optional<String> used,
    List<ReadDay> days) {
  /** The kinds, as they are recorded. */
  public static final String TABLE = "table";

  public static final String DIMENSION = "dimension";
  public static final String PREVIOUS = "previous";

  public ReadFacts {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(table, "table");
    used = used == null ? Optional.empty() : used;
    days = days == null ? List.of() : List.copyOf(days);
  }

  /** The same facts of a dimension, of which the day has used rows with that fingerprint. */
  public ReadFacts using(String fingerprint) {
    return new ReadFacts(name, kind, table, version, Optional.of(fingerprint), days);
  }

  /**
   * A day that was read.
   *
   * @param content what it held: the fingerprint of its publication, or a word that stands for rows
   *     that nobody published
   * @param commit the id of the commit that published it; empty if dayfill did not
   */
  public record ReadDay(LocalDate day, String content, Optional<String> commit) {
    public ReadDay {
      Objects.requireNonNull(day, "day");
      Objects.requireNonNull(content, "content");
      commit = commit == null ? Optional.empty() : commit;
    }
  }
}
