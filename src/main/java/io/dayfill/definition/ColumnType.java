/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The type of a column of a file, in Spark SQL's words. {@code precision} and {@code scale} are 0
 * unless the kind is DECIMAL.
 */
public record ColumnType(Kind kind, int precision, int scale) {
  private static final Pattern DECIMAL =
      Pattern.compile("DECIMAL\\(\\s*(\\d{1,2})\\s*,\\s*(\\d{1,2})\\s*\\)");
  private static final int MAX_PRECISION = 38;

  /** The types that a text field can be converted to exactly. */
  public enum Kind {
    STRING,
    BIGINT,
    INT,
    SMALLINT,
    TINYINT,
    DECIMAL,
    DOUBLE,
    FLOAT,
    BOOLEAN,
    DATE,
    TIMESTAMP,
    TIMESTAMP_NTZ
  }

  public ColumnType {
    Objects.requireNonNull(kind, "kind");
  }

  /** The type that {@code text} names, in any case; empty if there is none. */
  public static Optional<ColumnType> parse(String text) {
    String word = text.trim().toUpperCase(Locale.ROOT);
    Matcher decimal = DECIMAL.matcher(word);
    if (decimal.matches()) {
      int precision = Integer.parseInt(decimal.group(1));
      int scale = Integer.parseInt(decimal.group(2));
      boolean possible = precision >= 1 && precision <= MAX_PRECISION && scale <= precision;
      return possible
          ? Optional.of(new ColumnType(Kind.DECIMAL, precision, scale))
          : Optional.empty();
    }
    return Arrays.stream(Kind.values())
        .filter(kind -> kind != Kind.DECIMAL && kind.name().equals(word))
        .findFirst()
        .map(kind -> new ColumnType(kind, 0, 0));
  }

  /** The words that a definition may use, for messages. */
  static String words() {
    return Arrays.stream(Kind.values())
        .map(kind -> kind == Kind.DECIMAL ? "DECIMAL(precision to 38,scale)" : kind.name())
        .collect(Collectors.joining(", "));
  }

  /** The type in Spark SQL, for example {@code DECIMAL(12,2)}. */
  public String sql() {
    return kind == Kind.DECIMAL ? "DECIMAL(" + precision + "," + scale + ")" : kind.name();
  }
}
