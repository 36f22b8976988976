/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.load;

import static io.dayfill.spark.Names.named;
import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.monotonically_increasing_id;
import static org.apache.spark.sql.functions.slice;
import static org.apache.spark.sql.functions.sort_array;

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
      FilesInput input = definition.files().get(i);
      SourceFile file = day.files().get(i);
      LocalClock clock = new DayQuery(session, definition).clock(input, List.of(day));
      CsvTable table = new CsvTable(input, List.of(file), clock);
      Map<Long, String> found = wrongFields(input, table, clock);
      long total = found.size() < NAMED ? found.size() : table.bad(session).count();
      if (new DayQuery(session, definition).isRowwise(day)) {
        total += addOtherDays(day, found);
      }
      if (!found.isEmpty()) {
        return explained(file, found, total);
      }
    }
    return List.of();
  }

  /**
   * The first lines on which the records with one of {@code keys} stand, by key, at most {@value
   * #NAMED} each; only for row-by-row SQL.
   */
  public Map<List<String>, List<Long>> linesOf(DaySources day, Collection<List<String>> keys) {
    Column[] key =
        definition.key().stream().map(name -> named(name).cast("string")).toArray(Column[]::new);
    Dataset<Row> records = numbered(day).select(col(RECORD), array(key).as("key"));
    Column wanted = lit(false);
    for (List<String> values : keys) {
      wanted =
          wanted.or(
              col("key")
                  .equalTo(array(values.stream().map(value -> lit(value)).toArray(Column[]::new))));
    }
    Map<List<String>, List<Long>> recordsByKey = new HashMap<>();
    Column first = slice(sort_array(collect_list(col(RECORD))), 1, NAMED);
    for (Row row : records.where(wanted).groupBy("key").agg(first).collectAsList()) {
      recordsByKey.put(row.getList(0), row.getList(1));
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

  private Map<Long, String> wrongFields(FilesInput input, CsvTable table, LocalClock clock) {
    Map<Long, String> found = new TreeMap<>();
    for (Row row : table.bad(session).orderBy("record").limit(NAMED).collectAsList()) {
      found.put(
          row.getLong(0),
          row.getBoolean(1)
              ? "has not " + input.columns().size() + " fields"
              : wrongField(input, row, clock));
    }
    return found;
  }

  private static String wrongField(FilesInput input, Row row, LocalClock clock) {
    List<String> texts = row.getList(2);
    List<Boolean> bad = row.getList(3);
    int position = bad.indexOf(true);
    return new StrictText(input.columns().get(position), clock).problem(texts.get(position));
  }

  /**
   * Adds the first records of other days to {@code found}, which holds the first bad ones, and
   * returns how many there are that are not bad. What is null in a bad record may look like another
   * day; such a record is in {@code found} or comes after all that will be named.
   */
  private long addOtherDays(DaySources day, Map<Long, String> found) {
    int bad = found.size();
    int most = NAMED + bad;
    Column its = named(definition.dayColumn());
    List<Row> others =
        numbered(day)
            .where(its.eqNullSafe(lit(day.day())).equalTo(false))
            .select(col(RECORD), coalesce(its.cast("string"), lit("null")))
            .orderBy(RECORD)
            .limit(most)
            .collectAsList();
    for (Row row : others) {
      found.putIfAbsent(
          row.getLong(0),
          definition.dayColumn() + " is " + row.getString(1) + ", the file is of " + day.day());
    }
    return bad < NAMED && others.size() < most
        ? found.size() - bad
        : new DayQuery(session, definition).strays(day);
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
