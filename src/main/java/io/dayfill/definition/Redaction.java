/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import java.util.regex.Pattern;

/**
 * Takes secrets out of text that is shown or kept: users and passwords in addresses, and the values
 * of settings and parameters whose names say that they are secret. What is not recognised stays:
 * secrets belong into credential providers, not into paths.
 */
public final class Redaction {
  private static final String HIDDEN = "***";

  /** {@code scheme://user:password@host}. */
  private static final Pattern USER = Pattern.compile("(?<=://)[^/\\s@\"']+@");

  /** {@code name=value} and {@code "name" : "value"}, as in settings, URLs and JSON. */
  private static final Pattern SETTING =
      Pattern.compile(
          "(?i)([\\w.-]*(?:password|passwd|secret|token|credential|signature|(?<![a-z])sig"
              + "|(?:access|account|api)[._-]?key)[\\w.-]*(?:=|\"\\s*:\\s*)\"?)[^\\s,;&\"')]+");

  private Redaction() {}

  /** {@code text} without the secrets that can be recognised. */
  public static String of(String text) {
    return SETTING.matcher(USER.matcher(text).replaceAll(HIDDEN + "@")).replaceAll("$1" + HIDDEN);
  }
}
