/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.dayfill.testing.Receiver;
import io.dayfill.testing.Sessions;
import io.dayfill.testing.TestProject;
import io.dayfill.testing.TestProject.Ended;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.apache.spark.sql.Row;

/** A project whose orders_daily tells a webhook and the table of changes. */
final class NotifiedProject {
  /** What stands in the environment of the tests. */
  static final String SECRET = "planted-signing-secret";

  final TestProject project;

  NotifiedProject(Path folder, Receiver receiver) {
    project = TestProject.in(folder);
    consumers(
        """
        notify:
          - webhook: http://anna:planted-password@127.0.0.1:%d/planted-path?token=planted-token
            name: bi
            secret_env: DAYFILL_TEST_SECRET
            timeout_seconds: 1
          - changes: true
        """
            .formatted(receiver.port()));
  }

  /** The definition, followed by {@code text}. */
  NotifiedProject consumers(String text) {
    try {
      Files.writeString(
          project.root().resolve("conf/orders_daily.yaml"),
          Files.readString(Path.of("conf/orders_daily.yaml")) + text);
      return this;
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /** A command that ends with 0; returns what it wrote. */
  Ended runs(String... call) {
    Ended ended = project.run(call);
    assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
    return ended;
  }

  /** The rows of the table of changes, in their order. */
  List<Row> changes(String... columns) {
    return Sessions.shared()
        .read()
        .format("delta")
        .load(project.table(ChangesTable.NAME).toString())
        .orderBy("version", "day")
        .selectExpr(columns)
        .collectAsList();
  }

  static LocalDate day(int day) {
    return LocalDate.of(2026, 9, day);
  }
}
