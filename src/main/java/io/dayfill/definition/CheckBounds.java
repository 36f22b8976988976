/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the values of checks that have a form of their own from their texts. */
final class CheckBounds {
  private static final Pattern ROWS = Pattern.compile("(\\d{1,15})\\.\\.(\\d{1,15})");
  private static final Pattern SHARE =
      Pattern.compile("(\\d{1,6})%\\.\\.(\\d{1,6})% of (median|weekday)\\((\\d{1,3})\\)");
  private static final Pattern AGE =
      Pattern.compile("(\\w+) within (\\d{1,5}) (minute|hour|day)s?");
  private static final Pattern FOREIGN_KEY = Pattern.compile("(\\w+) in (\\w+)\\.(\\w+)");

  private static final Pattern CONTINUES = Pattern.compile("(\\w+)\\s*=\\s*(\\w+)");

  private CheckBounds() {}

  /**
   * The check {@code continues: text}.
   *
   * @throws IllegalArgumentException when the text does not have its form
   */
  static Check continues(String text) {
    Matcher found = CONTINUES.matcher(text);
    if (!found.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' names no two columns: write continues: opening = closing");
    }
    return new Check.Continues(found.group(1), found.group(2));
  }

  /**
   * The check {@code rows_between: text}.
   *
   * @throws IllegalArgumentException when the text is none of its forms
   */
  static Check rowsBetween(String text) {
    Matcher rows = ROWS.matcher(text);
    Matcher share = SHARE.matcher(text);
    if (rows.matches()) {
      return bounds(text, rows, Optional.empty());
    }
    if (share.matches() && Integer.parseInt(share.group(4)) > 0) {
      boolean sameWeekday = share.group(3).equals("weekday");
      return bounds(
          text, share, Optional.of(new Check.Basis(Integer.parseInt(share.group(4)), sameWeekday)));
    }
    throw new IllegalArgumentException(
        "'"
            + text
            + "' is no range of rows: write 100..5000, 50%..200% of median(7) or 50%..200% of weekday(4)");
  }

  private static Check bounds(String text, Matcher found, Optional<Check.Basis> basis) {
    long low = Long.parseLong(found.group(1));
    long high = Long.parseLong(found.group(2));
    if (low > high) {
      throw new IllegalArgumentException(
          "'" + text + "' begins after its end: write the lower bound first");
    }
    return new Check.RowsBetween(low, high, basis, text);
  }

  /**
   * The check {@code fresh: text}.
   *
   * @throws IllegalArgumentException when the text does not have its form
   */
  static Check fresh(String text) {
    Matcher found = AGE.matcher(text);
    if (!found.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is no age of a column: write ordered_at within 6 hours");
    }
    long number = Long.parseLong(found.group(2));
    Duration age =
        switch (found.group(3)) {
          case "minute" -> Duration.ofMinutes(number);
          case "hour" -> Duration.ofHours(number);
          default -> Duration.ofDays(number);
        };
    return new Check.Fresh(found.group(1), age, text);
  }

  /**
   * The check {@code foreign_key: text}.
   *
   * @throws IllegalArgumentException when the text does not have its form
   */
  static Check foreignKey(String text) {
    Matcher found = FOREIGN_KEY.matcher(text);
    if (!found.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' names no column of a table: write customer_id in customers.customer_id");
    }
    return new Check.ForeignKey(found.group(1), found.group(2), found.group(3));
  }
}
