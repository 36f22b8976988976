/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill;

import static io.dayfill.testing.TableAssert.assertThatTable;
import static org.assertj.core.api.Assertions.assertThat;

import io.dayfill.delta.LogCommit;
import io.dayfill.delta.TableLog;
import io.dayfill.testing.Sessions;
import io.dayfill.testing.TableAssert;
import io.dayfill.testing.TableSnapshot;
import io.dayfill.testing.TestProject;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A task on a platform whose Delta has other names inside, as Databricks has: dayfill's class
 * loader finds neither Delta's internal classes nor its session extension, and the session that is
 * there works with Delta tables all the same.
 */
class HiddenDeltaIT {
  private static final LocalDate DAY = LocalDate.of(2026, 9, 15);

  @TempDir Path folder;
  private final SparkSession host = Sessions.shared();
  private TestProject project;
  private Path table;
  private Class<?> main;

  @BeforeEach
  void aTaskWithALoaderOfItsOwn() throws ReflectiveOperationException {
    SparkSession.setActiveSession(host);
    project = TestProject.in(folder).lands(DAY.minusDays(1), 1).lands(DAY, 2, 3);
    table = project.table("orders_daily");
    main = mainWithout("org.apache.spark.sql.delta.", "io.delta.sql.");
  }

  private static Class<?> mainWithout(String... packages) throws ReflectiveOperationException {
    URL classes = Main.class.getProtectionDomain().getCodeSource().getLocation();
    // Spark itself goes on finding its Delta by the thread's loader, as it does on the platform.
    ClassLoader all = Thread.currentThread().getContextClassLoader();
    ClassLoader task = new URLClassLoader(new URL[] {classes}, new Without(all, packages));
    return task.loadClass("io.dayfill.Main");
  }

  @AfterEach
  void theHostsThreadIsLeftAsItWas() {
    SparkSession.clearActiveSession();
  }

  @Test
  void daysAreFilledAndCorrectedByReplaceWhere() throws Exception {
    assertThat(call("backfill", "2026-09-15", "2026-09-16")).isEmpty();
    assertThatTable(table).hasOrders(DAY, 2, 3);
    TableSnapshot filled = TableSnapshot.of(table);

    project.lands(DAY, 2, 3, 4);
    assertThat(call("load", "2026-09-16")).isEmpty();

    assertThatTable(table).hasOrders(DAY, 2, 3, 4).differsOnlyIn(DAY, filled);
    assertThat(call("check", "2026-09-16")).isEmpty();
    LogCommit last =
        new TableLog(table.toString(), new Configuration())
            .commit(TableAssert.versionOf(table))
            .orElseThrow();
    assertThat(last.operation()).isEqualTo("WRITE");
    assertThat(host.sparkContext().isStopped()).isFalse();
  }

  @Test
  void readersFindTheTableByANameWithThreeLevels() throws Exception {
    String name = "spark_catalog.hidden_shop.orders_daily";
    Path definition = folder.resolve("conf/orders_daily.yaml");
    Files.writeString(definition, Files.readString(definition) + "catalog_name: " + name + "\n");
    host.sql("CREATE DATABASE hidden_shop");
    try {
      assertThat(call("backfill", "2026-09-15", "2026-09-16")).isEmpty();
      project.lands(DAY, 2, 3, 4);
      assertThat(call("load", "2026-09-16")).isEmpty();

      assertThat(host.table(name).where("order_date = '2026-09-15'").count()).isEqualTo(3);
      assertThatTable(table).hasOrders(DAY, 2, 3, 4);
    } finally {
      host.sql("DROP DATABASE hidden_shop CASCADE");
    }
  }

  @Test
  void whatNeedsDeltasClassesIsRefusedAndAFailedTaskLeavesTheDay() throws Exception {
    assertThat(call("backfill", "2026-09-15", "2026-09-16")).isEmpty();
    TableSnapshot filled = TableSnapshot.of(table);
    project.lands(DAY, 2, 3, 4);

    assertThat(call("backfill", "2026-09-16", "2026-09-16", "--publish", "hold"))
        .contains(
            "--publish hold cannot be used: this Delta does not have the classes that it needs; say --publish together");
    assertThat(call("load", "2026-09-16", "--publisher", "files"))
        .contains(
            "--publisher files cannot be used: this Delta does not have the classes that it needs; leave it out");
    project.lands(DAY, "2,c,1.0x,2026-09-15T08:00:00");
    assertThat(call("load", "2026-09-16").orElseThrow()).contains("has 1 bad line");
    assertThatTable(table).isUnchangedSince(filled);
    assertThat(call("conflicts").orElseThrow())
        .contains("the workshop cannot hold its writers between read and commit here");
    assertThat(Files.exists(folder.resolve("warehouse/workshop"))).isFalse();
  }

  @Test
  void whereThereIsNoClassicSparkItIsSaidWhereToRun() throws Exception {
    assertThat(call("load", "2026-09-16")).isEmpty();
    TableSnapshot filled = TableSnapshot.of(table);
    project.lands(DAY, 2, 3, 4);
    main = mainWithout("org.apache.spark.sql.classic.");

    assertThat(call("load", "2026-09-16").orElseThrow())
        .startsWith("the Spark session is one of Spark Connect")
        .contains("run on dedicated compute or a classic Spark");
    assertThatTable(table).isUnchangedSince(filled);
  }

  @Test
  void withoutDeltasKernelItIsSaidWhatToAdd() throws Exception {
    assertThat(call("load", "2026-09-16")).isEmpty();
    TableSnapshot filled = TableSnapshot.of(table);
    project.lands(DAY, 2, 3, 4);
    main = mainWithout("org.apache.spark.sql.delta.", "io.delta.sql.", "io.delta.kernel.");

    assertThat(call("load", "2026-09-16").orElseThrow())
        .startsWith("Delta's kernel is not on the class path: add io.delta:delta-kernel-api");
    assertThatTable(table).isUnchangedSince(filled);
  }

  /** Runs the task; the message of its failure. */
  private Optional<String> call(String... arguments) throws Exception {
    String[] all =
        Stream.concat(Stream.of(arguments), Stream.of("--project", project.root().toString()))
            .toArray(String[]::new);
    try {
      main.getMethod("main", String[].class).invoke(null, (Object) all);
      return Optional.empty();
    } catch (InvocationTargetException failed) {
      assertThat(failed.getCause().getClass().getName())
          .isEqualTo("io.dayfill.CommandFailedException");
      return Optional.of(failed.getCause().getMessage());
    }
  }

  /** Everything of the test's class path but dayfill itself and some packages. */
  private static final class Without extends ClassLoader {
    private final List<String> packages;

    Without(ClassLoader all, String... packages) {
      super(all);
      this.packages = List.of(packages);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("io.dayfill.") || packages.stream().anyMatch(name::startsWith)) {
        throw new ClassNotFoundException(name);
      }
      return super.loadClass(name, resolve);
    }
  }
}
