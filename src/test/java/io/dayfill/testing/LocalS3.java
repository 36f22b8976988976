/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.testing;

import java.net.URI;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.spark.sql.SparkSession;

/**
 * The local disk under the scheme {@code s3a}: Delta takes it for S3 and uses the log store that
 * lets two drivers win.
 */
public final class LocalS3 extends RawLocalFileSystem {
  private static final String SETTING = "fs.s3a.impl";
  private static final String OPTION = "spark.hadoop." + SETTING;

  private static final URI LAKE = URI.create("s3a://lake");

  /** Lets {@code s3a} URLs mean local paths, with and without a session. */
  public static void mount() {
    System.setProperty(OPTION, LocalS3.class.getName());
    hadoop().set(SETTING, LocalS3.class.getName());
  }

  /** Undoes {@link #mount}. */
  public static void unmount() {
    System.clearProperty(OPTION);
    hadoop().unset(SETTING);
  }

  private static Configuration hadoop() {
    SparkSession session = Sessions.shared();
    return session.sparkContext().hadoopConfiguration();
  }

  /** The URL of {@code path}. */
  public static String url(Path path) {
    return LAKE.toString() + path.toAbsolutePath();
  }

  @Override
  public String getScheme() {
    return "s3a";
  }

  @Override
  public URI getUri() {
    return LAKE;
  }
}
