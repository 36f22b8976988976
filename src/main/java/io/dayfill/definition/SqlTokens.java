/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** SQL cut into words as Spark's own lexer cuts it; comments and blanks are no words. */
final class SqlTokens {
  private static final Pattern TOKEN =
      Pattern.compile(
          "(?<space>\\s+|--[^\\r\\n\\\\]*+(?:\\\\\\n?[^\\r\\n\\\\]*+)*+)"
              + "|(?<comment>/\\*(?!\\+))"
              + "|(?<text>r'[^']*'|r\"[^\"]*\""
              + "|'[^'\\\\]*+(?:(?:\\\\.|'')[^'\\\\]*+)*+'"
              + "|\"[^\"\\\\]*+(?:(?:\\\\.|\"\")[^\"\\\\]*+)*+\")"
              + "|(?<quoted>`[^`]*+(?:``[^`]*+)*+`)"
              + "|(?<word>[\\p{L}\\p{N}_]+)"
              + "|(?<symbol>.)",
          Pattern.DOTALL | Pattern.CASE_INSENSITIVE);
  private static final Set<String> BRACKETS = Set.of("(", ")", ",");
  private static final Pattern COMMENT_EDGE = Pattern.compile("/\\*|\\*/");

  private SqlTokens() {}

  /** What a token is. */
  enum Kind {
    /** A keyword, a name or a number. */
    WORD,
    /** A name in backquotes. */
    QUOTED,
    /** A text literal with its quotes. */
    TEXT,
    /** Any other character. */
    SYMBOL
  }

  /** A word of the SQL as written; {@code spaced}: blanks or comments stand before it. */
  record Token(Kind kind, String text, boolean spaced) {
    /** The name that a word or a quoted name means, in lower case. */
    String name() {
      String plain =
          kind == Kind.QUOTED ? text.substring(1, text.length() - 1).replace("``", "`") : text;
      return plain.toLowerCase(Locale.ROOT);
    }

    /** What a text literal holds, escapes left as they are. */
    String content() {
      boolean raw = Character.toLowerCase(text.charAt(0)) == 'r';
      return text.substring(raw ? 2 : 1, text.length() - 1);
    }

    boolean is(String symbolOrWord) {
      return (kind == Kind.SYMBOL || kind == Kind.WORD) && name().equals(symbolOrWord);
    }
  }

  static List<Token> of(String sql) {
    List<Token> tokens = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(sql);
    boolean spaced = false;
    for (int at = 0; matcher.find(at); ) {
      at = matcher.group("comment") == null ? matcher.end() : commentEnd(sql, matcher.end());
      if (matcher.group("comment") != null || matcher.group("space") != null) {
        spaced = true;
      } else {
        tokens.add(new Token(kind(matcher), matcher.group(), spaced));
        spaced = false;
      }
    }
    return tokens;
  }

  /** {@code sql} on one line, without comments: how it is laid out makes no difference. */
  static String normalized(String sql) {
    StringBuilder words = new StringBuilder();
    boolean spaceMatters = false;
    for (Token token : of(sql)) {
      boolean bracket = token.kind() == Kind.SYMBOL && BRACKETS.contains(token.text());
      words.append(token.spaced() && spaceMatters && !bracket ? " " : "").append(token.text());
      spaceMatters = !bracket;
    }
    return words.toString();
  }

  /** Comments may hold comments. */
  private static int commentEnd(String sql, int start) {
    Matcher edge = COMMENT_EDGE.matcher(sql);
    int depth = 1;
    int at = start;
    while (depth > 0 && edge.find(at)) {
      depth += edge.group().equals("/*") ? 1 : -1;
      at = edge.end();
    }
    return depth == 0 ? at : sql.length();
  }

  private static Kind kind(Matcher matcher) {
    if (matcher.group("text") != null) {
      return Kind.TEXT;
    }
    if (matcher.group("quoted") != null) {
      return Kind.QUOTED;
    }
    return matcher.group("word") != null ? Kind.WORD : Kind.SYMBOL;
  }
}
