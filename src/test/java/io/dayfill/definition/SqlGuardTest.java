/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SQL that reads the clock or chance is found; what only looks like it is not. */
class SqlGuardTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT now()",
        "SELECT NOW ( )",
        "SELECT current_date FROM t",
        "SELECT Current_Timestamp()",
        "SELECT rand(1)",
        "SELECT uuid() AS id",
        "SELECT DATE'today'",
        "SELECT timestamp 'now'",
        "SELECT unix_timestamp()",
        "SELECT `now`()",
        "SELECT * FROM t TABLESAMPLE (10 PERCENT)",
        "SELECT monotonically_increasing_id()",
        "SELECT 1 /* harmless */ , now() -- end",
      })
  void whatDependsOnTheMomentIsFound(String sql) {
    assertThat(SqlGuard.firstForbidden(sql)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT now_at FROM t",
        "SELECT 'now()' AS text",
        "SELECT 1 -- now()",
        "SELECT 1 /* rand() */",
        "SELECT unix_timestamp(ordered_at) FROM t",
        "SELECT CAST(ordered_at AS DATE) FROM t",
        "SELECT DATE'2026-09-15'",
        "SELECT random_code FROM t WHERE day = :day",
      })
  void whatOnlyLooksLikeItIsNot(String sql) {
    assertThat(SqlGuard.firstForbidden(sql)).isEmpty();
  }
}
