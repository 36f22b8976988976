/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.delta;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;

/**
 * Tells where only one driver may write to a table at a time. On S3 Delta's own log store looks
 * whether a version is there and then writes it: between the two another driver may do the same,
 * and the later one replaces the commit of the earlier one.
 */
public final class OneDriverStore {
  /** A log store for several drivers, from {@code io.delta:delta-storage-s3-dynamodb}. */
  public static final String MANY_DRIVERS = "io.delta.storage.S3DynamoDBLogStore";

  private static final Set<String> SCHEMES = Set.of("s3", "s3a", "s3n");

  /** Stores of Delta that rely on what S3 does not have; whoever names another knows why. */
  private static final Set<String> UNSAFE =
      Set.of(
          "S3SingleDriverLogStore",
          "HDFSLogStore",
          "AzureLogStore",
          "LocalLogStore",
          "GCSLogStore");

  private static final List<String> PACKAGES =
      List.of("io.delta.storage.", "org.apache.spark.sql.delta.storage.");

  /** Set on Databricks, whose Delta commits to S3 by a service of its own. */
  private static final String DATABRICKS = "DATABRICKS_RUNTIME_VERSION";

  private OneDriverStore() {}

  /**
   * The scheme of {@code tablePath}, if a second driver could make a commit to that table vanish;
   * empty: as far as the settings tell, any number of drivers may write.
   */
  public static Optional<String> scheme(
      String tablePath, SparkSession session, Configuration hadoop) {
    return System.getenv(DATABRICKS) != null
        ? Optional.empty()
        : scheme(tablePath, name -> Optional.ofNullable(session.conf().get(name, null)), hadoop);
  }

  /**
   * As above.
   *
   * @param setting the session's value of a setting, if it has one
   */
  static Optional<String> scheme(
      String tablePath, Function<String, Optional<String>> setting, Configuration hadoop) {
    return Optional.ofNullable(new Path(tablePath).toUri().getScheme())
        .or(() -> Optional.ofNullable(FileSystem.getDefaultUri(hadoop).getScheme()))
        .filter(SCHEMES::contains)
        .filter(scheme -> store(scheme, setting).map(OneDriverStore::isUnsafe).orElse(true));
  }

  /** The log store that was chosen for {@code scheme}, by any of the names that Delta knows. */
  private static Optional<String> store(String scheme, Function<String, Optional<String>> setting) {
    return Stream.of("delta.logStore." + scheme + ".impl", "delta.logStore.class")
        .flatMap(name -> Stream.of("spark." + name, name))
        .flatMap(name -> setting.apply(name).stream())
        .findFirst();
  }

  private static boolean isUnsafe(String store) {
    return PACKAGES.stream()
        .filter(store::startsWith)
        .anyMatch(its -> UNSAFE.contains(store.substring(its.length())));
  }
}
