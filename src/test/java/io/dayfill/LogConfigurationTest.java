/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dayfill.definition.Redaction;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.ConfigurationFactory;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.message.SimpleMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The log's two configurations take out the same secrets as what dayfill prints itself. */
class LogConfigurationTest {
  private static final List<String> SECRETS =
      List.of(
          "s3a://AKIA:planted@lake/x is gone",
          "fs.s3a.secret.key=planted, and sig=planted",
          "{\"db_password\" : \"planted, too\"}",
          "orders_daily 2026-09-15 refused");

  @ParameterizedTest
  @ValueSource(strings = {"log4j2.properties", "log4j2-json.properties"})
  void secretsAndRowsAreInNoLog(String file) {
    Layout<?> layout = layout(file);
    for (String text : SECRETS) {
      String line = line(layout, text, new IllegalStateException(text + "\n - amount : planted"));
      assertThat(line).doesNotContain("planted").contains("(a value, left out)");
    }
  }

  @Test
  void messagesAreShownAsDayfillShowsThem() throws IOException {
    Layout<?> text = layout("log4j2.properties");
    Layout<?> json = layout("log4j2-json.properties");
    for (String message : SECRETS) {
      assertThat(line(text, message, null)).contains("X: " + Redaction.of(message));
      JsonNode event = new ObjectMapper().readTree(line(json, message, null));
      assertThat(event.path("message").asText()).isEqualTo(Redaction.of(message));
      assertThat(event.path("level").asText()).isEqualTo("ERROR");
      assertThat(event.path("logger").asText()).isEqualTo("io.dayfill.X");
    }
  }

  private static Layout<?> layout(String file) {
    Configuration configuration =
        ConfigurationFactory.getInstance()
            .getConfiguration(new LoggerContext("test"), "test", Path.of("conf", file).toUri());
    configuration.initialize();
    return configuration.getAppender("stderr").getLayout();
  }

  private static String line(Layout<?> layout, String message, Throwable thrown) {
    LogEvent event =
        Log4jLogEvent.newBuilder()
            .setLoggerName("io.dayfill.X")
            .setLevel(Level.ERROR)
            .setMessage(new SimpleMessage(message))
            .setThrown(thrown)
            .build();
    return new String(layout.toByteArray(event), StandardCharsets.UTF_8);
  }
}
