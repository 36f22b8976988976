/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import io.dayfill.definition.SqlTokens.Kind;
import io.dayfill.definition.SqlTokens.Token;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Finds SQL whose answer depends on more than its inputs: the clock, chance, the user or the place
 * of a row in the cluster. A day must come out the same whenever and wherever it is computed.
 */
final class SqlGuard {
  static final String REASON =
      "a day must come out the same whenever it is filled; take the date from :day or :run_date";

  /** Functions that need no parentheses. Backquotes do not make a column of them. */
  private static final Set<String> WORDS =
      Set.of(
          "current_date",
          "current_timestamp",
          "current_time",
          "localtimestamp",
          "current_path",
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
          "aes_encrypt",
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
          "identifier",
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

  /** Spark reads these as the clock wherever a text becomes a date or a time. */
  private static final Pattern CLOCK_TEXT =
      Pattern.compile(
          "\\s*(?:now|(?:today|yesterday|tomorrow)(?:\\s+(?:UTC|GMT|UT|Z|\\w+/\\S+|[+-]\\d\\S*))?)\\s*",
          Pattern.CASE_INSENSITIVE);

  private SqlGuard() {}

  /**
   * The first thing in {@code sql} that is not allowed, in the words of the SQL; empty if there is
   * none.
   */
  static Optional<String> firstForbidden(String sql) {
    List<Token> tokens = SqlTokens.of(sql);
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      if (token.kind() == Kind.TEXT && CLOCK_TEXT.matcher(token.content()).matches()) {
        return Optional.of(token.text());
      }
      if (token.kind() == Kind.WORD || token.kind() == Kind.QUOTED) {
        Optional<String> found = forbiddenName(tokens, i);
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<String> forbiddenName(List<Token> tokens, int at) {
    Token token = tokens.get(at);
    String name = token.name();
    if (is(tokens, at + 1, "(")) {
      boolean forbidden =
          FUNCTIONS.contains(name)
              || WORDS.contains(name)
              || (CLOCK_WITHOUT_ARGUMENTS.contains(name) && is(tokens, at + 2, ")"));
      return forbidden ? Optional.of(token.text()) : sample(token);
    }
    boolean isColumn = is(tokens, at - 1, ".") || is(tokens, at - 1, "as");
    if (WORDS.contains(name) && !isColumn) {
      return Optional.of(
          token.text() + " (if a column is meant, write its input before it: orders." + name + ")");
    }
    return isColumn ? Optional.empty() : sample(token);
  }

  private static Optional<String> sample(Token token) {
    return token.is("tablesample") ? Optional.of(token.text()) : Optional.empty();
  }

  private static boolean is(List<Token> tokens, int at, String symbolOrWord) {
    return at >= 0 && at < tokens.size() && tokens.get(at).is(symbolOrWord);
  }
}
