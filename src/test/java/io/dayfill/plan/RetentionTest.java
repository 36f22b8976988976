/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Delta's intervals as tables have them. */
class RetentionTest {
  @ParameterizedTest
  @CsvSource({
    "interval 1 week, PT168H",
    "interval 2 days, PT48H",
    "interval 168 hours, PT168H",
    "INTERVAL 1 DAY 12 HOURS, PT36H",
    "interval 30 minutes, PT30M",
    "as long as you like, PT168H",
  })
  void intervalsAreRead(String property, Duration expected) {
    assertThat(Retention.ofRemovedFiles(Map.of("delta.deletedFileRetentionDuration", property)))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource("PT168H")
  void aWeekIsTheDefault(Duration expected) {
    assertThat(Retention.ofRemovedFiles(Map.of())).isEqualTo(expected);
  }
}
