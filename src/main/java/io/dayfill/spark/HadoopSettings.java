/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.spark;

import org.apache.hadoop.conf.Configuration;

/**
 * Hadoop's settings where there is no session: what spark-submit was given as {@code
 * spark.hadoop.*}.
 */
public final class HadoopSettings {
  private static final String PREFIX = "spark.hadoop.";

  private HadoopSettings() {}

  /** The settings of this JVM. */
  public static Configuration withoutSession() {
    Configuration hadoop = new Configuration();
    for (String name : System.getProperties().stringPropertyNames()) {
      if (name.startsWith(PREFIX)) {
        hadoop.set(name.substring(PREFIX.length()), System.getProperty(name));
      }
    }
    return hadoop;
  }
}
