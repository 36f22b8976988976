/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.testing;

import io.dayfill.delta.TableLog;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.Assertions;

/** What must hold of a table of orders, in the words of the design. */
public final class TableAssert extends AbstractAssert<TableAssert, Path> {
  private final TableSnapshot now;

  private TableAssert(Path path) {
    super(path, TableAssert.class);
    this.now = TableSnapshot.of(path);
  }

  /** Assertions on the table at {@code path} as it is now. */
  public static TableAssert assertThatTable(Path path) {
    return new TableAssert(path);
  }

  /** The newest version of the table at {@code path}; -1 if there is none. */
  public static long versionOf(Path path) {
    return new TableLog(path.toString(), new Configuration()).latestVersion().orElse(-1);
  }

  /** The newest version is {@code version}. */
  public TableAssert isAtVersion(long version) {
    Assertions.assertThat(now.version()).as("version of %s", actual).isEqualTo(version);
    return this;
  }

  /** {@code day} holds exactly the orders {@code ids}, each once. */
  public TableAssert hasOrders(LocalDate day, long... ids) {
    Set<Long> found = new TreeSet<>();
    for (String row : now.rows().getOrDefault(day, Set.of())) {
      found.add(Long.parseLong(row.replaceFirst(".*\\border_id=(\\d+).*", "$1")));
    }
    Assertions.assertThat(found)
        .as("orders of %s", day)
        .containsExactlyElementsOf(new TreeSet<>(java.util.Arrays.stream(ids).boxed().toList()));
    Assertions.assertThat(now.rows().getOrDefault(day, Set.of()))
        .as("rows of %s", day)
        .hasSize(ids.length);
    return this;
  }

  /** The days that hold rows are exactly {@code days}. */
  public TableAssert hasDays(LocalDate... days) {
    Assertions.assertThat(now.rows()).as("days of %s", actual).containsOnlyKeys(days);
    return this;
  }

  /** Nothing was committed after {@code before}. */
  public TableAssert isUnchangedSince(TableSnapshot before) {
    return isAtVersion(before.version()).hasContentOf(before);
  }

  /** All rows are those of {@code before}, whatever was committed. */
  public TableAssert hasContentOf(TableSnapshot before) {
    Assertions.assertThat(now.rows()).as("rows of %s", actual).isEqualTo(before.rows());
    return this;
  }

  /** Days other than {@code day} have the rows and, if partitioned, the files of {@code before}. */
  public TableAssert differsOnlyIn(LocalDate day, TableSnapshot before) {
    Assertions.assertThat(without(day, now.rows()))
        .as("rows of other days than %s", day)
        .isEqualTo(without(day, before.rows()));
    Assertions.assertThat(without(day, now.files()))
        .as("files of other days than %s", day)
        .isEqualTo(without(day, before.files()));
    return this;
  }

  private static Map<LocalDate, Set<String>> without(
      LocalDate day, Map<LocalDate, Set<String>> all) {
    Map<LocalDate, Set<String>> others = new HashMap<>(all);
    others.remove(day);
    return others;
  }
}
