/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.load;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.monotonically_increasing_id;

import io.dayfill.definition.Definition;
import io.dayfill.definition.FilesInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Reads a day's files once more to say which lines are wrong and why; only done for a day that is
 * refused. Each file is read in one piece, so that a record's number is its place in the file.
 */
public final class LineFinder {
  /** How many lines are named; the others are counted. */
  public static final int NAMED = 10;

  private static final String RECORD = "_dayfill_record";

  private final SparkSession session;
  private final Definition definition;
  private final Configuration hadoop;

  /** A finder that reads in {@code session}, a child session that is used for nothing else. */
  public LineFinder(SparkSession session, Definition definition, Configuration hadoop) {
    this.session = session;
    this.definition = definition;
    this.hadoop = hadoop;
    session.conf().set("spark.sql.files.maxPartitionBytes", String.valueOf(Long.MAX_VALUE / 2));
    session.conf().set("spark.sql.files.minPartitionNum", "1");
  }

  /**
   * The lines of the day that cannot be stored: wrong fields, and rows of another day.
   *
   * @return an explanation a line of text; the first says which file and how many, up to {@value
   *     #NAMED} further ones name line, column and value; empty if no line is bad
   */
  public List<String> badLines(DaySources day) {
    for (int i = 0; i < day.files().size(); i++) {
      FilesInput input = definition.inputs().get(i);
      SourceFile file = day.files().get(i);
      CsvTable table =
          new CsvTable(
              input, List.of(file), new DayQuery(session, definition).clock(input, List.of(day)));
      Map<Long, String> found = wrongFields(input, table);
      long total = found.size() < NAMED ? found.size() : table.bad(session).count();
      if (definition.inputs().size() == 1 && found.size() < NAMED) {
        Map<Long, String> strays = otherDays(day);
        strays.keySet().removeAll(found.keySet());
        total += strays.size();
        found.putAll(strays);
      }
      if (!found.isEmpty()) {
        return explained(file, found, total);
      }
    }
    return List.of();
  }

  /**
   * The lines on which the records with one of {@code keys} stand, by key; only for row-by-row SQL.
   */
  public Map<List<String>, List<Long>> linesOf(DaySources day, Collection<List<String>> keys) {
    Column[] key =
        definition.key().stream()
            .map(name -> col(CsvTable.quoted(name)).cast("string"))
            .toArray(Column[]::new);
    Dataset<Row> records = numbered(day).select(col(RECORD), array(key).as("key"));
    Column wanted = lit(false);
    for (List<String> values : keys) {
      wanted =
          wanted.or(
              col("key")
                  .equalTo(array(values.stream().map(value -> lit(value)).toArray(Column[]::new))));
    }
    Map<List<String>, List<Long>> recordsByKey = new HashMap<>();
    for (Row row : records.where(wanted).orderBy(RECORD).limit(NAMED * NAMED).collectAsList()) {
      recordsByKey.computeIfAbsent(row.getList(1), any -> new ArrayList<>()).add(row.getLong(0));
    }
    Set<Long> all = new HashSet<>();
    recordsByKey.values().forEach(all::addAll);
    Map<Long, Long> lines = lineNumbers(day.files().get(0), all);
    recordsByKey.replaceAll(
        (values, numbers) ->
            numbers.stream().map(number -> lines.getOrDefault(number, 0L)).toList());
    return recordsByKey;
  }

  private Dataset<Row> numbered(DaySources day) {
    return new DayQuery(session, definition)
        .lenient(day)
        .withColumn(RECORD, monotonically_increasing_id());
  }

  private Map<Long, String> wrongFields(FilesInput input, CsvTable table) {
    Map<Long, String> found = new TreeMap<>();
    for (Row row : table.bad(session).orderBy("record").limit(NAMED).collectAsList()) {
      found.put(
          row.getLong(0),
          row.getBoolean(1)
              ? "has not " + input.columns().size() + " fields"
              : wrongField(input, row));
    }
    return found;
  }

  private static String wrongField(FilesInput input, Row row) {
    List<String> texts = row.getList(2);
    List<Boolean> bad = row.getList(3);
    int position = bad.indexOf(true);
    io.dayfill.definition.Column column = input.columns().get(position);
    String text = texts.get(position);
    if (text == null || text.isBlank()) {
      return column.name() + " is empty";
    }
    return column.name()
        + " '"
        + Shown.value(text)
        + "' is not "
        + new StrictText(column, LocalClock.UTC).expected();
  }

  private Map<Long, String> otherDays(DaySources day) {
    Map<Long, String> found = new TreeMap<>();
    Column its = col(CsvTable.quoted(definition.dayColumn()));
    for (Row row :
        numbered(day)
            .where(its.notEqual(lit(day.day())))
            .select(col(RECORD), its.cast("string"))
            .orderBy(RECORD)
            .limit(NAMED * NAMED)
            .collectAsList()) {
      found.put(
          row.getLong(0),
          definition.dayColumn() + " is " + row.getString(1) + ", the file is of " + day.day());
    }
    return found;
  }

  private List<String> explained(SourceFile file, Map<Long, String> found, long total) {
    Map<Long, Long> lines = lineNumbers(file, found.keySet());
    List<String> text = new ArrayList<>();
    text.add(file.facts().path() + " has " + total + (total == 1 ? " bad line" : " bad lines"));
    found.forEach(
        (record, problem) -> {
          if (text.size() <= NAMED) {
            text.add(
                "line "
                    + lines.getOrDefault(record, 0L)
                    + ": "
                    + problem
                    + cut(file, lines.getOrDefault(record, 0L)));
          }
        });
    return text;
  }

  private static String cut(SourceFile file, long line) {
    boolean open = file.shape().open().filter(record -> record.line() == line).isPresent();
    return open ? " (the file ends here without a line break: it may have been cut)" : "";
  }

  private Map<Long, Long> lineNumbers(SourceFile file, Set<Long> records) {
    Map<Long, Long> lines = new HashMap<>();
    long[] record = {0};
    CsvScanner scanner =
        new CsvScanner(
            line -> {
              if (records.contains(record[0])) {
                lines.put(record[0], line);
              }
              record[0]++;
            });
    try {
      Path path = new Path(file.path());
      new SourceBytes(path.getFileSystem(hadoop), path).scan(scanner);
      scanner.end();
      return lines;
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
