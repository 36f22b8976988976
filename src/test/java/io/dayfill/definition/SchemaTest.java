/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The schema for editors knows what the reader knows, and the project's definitions can be read.
 */
class SchemaTest {
  @Test
  void theSchemaNamesTheReadersKeys() throws IOException {
    JsonNode schema = new ObjectMapper().readTree(Path.of("conf/definition.schema.json").toFile());
    JsonNode input = schema.at("/properties/inputs/additionalProperties/properties");

    for (String key : keys(schema.get("properties"))) {
      assertThat(answer("nothing_known: 1")).contains(key);
    }
    for (String key : keys(input)) {
      assertThat(
              answer("table: shop\nday_column: d\nsql: SELECT 1\ninputs: {o: {nothing_known: 1}}"))
          .contains(key);
    }
    assertThat(input.at("/local_times/enum")).hasSize(LocalTimes.values().length);
    assertThat(schema.at("/properties/layout/enum"))
        .extracting(JsonNode::asText)
        .containsExactlyElementsOf(Arrays.stream(Layout.values()).map(Layout::word).toList());
    assertThat(schema.at("/properties/corrections/enum"))
        .extracting(JsonNode::asText)
        .containsExactlyElementsOf(
            Arrays.stream(Corrections.values()).map(Corrections::word).toList());
  }

  @Test
  void theProjectsDefinitionsCanBeRead() {
    Project project = new Project(Path.of(""));

    assertThat(Definitions.tables(project))
        .containsExactly(
            "customer_balance", "orders_daily", "orders_daily_unpartitioned", "revenue_by_region");
    for (String table : Definitions.tables(project)) {
      assertThat(Definitions.load(project, Optional.of(table)).table()).isEqualTo(table);
    }
  }

  private static TreeSet<String> keys(JsonNode object) {
    TreeSet<String> keys = new TreeSet<>();
    object.fieldNames().forEachRemaining(keys::add);
    return keys;
  }

  private static String answer(String text) throws IOException {
    Path file = Files.createTempFile("definition", ".yaml");
    Files.writeString(file, text + "\n");
    try {
      DefinitionReader.read(file, "x");
      return "";
    } catch (DayfillException mistake) {
      return String.valueOf(mistake.getMessage());
    } finally {
      Files.delete(file);
    }
  }
}
