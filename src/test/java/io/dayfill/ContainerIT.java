/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill;

import static io.dayfill.testing.TableAssert.assertThatTable;
import static org.assertj.core.api.Assertions.assertThat;

import io.dayfill.testing.TestProject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.output.OutputFrame.OutputType;
import org.testcontainers.containers.startupcheck.OneShotStartupCheckStrategy;
import org.testcontainers.images.builder.ImageFromDockerfile;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.utility.MountableFile;

/** The image of the Dockerfile: built from the checkout, it fills days as its own user. */
@Testcontainers(disabledWithoutDocker = true)
class ContainerIT {
  private static final LocalDate DAY = LocalDate.of(2026, 9, 15);
  private static final long IMAGE_USER = 185;

  @TempDir Path folder;

  @Test
  void theImageFillsTwoDaysOfAProject() throws IOException {
    TestProject project = TestProject.in(Files.createDirectory(folder.resolve("project")));
    project.lands(DAY.minusDays(1), 1).lands(DAY, 2, 3);
    try (GenericContainer<?> job = new GenericContainer<>(image())) {
      job.withCopyFileToContainer(copied(project, "conf"), "/project/conf")
          .withCopyFileToContainer(copied(project, "landing"), "/project/landing")
          .withCommand("backfill", "2026-09-15", "2026-09-16")
          .withStartupCheckStrategy(
              new OneShotStartupCheckStrategy().withTimeout(Duration.ofMinutes(5)))
          .start();

      assertThat(job.getLogs(OutputType.STDOUT))
          .startsWith("ran 2 runs, 0 failed; orders_daily has 2 days, 3 orders");
      assertThat(ownersOfTheTable(job)).containsExactly(IMAGE_USER);
    }
    assertThatTable(folder.resolve("orders_daily"))
        .isAtVersion(2)
        .hasDays(DAY.minusDays(1), DAY)
        .hasOrders(DAY, 2, 3);
  }

  /** What .dockerignore lets through, so that no other file of a checkout takes part. */
  private static ImageFromDockerfile image() {
    ImageFromDockerfile image = new ImageFromDockerfile("dayfill-it", false);
    for (String path :
        new String[] {
          "Dockerfile",
          ".mvn",
          "pom.xml",
          "src/build",
          "src/main",
          "submit.sh",
          "conf/log4j2.properties",
          "conf/spark-defaults.conf"
        }) {
      image.withFileFromPath(path, Path.of(path).toAbsolutePath());
    }
    return image;
  }

  private static MountableFile copied(TestProject project, String path) {
    return MountableFile.forHostPath(project.root().resolve(path));
  }

  /** Copies the table out of the ended container and tells whose its files are. */
  private Set<Long> ownersOfTheTable(GenericContainer<?> job) throws IOException {
    Set<Long> owners = new HashSet<>();
    try (InputStream stream =
            job.getDockerClient()
                .copyArchiveFromContainerCmd(
                    job.getContainerId(), "/project/warehouse/orders_daily")
                .exec();
        TarArchiveInputStream tar = new TarArchiveInputStream(stream)) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        Path target = folder.resolve(entry.getName());
        if (entry.isDirectory()) {
          Files.createDirectories(target);
        } else {
          Files.copy(tar, target);
        }
        owners.add(entry.getLongUserId());
      }
    }
    return owners;
  }
}
