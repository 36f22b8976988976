/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.notify;

import io.dayfill.definition.Consumer.Webhook;
import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Definition;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The secrets that messages are signed with: in the environment and nowhere else. */
public final class Secrets {
  private static final String ALGORITHM = "HmacSHA256";

  private Secrets() {}

  /**
   * Sees that the secrets of the webhooks of {@code definition} are there.
   *
   * @throws DayfillException (usage) when one is not
   */
  public static void requireAll(Definition definition) {
    definition.consumers().stream()
        .filter(Webhook.class::isInstance)
        .map(Webhook.class::cast)
        .filter(webhook -> of(webhook).isEmpty())
        .findFirst()
        .ifPresent(
            webhook -> {
              throw DayfillException.usage(
                  "conf/"
                      + definition.table()
                      + ".yaml: the secret of "
                      + webhook.shown()
                      + " is missing: set the environment variable "
                      + webhook.secretEnv()
                      + " where the driver starts");
            });
  }

  static Optional<String> of(Webhook webhook) {
    return Optional.ofNullable(System.getenv(webhook.secretEnv()))
        .filter(secret -> !secret.isBlank());
  }

  /** The signature of {@code body}: HMAC-SHA256 in hexadecimal. */
  static String signature(String secret, byte[] body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
      return HexFormat.of().formatHex(mac.doFinal(body));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every JVM has HMAC-SHA256", impossible);
    }
  }
}
