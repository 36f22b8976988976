/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dayfill.definition.Consumer.Changes;
import io.dayfill.definition.Consumer.Webhook;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Consumers are read whole; their mistakes are told without a word that may be secret. */
class ConsumerReaderTest {
  private static final String REST =
      """
      table: shop
      day_column: d
      sql: SELECT * FROM orders # ünïcode 😀 before the address
      inputs: {orders: {files: "landing/{day}.csv", columns: d DATE}}
      """;

  @TempDir Path folder;

  @Test
  void readsWebhooksAndTheTableOfChanges() {
    Definition shop =
        read(
            """
            notify:
              - webhook: https://Hooks.Example.com/planted?token=planted
                secret_env: SHOP_SECRET
              - {webhook: "http://u:planted@10.0.0.1:8080", name: bi, secret_env: B, timeout_seconds: 30}
              - changes: true
              - changes: false
            """);
    assertThat(shop.consumers()).hasSize(3);
    Webhook first = (Webhook) shop.consumers().get(0);
    assertThat(first.name()).isEqualTo("hooks.example.com");
    assertThat(first.secretEnv()).isEqualTo("SHOP_SECRET");
    assertThat(first.timeOut()).isEqualTo(Duration.ofSeconds(10));
    assertThat(((Webhook) shop.consumers().get(1)).timeOut()).isEqualTo(Duration.ofSeconds(30));
    assertThat(shop.consumers().get(2)).isEqualTo(new Changes());
    assertThat(shop.consumerNames()).containsExactly("hooks.example.com", "bi", "changes");
    assertThat(shop.toString()).doesNotContain("planted");
  }

  @Test
  void consumersMakeNoDayStale() {
    String print = DefinitionFingerprint.of(read(""));
    assertThat(DefinitionFingerprint.of(read("notify: [{changes: true}]\n"))).isEqualTo(print);
  }

  @Test
  void theTextThatIsKeptHasNoAddress() {
    write(
        """
        notify:
          - webhook: &a "https://u:plant\\x65d@Example.com:8443/planted?t=planted"
            secret_env: A
          - {webhook: *a, name: again, secret_env: B} # the same
          - webhook: >-
              http://example.org/planted
            secret_env: C
        """);
    String text = Definitions.text(new Project(folder), "shop");
    assertThat(text)
        .startsWith(REST)
        .contains("webhook: &a https://example.com:8443/...\n    secret_env: A")
        .contains("{webhook: *a, name: again, secret_env: B} # the same")
        .contains("http://example.org/...")
        .contains("secret_env: C")
        .doesNotContain("planted")
        .doesNotContain("plant\\x65d");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{webhook: 'ftp://planted'} | must be an address that begins with http:// or https://",
        "{webhook: 'planted'} | must be an address",
        "{webhook: 'http://'} | must be an address",
        "{webhook: 'http://planted host/'} | a character in it is not allowed",
        "{webhook: 'http://h/#planted', secret_env: A} | no #",
        "{webhook: 'http://h/planted'} | 'secret_env' is missing: write secret_env: NAME",
        "{webhook: 'http://h/', secret_env: 'planted!'} | does not hold the secret itself",
        "{webhook: 'http://h/', secret_env: A, name: changes} | not the word changes",
        "{webhook: 'http://h/', secret_env: A, timeout_seconds: 61} | from 1 to 60",
        "{webhook: 'http://h/', secret_env: A, timeout_seconds: 0} | from 1 to 60",
        "{webhook: 'http://h/', secret_env: A, retries: 1} | 'retries' is not known here",
        "{changes: yes} | write changes: true or false",
        "{changes: true, name: x} | takes nothing beside it",
        "{changes: true, webhook: 'http://planted/'} | give each its own",
        "{name: x} | give each its own",
        "planted | expected 'name: value' lines here",
        "{changes: true}, {changes: true} | two consumers have one name",
      })
  void aMistakeIsToldWithItsLine(String items, String message) {
    assertThatThrownBy(() -> read("notify: [" + items + "]\n"))
        .isInstanceOf(DayfillException.class)
        .hasMessageStartingWith("conf/shop.yaml line 5: ")
        .hasMessageContaining(message)
        .hasMessageNotContaining("planted");
  }

  private Definition read(String consumers) {
    write(consumers);
    return Definitions.load(new Project(folder), Optional.of("shop"));
  }

  private void write(String consumers) {
    try {
      Files.createDirectories(folder.resolve("conf"));
      Files.writeString(folder.resolve("conf/shop.yaml"), REST + consumers);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
