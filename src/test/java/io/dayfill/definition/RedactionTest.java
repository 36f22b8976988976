/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is shown or kept has no secrets in it that can be recognised. */
class RedactionTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "s3a://AKIA:planted@lake/orders/1.csv gone | s3a://***@lake/orders/1.csv gone",
        "https://planted@host/x | https://***@host/x",
        "spark.hadoop.fs.s3a.secret.key=planted, next | spark.hadoop.fs.s3a.secret.key=***, next",
        "jdbc:x;user=u;password=planted;a=b | jdbc:x;user=u;password=***;a=b",
        "https://h/f.csv?sv=1&sig=planted&se=2 | https://h/f.csv?sv=1&sig=***&se=2",
        "X-Amz-Signature=planted&a=1 | X-Amz-Signature=***&a=1",
        "{\"fs.azure.account.key\" : \"planted\"} | {\"fs.azure.account.key\" : \"***\"}",
        "(access_token=planted) | (access_token=***)",
        "{\"reason\": \"say \\\"api_key=planted\\\" once\"} | {\"reason\": \"say \\\"api_key=***\\\" once\"}",
        "{\"db_password\" : \"pl, \\\"planted) x\"} | {\"db_password\" : \"***\"}",
      })
  void secretsThatCanBeRecognisedAreTakenOut(String text, String shown) {
    assertThat(Redaction.of(text)).isEqualTo(shown).doesNotContain("planted");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "orders_daily 2026-09-15 refused: landing/orders/2026-09-15.csv has 1 bad line",
        "Unexpected token: 'frobnicate'",
        "design=1 and order_id=2",
        "secret_env: SHOP_SECRET",
        "{\"token_rows\" : 5, \"secret\" : null}",
        "s3a://lake/orders/day=2026-09-15/a@b.csv"
      })
  void allElseStays(String text) {
    assertThat(Redaction.of(text)).isEqualTo(text);
  }
}
