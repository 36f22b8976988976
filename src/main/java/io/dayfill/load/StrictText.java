/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.load;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.lit;

import io.dayfill.definition.Column;
import io.dayfill.definition.ColumnType;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Turns a field's text into its type, exactly or not at all. Spark's own conversion is the parser;
 * what it takes too kindly (blanks, rounding, exponents, other scripts' digits, half dates) is
 * refused by the text's form. Numbers that read back as the same text need no look at their form,
 * which is most of them.
 */
final class StrictText {
  private static final String INTEGER = "^[+-]?[0-9]+\\z";
  private static final String FLOATING = "^[+-]?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?\\z";
  private static final String BOOLEAN = "^(true|false|TRUE|FALSE)\\z";
  private static final String DATE = "^[0-9]{4}-[0-9]{2}-[0-9]{2}\\z";
  private static final String TIME =
      "^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,6})?";
  static final String OFFSET = "(Z|[+-][0-9]{2}:[0-9]{2})";

  /** A character that is no blank and not invisible. */
  private static final Pattern VISIBLE = Pattern.compile("[^\\s\\p{Z}\\p{Cc}\\p{Cf}]");

  private final Column column;
  private final LocalClock clock;

  StrictText(Column column, LocalClock clock) {
    this.column = column;
    this.clock = clock;
  }

  /**
   * The value of {@code text}; null where Spark cannot parse it. Only {@link #isGood} says that it
   * is exact.
   */
  org.apache.spark.sql.Column value(org.apache.spark.sql.Column text) {
    if (kind() == ColumnType.Kind.STRING) {
      return text;
    }
    org.apache.spark.sql.Column value = text.try_cast(column.type().sql());
    return kind() == ColumnType.Kind.TIMESTAMP ? clock.settled(text, value) : value;
  }

  /** Whether {@code text} gives {@code value} exactly, or is absent where it may be; never null. */
  org.apache.spark.sql.Column isGood(
      org.apache.spark.sql.Column text, org.apache.spark.sql.Column value) {
    org.apache.spark.sql.Column good = coalesce(isExact(text, value), lit(false));
    if (!column.required()) {
      return text.isNull().or(good);
    }
    return kind() == ColumnType.Kind.STRING ? good.and(isPresent(text)) : good;
  }

  /** Why {@code text} is bad, for messages. */
  String problem(@Nullable String text) {
    if (text == null || !VISIBLE.matcher(text).find()) {
      return column.name() + " is empty";
    }
    String shown = column.name() + " '" + Shown.value(text) + "'";
    return kind() == ColumnType.Kind.TIMESTAMP && clock.leavesOpen(text)
        ? shown
            + " was skipped or repeated by a change of the clock: write its offset, or say"
            + " local_times: earlier or later"
        : shown + " is not " + expected();
  }

  private String expected() {
    return switch (kind()) {
      case STRING -> "a value";
      case TIMESTAMP -> "a time such as 2026-09-15T20:30:00 or 2026-09-15T20:30:00Z";
      case TIMESTAMP_NTZ -> "a time such as 2026-09-15T20:30:00";
      case DATE -> "a date such as 2026-09-15";
      default -> column.type().sql();
    };
  }

  private org.apache.spark.sql.Column isExact(
      org.apache.spark.sql.Column text, org.apache.spark.sql.Column value) {
    return switch (kind()) {
      case STRING -> text.isNotNull();
      case BIGINT, INT, SMALLINT, TINYINT ->
          readsBack(text, value).or(value.isNotNull().and(text.rlike(INTEGER)));
      case DECIMAL -> readsBack(text, value).or(value.isNotNull().and(text.rlike(decimal())));
      case DOUBLE, FLOAT -> text.rlike(FLOATING).and(isFinite(value));
      case BOOLEAN -> text.rlike(BOOLEAN);
      case DATE -> text.rlike(DATE).and(value.isNotNull());
      case TIMESTAMP ->
          text.rlike(TIME + OFFSET + "?\\z").and(value.isNotNull()).and(clock.isTold(text));
      case TIMESTAMP_NTZ -> text.rlike(TIME + "\\z").and(value.isNotNull());
    };
  }

  private static org.apache.spark.sql.Column readsBack(
      org.apache.spark.sql.Column text, org.apache.spark.sql.Column value) {
    return value.cast("string").equalTo(text);
  }

  private static org.apache.spark.sql.Column isFinite(org.apache.spark.sql.Column value) {
    return value.isNotNull().and(value.between(-Double.MAX_VALUE, Double.MAX_VALUE));
  }

  /** Digits, and after the point at most the scale's digits: further ones may only be zeros. */
  private String decimal() {
    int scale = column.type().scale();
    return scale == 0 ? "^[+-]?[0-9]+(\\.0+)?\\z" : "^[+-]?[0-9]+(\\.[0-9]{1," + scale + "}0*)?\\z";
  }

  /**
   * Whether there is a value. Most begin with a character of ASCII that shows, which is cheap to
   * see. Database dumps write NULL, null or \N where there is none.
   */
  private static org.apache.spark.sql.Column isPresent(org.apache.spark.sql.Column text) {
    return text.geq("!")
        .and(text.lt("\u007f"))
        .or(text.rlike(VISIBLE.pattern()))
        .and(text.isin("NULL", "null", "\\N").equalTo(false));
  }

  private ColumnType.Kind kind() {
    return column.type().kind();
  }
}
