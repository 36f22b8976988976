/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.plan;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How long VACUUM leaves files alone that no version lists, by a table's properties. */
public final class Retention {
  private static final String PROPERTY = "delta.deletedFileRetentionDuration";
  private static final Duration DEFAULT = Duration.ofDays(7);
  private static final Pattern PART =
      Pattern.compile("(\\d{1,6})\\s+(week|day|hour|minute|second)s?");

  private Retention() {}

  /** The retention; Delta's default of a week where none is set or it cannot be read. */
  public static Duration ofRemovedFiles(Map<String, String> properties) {
    Matcher parts = PART.matcher(properties.getOrDefault(PROPERTY, "").toLowerCase(Locale.ROOT));
    Duration sum = Duration.ZERO;
    boolean found = false;
    while (parts.find()) {
      found = true;
      long number = Long.parseLong(parts.group(1));
      sum =
          sum.plus(
              switch (parts.group(2)) {
                case "week" -> Duration.ofDays(7 * number);
                case "day" -> Duration.ofDays(number);
                case "hour" -> Duration.ofHours(number);
                case "minute" -> Duration.ofMinutes(number);
                default -> Duration.ofSeconds(number);
              });
    }
    return found ? sum : DEFAULT;
  }
}
