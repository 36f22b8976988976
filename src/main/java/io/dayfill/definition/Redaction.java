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

  private static final String NAME =
      "(?i)((?:password|passwd|secret|token|credential|signature|(?<![a-z])sig"
          + "|(?:access|account|api)[._-]?key)[\\w.-]*";

  /** {@code name=value}, as in settings and URLs. */
  private static final Pattern SETTING = Pattern.compile(NAME + "=)[^\\s,;&\"'\\\\)]+");

  /** {@code "name" : "value"}, as in JSON; what is no text stays, so that it remains JSON. */
  private static final Pattern FIELD = Pattern.compile(NAME + "\"\\s*:\\s*\")(?:[^\"\\\\]|\\\\.)+");

  private Redaction() {}

  /** {@code text} without the secrets that can be recognised. */
  public static String of(String text) {
    String anonymous = USER.matcher(text).replaceAll(HIDDEN + "@");
    String unset = SETTING.matcher(anonymous).replaceAll("$1" + HIDDEN);
    return FIELD.matcher(unset).replaceAll("$1" + HIDDEN);
  }
}
