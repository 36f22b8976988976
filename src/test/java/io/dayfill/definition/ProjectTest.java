/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Paths start at the project and stay in it. */
class ProjectTest {
  @TempDir Path folder;
  private Path root;
  private Path outside;
  private Project project;

  @BeforeEach
  void aProjectWithANeighbour() throws IOException {
    root = Files.createDirectories(folder.resolve("project"));
    outside = Files.createDirectories(folder.resolve("outside"));
    project = new Project(root);
  }

  @AfterEach
  void nothingIsAllowedAnyMore() {
    System.clearProperty(Confinement.PROPERTY);
  }

  @Test
  void pathsStartAtTheProjectAndUrlsStayAsTheyAre() {
    assertThat(project.resolve("warehouse/orders")).isEqualTo(root + "/warehouse/orders");
    assertThat(project.resolve(root + "/a/../b")).isEqualTo(root + "/b");
    assertThat(project.resolve("file:" + root + "/b")).isEqualTo("file:" + root + "/b");
    assertThat(project.resolve("s3a://lake/../orders")).isEqualTo("s3a://lake/../orders");
  }

  @ParameterizedTest
  @CsvSource({
    "s3a://lake/shop/orders, s3a://lake/shop/.dayfill/staging",
    "s3a://lake/orders/, s3a://lake/.dayfill/staging",
    "hdfs://nn:8020/orders, hdfs://nn:8020/.dayfill/staging",
    "hdfs:/shop/orders, hdfs:/shop/.dayfill/staging"
  })
  void scratchLiesBesideATableOfAnotherStore(String location, String scratch) {
    assertThat(project.scratch("staging", location)).isEqualTo(scratch);
  }

  @Test
  void scratchLiesInTheProjectOtherwise() {
    for (String location : List.of("warehouse/orders", "file:" + root + "/orders", "s3a://lake")) {
      assertThat(project.scratch("staging", location))
          .isEqualTo(root + "/warehouse/.dayfill/staging");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../outside/orders",
        "landing/../../outside",
        "/etc/passwd",
        "file:/etc/passwd",
        "FILE:///etc/*",
        "file://host/etc/passwd"
      })
  void aPathThatLeadsOutIsAMistake(String path) {
    assertThatExceptionOfType(DayfillException.class)
        .isThrownBy(() -> project.resolve(path))
        .withMessageContaining("'" + path + "' leads out of the project " + root)
        .withMessageContaining("DAYFILL_ALLOWED_FOLDERS")
        .satisfies(refused -> assertThat(refused.exitCode()).isEqualTo(2));
  }

  @Test
  void aLinkThatLeadsOutIsRefusedAndOneWithinIsFollowed() throws IOException {
    Files.createSymbolicLink(root.resolve("landing"), outside);
    Files.createSymbolicLink(root.resolve("nowhere"), folder.resolve("absent"));
    Files.createDirectory(root.resolve("real"));
    Files.createSymbolicLink(root.resolve("within"), root.resolve("real"));

    for (String path : new String[] {"landing", "landing/orders/1.csv", "nowhere"}) {
      assertThatExceptionOfType(DayfillException.class)
          .isThrownBy(() -> project.resolve(path))
          .withMessageContaining("a link that leads out of the project")
          .satisfies(refused -> assertThat(refused.exitCode()).isEqualTo(4));
    }
    assertThat(project.resolve("within/1.csv")).isEqualTo(root + "/within/1.csv");
  }

  @Test
  void allowedFoldersCountAsInside() throws IOException {
    Files.createSymbolicLink(root.resolve("landing"), outside);
    System.setProperty(Confinement.PROPERTY, outside.toString());

    assertThat(project.resolve("../outside/orders")).isEqualTo(outside + "/orders");
    assertThat(project.resolve("landing/1.csv")).isEqualTo(root + "/landing/1.csv");
    assertThatExceptionOfType(DayfillException.class)
        .isThrownBy(() -> project.resolve("../outsider/orders"));
  }
}
