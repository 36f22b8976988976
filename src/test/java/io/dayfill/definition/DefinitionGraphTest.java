/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The definitions of a project fit together, or the mistake is told with file and line. */
class DefinitionGraphTest {
  @TempDir Path folder;

  @Test
  void tablesComeAfterThoseThatTheyReadWhateverTheirNames() throws IOException {
    define("z", "{f: {files: 'z/{day}.csv', columns: a INT}}");
    define("m", "{z: {table: z}}");
    define("a", "{m: {table: m, days: -6..0}, z: {table: z}}");
    DefinitionGraph graph = DefinitionGraph.of(new Project(folder));

    assertThat(names(graph.definitions())).containsExactly("z", "m", "a");
    assertThat(names(graph.readers("z"))).containsExactly("m", "a");
    assertThat(names(graph.downstream("z"))).containsExactly("m", "a");
    assertThat(names(graph.downstream("a"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{b: {table: b}} | {a: {table: a}} | conf/b.yaml line 3: the tables are computed from each other: a reads b reads a",
        "{b: {table: a}} | {f: {files: 'b/{day}', columns: x INT}} | conf/a.yaml line 3: the tables are computed from each other: a reads a; take one of these inputs away; its own day before is previous: true",
        "{b: {table: c}} | {f: {files: 'b/{day}', columns: x INT}} | conf/a.yaml line 3: there is no definition conf/c.yaml: write one, or name one of a, b",
        "{b: {table: b, days: 0..1}} | {f: {files: 'b/{day}', columns: x INT}} | conf/a.yaml line 3: '0..1' does not line up",
        "{p: {previous: true, first_day: soon, columns: x INT}} | {f: {files: 'b/{day}', columns: x INT}} | conf/a.yaml line 3: 'soon' is not a date",
        "{d: {dimension: w/d, key: k}} | {f: {files: 'b/{day}', columns: x INT}} | conf/a.yaml line 3: 'join' names the columns",
        "{d: {dimension: w/d, key: k, join: o.k}} | {f: {files: 'b/{day}', columns: x INT}} | conf/a.yaml line 3: 'o' is no input of another table",
        "{d: {dimension: w/d, key: k, join: k}} | {f: {files: 'b/{day}', columns: x INT}} | conf/a.yaml line 1: 'history' is missing: write history: original",
        "{d: {dimension: w/d, key: k, join: k, valid_from: f}} | {f: {files: 'b/{day}', columns: x INT}} | conf/a.yaml line 3: an interval has two ends",
        "{d: {table: b, files: x}} | {f: {files: 'b/{day}', columns: x INT}} | conf/a.yaml line 3: an input is table or files, not both",
        "{d: {table: b, columns: x INT}} | {f: {files: 'b/{day}', columns: x INT}} | conf/a.yaml line 3: 'columns' says nothing of an input of table",
      })
  void mistakesAreToldWithFileAndLine(String first, String second, String told) throws IOException {
    define("a", first);
    define("b", second);
    assertThatThrownBy(() -> DefinitionGraph.of(new Project(folder)))
        .isInstanceOf(DayfillException.class)
        .hasMessageContaining(told);
    assertThatThrownBy(() -> Definitions.load(new Project(folder), Optional.of("a")))
        .isInstanceOf(DayfillException.class)
        .hasMessageContaining(told.substring(told.indexOf(": ")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "time_zone: Europe/Berlin | the days do not line up: those of b are days of UTC, those of a of Europe/Berlin",
        "day_offset: 0 | the days do not line up: the run of a date fills day 0 of a and only day -1 of b",
        "location: warehouse/b | conf/a.yaml and conf/b.yaml are two definitions of one table, warehouse/b",
      })
  void daysLineUpAndTablesAreDefinedOnce(String line, String told) throws IOException {
    define("a", "{b: {table: b}}\n" + line);
    define("b", "{f: {files: 'b/{day}', columns: x INT}}");
    assertThatThrownBy(() -> Definitions.load(new Project(folder), Optional.of("a")))
        .isInstanceOf(DayfillException.class)
        .hasMessageContaining(told);
  }

  private void define(String table, String inputs) throws IOException {
    Path conf = Files.createDirectories(folder.resolve("conf"));
    Files.writeString(
        conf.resolve(table + ".yaml"),
        "table: " + table + "\nday_column: d\ninputs: " + inputs + "\nsql: SELECT 1\n");
  }

  private static List<String> names(List<Definition> definitions) {
    return definitions.stream().map(Definition::table).toList();
  }
}
