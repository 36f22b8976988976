/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/**
 * The job jar holds dayfill and its own libraries, relocated, and nothing that the cluster
 * supplies.
 */
class JobJarIT {
  private static final Path JAR = Path.of(System.getProperty("dayfill.job.jar", "missing"));

  @Test
  void everyClassIsOursOrRelocated() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      List<String> classes =
          jar.stream().map(ZipEntry::getName).filter(name -> name.endsWith(".class")).toList();

      assertThat(classes)
          .allMatch(
              name -> name.replaceFirst("^META-INF/versions/\\d+/", "").startsWith("io/dayfill/"))
          .anyMatch(name -> name.startsWith("io/dayfill/shaded/picocli/"))
          .anyMatch(name -> name.startsWith("io/dayfill/shaded/jackson/databind/"))
          .anyMatch(name -> name.startsWith("io/dayfill/shaded/snakeyaml/"))
          .anyMatch(name -> name.startsWith("io/dayfill/shaded/resilience4j/"))
          .anyMatch(name -> name.startsWith("io/dayfill/shaded/tongfei/"));
      assertThat(jar.stream().map(ZipEntry::getName))
          .noneMatch(name -> name.matches("META-INF/[^/]*\\.(SF|RSA|DSA)"));
    }
    assertThat(Files.size(JAR)).isLessThan(15L << 20);
  }
}
