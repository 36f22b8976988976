/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import static io.dayfill.testing.TableAssert.assertThatTable;
import static org.assertj.core.api.Assertions.assertThat;

import io.dayfill.testing.Sessions;
import io.dayfill.testing.TableSnapshot;
import io.dayfill.testing.TestProject;
import io.dayfill.testing.TestProject.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code catalog_name}: the name under which readers find a table that dayfill knows by its path.
 */
class CatalogEntryIT {
  private static final LocalDate DAY = LocalDate.of(2026, 9, 15);

  @TempDir Path folder;
  private final SparkSession host = Sessions.shared();
  private TestProject project;
  private Path table;

  @BeforeEach
  void aSchemaAndADay() {
    SparkSession.setActiveSession(host);
    host.sql("CREATE DATABASE shop");
    project = TestProject.in(folder).lands(DAY, 1, 2);
    table = project.table("orders_daily");
  }

  @AfterEach
  void noSchema() {
    host.sql("DROP DATABASE shop CASCADE");
    SparkSession.clearActiveSession();
  }

  @ParameterizedTest
  @ValueSource(strings = {"spark_catalog.shop.orders_daily", "shop.orders"})
  void isMadeOnceAndShowsEveryDay(String name) throws IOException {
    called(name);
    assertThat(load().exitCode()).isZero();
    assertThat(host.table(name).count()).isEqualTo(2);

    project.lands(DAY, 1, 2, 3);
    assertThat(load().exitCode()).isZero();
    assertThat(host.table(name).count()).isEqualTo(3);
    assertThatTable(table).hasOrders(DAY, 1, 2, 3);
  }

  @Test
  void isGivenToATableThatIsThereAndMakesNothingStale() throws IOException {
    assertThat(load().exitCode()).isZero();
    called("shop.orders");

    assertThat(project.run("status").out()).contains("1 complete, 0 stale");
    project.lands(DAY.plusDays(1), 3);
    assertThat(project.run("load", "2026-09-17").exitCode()).isZero();

    assertThat(host.table("shop.orders").count()).isEqualTo(3);
  }

  @Test
  void anotherTablesNameIsRefused() throws IOException {
    assertThat(load().exitCode()).isZero();
    TableSnapshot filled = TableSnapshot.of(table);
    host.sql("CREATE TABLE shop.orders (id BIGINT) USING delta");
    called("shop.orders");

    Ended ended = load();

    assertThat(ended.exitCode()).isEqualTo(4);
    assertThat(ended.err())
        .contains(
            "orders_daily refused: catalog_name shop.orders: it is the name of a table at ",
            ": correct catalog_name or location");
    assertThatTable(table).isUnchangedSince(filled);
    assertThat(host.table("shop.orders").columns()).containsExactly("id");
  }

  @Test
  void aSchemaThatIsNotThereIsRefusedBeforeTheTableIsMade() throws IOException {
    called("spark_catalog.shpo.orders");

    Ended ended = load();

    assertThat(ended.exitCode()).isEqualTo(4);
    assertThat(ended.err())
        .contains("there is no schema spark_catalog.shpo in this Spark's catalog: create it")
        .doesNotContain("\tat ");
    assertThat(Files.exists(table)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"orders", "a.b.c.d", "shop.or-ders", "shop..orders"})
  void whatIsNoNameIsAMistakeInTheDefinition(String name) throws IOException {
    called(name);

    Ended ended = load();

    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err()).contains("conf/orders_daily.yaml line ", "catalog_name: main.shop");
  }

  private Ended load() {
    return project.run("load", "2026-09-16");
  }

  private void called(String name) throws IOException {
    Path definition = folder.resolve("conf/orders_daily.yaml");
    Files.writeString(definition, Files.readString(definition) + "catalog_name: " + name + "\n");
  }
}
