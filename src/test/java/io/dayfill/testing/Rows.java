/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.dayfill.delta.FileEntry;
import io.dayfill.delta.KernelReader;
import io.dayfill.ledger.Json;
import io.dayfill.testing.TestProject.Ended;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;

/** Looks at the tables of a project as their readers do. */
public final class Rows {
  private static final Pattern TABLE = Pattern.compile("(FROM|JOIN|INTO|UPDATE|TABLE) @(\\w+)");

  private Rows() {}

  /**
   * The rows that {@code sql} gives, with blanks between their values; {@code @name} is a table.
   */
  public static List<String> of(TestProject project, String sql) {
    Matcher named = TABLE.matcher(sql);
    String paths =
        named.replaceAll(
            found ->
                Matcher.quoteReplacement(
                    found.group(1) + " delta.`" + project.table(found.group(2)) + "`"));
    return Sessions.shared().sql(paths).collectAsList().stream()
        .map(row -> row.mkString(" "))
        .toList();
  }

  /** The files of each partition of {@code table}. */
  public static Map<String, TreeSet<String>> files(TestProject project, String table) {
    Map<String, TreeSet<String>> files = new TreeMap<>();
    for (FileEntry file :
        new KernelReader(project.table(table).toString(), new Configuration())
            .latest()
            .orElseThrow()
            .files()) {
      String day =
          file.partitionValues().values().stream().findFirst().flatMap(value -> value).orElse("");
      files.computeIfAbsent(day, any -> new TreeSet<>()).add(file.path());
    }
    return files;
  }

  /** The version of {@code table}. */
  public static long version(TestProject project, String table) {
    return new KernelReader(project.table(table).toString(), new Configuration())
        .latest()
        .orElseThrow()
        .version();
  }

  /** The answer of a command that was asked for {@code --json}. */
  public static JsonNode json(Ended ended) {
    try {
      return Json.mapper().readTree(ended.out());
    } catch (JsonProcessingException broken) {
      throw new AssertionError(ended.out() + ended.err(), broken);
    }
  }

  /** The state of each day of {@code table} as {@code status} says. */
  public static Map<String, String> states(TestProject project, String table) {
    Map<String, String> states = new TreeMap<>();
    for (JsonNode day : json(project.run("status", "--json", "--table", table)).path("days")) {
      states.put(day.path("day").asText(), day.path("state").asText());
    }
    return states;
  }
}
