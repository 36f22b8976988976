/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dayfill.cli.Answer.Need;
import io.dayfill.testing.TestProject;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A command says whether its JVM is to start fast or to compute fast, by what it will read. */
class NeedTest {
  private static final String DIMENSION_SCHEMA =
      field("customer_id", "string")
          + ","
          + field("valid_from", "date")
          + ","
          + field("valid_to", "date");

  @TempDir Path folder;

  @BeforeEach
  void sample() {
    TestProject.in(folder);
  }

  @ParameterizedTest
  @CsvSource({
    "1000, SPARK_SHORT",
    "20000000, SPARK_SHORT",
    "80000000, SPARK_LONG", // six million orders
  })
  void otherTablesCountToo(long bytes, Need need) throws IOException {
    table("orders_daily", field("order_date", "date"), "order_date", "2026-09-15", bytes);
    table("customers", DIMENSION_SCHEMA, "", "", 1000);

    for (String command : List.of("load", "check", "backfill 2026-09-16")) {
      assertThat(answer(command + " 2026-09-16 --table revenue_by_region"))
          .as(command)
          .isEqualTo(new Answer(0, need));
    }
  }

  @Test
  void aTableThatIsNotThereYetIsReadFast() {
    assertThat(answer("load 2026-09-16 --table revenue_by_region"))
        .isEqualTo(new Answer(0, Need.SPARK_SHORT));
  }

  private Answer answer(String call) {
    List<String> args = new ArrayList<>(List.of(call.split(" ")));
    args.addAll(List.of("--project", folder.toString()));
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    return new CommandRunner(new Terminal(nowhere, nowhere)).runWithoutSpark(args);
  }

  /** A log that tells of one file; nobody opens the file itself. */
  private void table(String name, String fields, String partition, String value, long bytes)
      throws IOException {
    Path log = Files.createDirectories(folder.resolve("warehouse/" + name + "/_delta_log"));
    String columns = partition.isEmpty() ? "" : "\"" + partition + "\"";
    String values = partition.isEmpty() ? "" : columns + ":\"" + value + "\"";
    Files.writeString(
        log.resolve("00000000000000000000.json"),
        String.join(
            "\n",
            "{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":2}}",
            "{\"metaData\":{\"id\":\"t\",\"format\":{\"provider\":\"parquet\",\"options\":{}},"
                + "\"schemaString\":\"{\\\"type\\\":\\\"struct\\\",\\\"fields\\\":["
                + fields
                + "]}\",\"partitionColumns\":["
                + columns
                + "],\"configuration\":{},\"createdTime\":0}}",
            "{\"add\":{\"path\":\"part-0.parquet\",\"partitionValues\":{"
                + values
                + "},\"size\":"
                + bytes
                + ",\"modificationTime\":0,\"dataChange\":true}}"));
  }

  private static String field(String name, String type) {
    return "{\\\"name\\\":\\\""
        + name
        + "\\\",\\\"type\\\":\\\""
        + type
        + "\\\",\\\"nullable\\\":true,\\\"metadata\\\":{}}";
  }
}
