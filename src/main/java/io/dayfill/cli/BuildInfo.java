/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/**
 * What the build wrote down of itself: version, commit, and the Spark and Delta that it was built
 * for.
 */
public final class BuildInfo implements IVersionProvider {
  private static final Properties BUILD = read();

  /** The version of dayfill. */
  public static String version() {
    return BUILD.getProperty("version");
  }

  @Override
  public String[] getVersion() {
    return new String[] {
      "dayfill "
          + version()
          + " (commit "
          + BUILD.getProperty("commit")
          + "), for Spark "
          + BUILD.getProperty("spark")
          + " and Delta "
          + BUILD.getProperty("delta")
          + ", on Java "
          + Runtime.version().feature()
    };
  }

  private static Properties read() {
    Properties build = new Properties();
    try (InputStream in = BuildInfo.class.getResourceAsStream("/io/dayfill/build.properties")) {
      if (in == null) {
        throw new IllegalStateException("the jar has no build.properties");
      }
      build.load(in);
      return build;
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
