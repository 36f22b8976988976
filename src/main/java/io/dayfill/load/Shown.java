/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.load;

/** Values from files as messages show them: short, on one line, without control characters. */
public final class Shown {
  private static final int LONGEST = 40;
  private static final int REPLACEMENT = '\uFFFD';

  private Shown() {}

  /**
   * {@code value} cut to {@value #LONGEST} characters, with what a terminal might obey replaced.
   */
  public static String value(String value) {
    StringBuilder shown = new StringBuilder();
    value
        .codePoints()
        .limit(LONGEST)
        .forEach(c -> shown.appendCodePoint(isObeyed(c) ? REPLACEMENT : c));
    return value.codePointCount(0, value.length()) > LONGEST ? shown + "..." : shown.toString();
  }

  private static boolean isObeyed(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }
}
