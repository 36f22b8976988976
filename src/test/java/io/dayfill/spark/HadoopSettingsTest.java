/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands without a session read tables with the settings that Spark would get. */
class HadoopSettingsTest {
  private static final String OPTION = "spark.hadoop.fs.s3a.path.style.access";

  @TempDir private Path folder;

  @AfterEach
  void forgetSettings() {
    System.clearProperty(HadoopSettings.FILES);
    System.clearProperty(OPTION);
  }

  @Test
  void areThoseOfTheFilesAndThenOfTheOptions() throws IOException {
    Path site = folder.resolve("site.conf");
    Path own = folder.resolve("own.conf");
    Files.writeString(
        site,
        "spark.hadoop.fs.s3a.endpoint  http://site:9000 \nspark.hadoop.fs.s3a.endpoint.region=eu\n"
            + "spark.hadoop.fs.s3a.path.style.access false\nspark.master yarn\n");
    Files.writeString(own, "spark.hadoop.fs.s3a.endpoint=http://own:9000\n");
    System.setProperty(
        HadoopSettings.FILES,
        String.join(
            File.pathSeparator,
            site.toString(),
            own.toString(),
            folder.resolve("absent.conf").toString()));
    System.setProperty(OPTION, "true");

    Configuration hadoop = HadoopSettings.withoutSession();

    assertThat(hadoop.get("fs.s3a.endpoint")).isEqualTo("http://own:9000");
    assertThat(hadoop.get("fs.s3a.endpoint.region")).isEqualTo("eu");
    assertThat(hadoop.get("fs.s3a.path.style.access")).isEqualTo("true");
    assertThat(hadoop.get("spark.master")).isNull();
  }

  @Test
  void areHadoopsOwnWhereNothingIsGiven() {
    assertThat(HadoopSettings.withoutSession().get("fs.defaultFS"))
        .isEqualTo(new Configuration().get("fs.defaultFS"));
  }
}
