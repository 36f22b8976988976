/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dayfill.testing.TestProject;
import io.dayfill.testing.TestProject.Ended;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code plan --graph}: which tables of the sample are computed from which. */
class GraphTest {
  @TempDir Path folder;
  private TestProject project;

  @BeforeEach
  void sample() {
    project = TestProject.in(folder);
  }

  @Test
  void asText() {
    Ended ended = project.run("plan", "--graph");
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out().lines().map(line -> line.replaceAll(" {2,}", " | ").strip()))
        .containsExactly(
            "table | reads | read by",
            "orders_daily | files landing/orders/{day}.csv | customer_balance, revenue_by_region",
            "customer_balance | table orders_daily (same day)",
            "| its own day before",
            "orders_daily_unpartitioned | files landing/orders/{day}.csv",
            "revenue_by_region (history original) | table orders_daily (same day)",
            "| dimension warehouse/customers");
  }

  @Test
  void asMermaid() {
    assertThat(project.run("plan", "--graph=mermaid").out().lines())
        .containsExactly(
            "flowchart LR",
            "  n1[\"orders_daily\"]",
            "  n2([\"landing/orders/{day}.csv\"])",
            "  n2 --> n1",
            "  n3[\"customer_balance\"]",
            "  n1 --> n3",
            "  n3 -->|day before| n3",
            "  n4[\"orders_daily_unpartitioned\"]",
            "  n2 --> n4",
            "  n5[\"revenue_by_region\"]",
            "  n1 --> n5",
            "  n6[(\"warehouse/customers\")]",
            "  n6 -->|original| n5");
  }

  @Test
  void datesAreStillNeededForAPlan() {
    Ended none = project.run("plan");
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.err()).contains("Missing required parameters: 'FIRST', 'LAST'");
    assertThat(project.run("backfill", "2026-09-02").err())
        .contains("Missing required parameter: 'LAST'");
    Ended history = project.run("plan", "2026-09-02", "2026-09-02", "--history", "restated");
    assertThat(history.exitCode()).isEqualTo(2);
    assertThat(history.err()).contains("orders_daily has no dimension");
  }
}
