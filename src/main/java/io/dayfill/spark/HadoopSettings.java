/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.spark;

import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/**
 * Hadoop's settings where there is no session: what spark-submit was given as {@code
 * spark.hadoop.*}, or would be given.
 */
public final class HadoopSettings {
  /**
   * The files of properties that spark-submit would read, separated as in a search path; of a name
   * that several have, the last one counts.
   */
  static final String FILES = "dayfill.settings";

  private static final String PREFIX = "spark.hadoop.";

  private HadoopSettings() {}

  /** The settings of this JVM. */
  public static Configuration withoutSession() {
    Configuration hadoop = new Configuration();
    Properties given = new Properties();
    Stream.of(System.getProperty(FILES, "").split(File.pathSeparator))
        .map(Path::of)
        .filter(Files::isRegularFile)
        .forEach(file -> read(file, given));
    given.putAll(System.getProperties());
    for (String name : given.stringPropertyNames()) {
      if (name.startsWith(PREFIX)) {
        hadoop.set(name.substring(PREFIX.length()), given.getProperty(name).strip());
      }
    }
    return hadoop;
  }

  private static void read(Path file, Properties into) {
    try (Reader lines = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      into.load(lines);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
