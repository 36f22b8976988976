/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds SQL whose answer depends on more than its inputs: the clock, chance, the user or the place
 * of a row in the cluster. A day must come out the same whenever and wherever it is computed.
 */
final class SqlGuard {
  static final String REASON =
      "a day must come out the same whenever it is filled; take the date from :day or :run_date";

  /** Functions that need no parentheses, or give the clock whatever their arguments are. */
  private static final Set<String> WORDS =
      Set.of(
          "current_date",
          "current_timestamp",
          "current_time",
          "localtimestamp",
          "current_user",
          "session_user",
          "user");

  private static final Set<String> FUNCTIONS =
      Set.of(
          "curdate",
          "now",
          "getdate",
          "sysdate",
          "current_timezone",
          "rand",
          "random",
          "randn",
          "randstr",
          "uniform",
          "uuid",
          "shuffle",
          "monotonically_increasing_id",
          "spark_partition_id",
          "input_file_name",
          "input_file_block_start",
          "input_file_block_length",
          "current_catalog",
          "current_database",
          "current_schema",
          "version",
          "java_method",
          "reflect",
          "try_reflect",
          "any_value",
          "first_value",
          "last_value",
          "first",
          "last");

  /** Functions that read the clock only when they are called without arguments. */
  private static final Set<String> CLOCK_WITHOUT_ARGUMENTS = Set.of("unix_timestamp");

  private static final Pattern TOKEN =
      Pattern.compile(
          "--[^\\n]*|/\\*.*?\\*/|r?'(?:[^'\\\\]|\\\\.|'')*'|r?\"(?:[^\"\\\\]|\\\\.|\"\")*\"|(?<quoted>`(?:[^`]|``)*`)|(?<word>[\\p{L}_][\\p{L}\\p{N}_]*)|(?<other>.)",
          Pattern.DOTALL | Pattern.CASE_INSENSITIVE);
  private static final Pattern CLOCK_LITERAL =
      Pattern.compile(
          "\\b(?:date|timestamp|timestamp_ntz|timestamp_ltz)\\s*['\"]\\s*(?:now|today|yesterday|tomorrow)\\b",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern SAMPLE =
      Pattern.compile("\\btablesample\\b", Pattern.CASE_INSENSITIVE);
  private static final Pattern CALL = Pattern.compile("\\s*\\((\\s*\\))?");

  private SqlGuard() {}

  /**
   * The first thing in {@code sql} that is not allowed, in the words of the SQL; empty if there is
   * none.
   */
  static Optional<String> firstForbidden(String sql) {
    Matcher literal = CLOCK_LITERAL.matcher(sql);
    if (literal.find()) {
      return Optional.of(literal.group());
    }
    Matcher token = TOKEN.matcher(sql);
    while (token.find()) {
      String word = token.group("word");
      String quoted = token.group("quoted");
      if (word != null && SAMPLE.matcher(word).matches()) {
        return Optional.of("TABLESAMPLE");
      }
      if (word != null && isForbidden(word, sql, token)) {
        return Optional.of(word);
      }
      if (quoted != null
          && isForbiddenCall(quoted.substring(1, quoted.length() - 1), sql, token.end())) {
        return Optional.of(quoted);
      }
    }
    return Optional.empty();
  }

  private static boolean isForbidden(String word, String sql, Matcher token) {
    boolean member = token.start() > 0 && sql.charAt(token.start() - 1) == '.';
    boolean bare = !member && WORDS.contains(word.toLowerCase(Locale.ROOT));
    return bare || isForbiddenCall(word, sql, token.end());
  }

  private static boolean isForbiddenCall(String name, String sql, int end) {
    Matcher call = CALL.matcher(sql).region(end, sql.length());
    if (!call.lookingAt()) {
      return false;
    }
    String function = name.toLowerCase(Locale.ROOT);
    return FUNCTIONS.contains(function)
        || WORDS.contains(function)
        || (CLOCK_WITHOUT_ARGUMENTS.contains(function) && call.group(1) != null);
  }
}
