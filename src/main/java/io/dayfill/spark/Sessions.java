/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.spark;

import io.dayfill.definition.DayfillException;
import java.time.ZoneId;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import scala.Option;

/**
 * The one Spark session of a command. A session that is there already (Databricks, a notebook, a
 * test) is used and left as it was; otherwise one is started and stopped at the end.
 */
public final class Sessions implements AutoCloseable {
  private static final String EXTENSIONS = "spark.sql.extensions";
  private static final String CATALOG = "spark.sql.catalog.spark_catalog";
  private static final String WAREHOUSE = "spark.sql.warehouse.dir";
  private static final String DELTA_EXTENSION = "io.delta.sql.DeltaSparkSessionExtension";
  private static final String DELTA_CATALOG = "org.apache.spark.sql.delta.catalog.DeltaCatalog";

  private final SparkSession session;
  private final boolean ours;
  private final Option<SparkSession> activeBefore = SparkSession.getActiveSession();

  private final Optional<String> poolBefore;
  private Optional<String> pool;

  private Sessions(SparkSession session, boolean ours) {
    this.session = session;
    this.ours = ours;
    this.poolBefore = Pool.ofThread(session.sparkContext());
    this.pool = Pool.BACKFILL.in(session.sparkContext());
  }

  /** The same session, whose jobs run in {@code other}; without a word they are a backfill's. */
  public Sessions inPool(Pool other) {
    pool = other.in(session.sparkContext());
    return this;
  }

  /**
   * Uses the session of this JVM, or starts one for {@code name}.
   *
   * @param scratch a folder that Spark may create for itself
   * @throws DayfillException when there is a session that cannot work with Delta tables, or Delta
   *     is not on the class path
   */
  public static Sessions open(String name, String scratch) {
    Option<SparkSession> present = present();
    if (present.isDefined()) {
      requireClassic(present.get());
      requireExtension(present.get());
      return new Sessions(present.get(), false);
    }
    requireDelta();
    Preload.start();
    SparkSession.Builder builder = SparkSession.builder().appName(name);
    if (System.getProperty("spark.master") == null) {
      builder.master("local[*]");
    }
    if (System.getProperty(WAREHOUSE) == null) {
      builder.config(WAREHOUSE, scratch);
    }
    builder.config(EXTENSIONS, withDelta(System.getProperty(EXTENSIONS, "")));
    builder.config(CATALOG, DELTA_CATALOG);
    SparkSession started = builder.getOrCreate();
    requireClassic(started);
    return new Sessions(started, true);
  }

  /**
   * A session of its own for one run: views and settings of two runs never meet. It becomes the
   * active session of the calling thread, which is what Delta looks at; the thread's jobs run in
   * the command's pool.
   */
  public SparkSession child(ZoneId zone) {
    SparkSession child = session.newSession();
    PinnedSettings.apply(child, zone);
    SparkSession.setActiveSession(child);
    pool.ifPresent(name -> session.sparkContext().setLocalProperty(Pool.PROPERTY, name));
    return child;
  }

  /** Whether the session was started for this command, in a JVM that has run no query yet. */
  public boolean isCold() {
    return ours;
  }

  /** How many tasks run at once. */
  public int parallelism() {
    return session.sparkContext().defaultParallelism();
  }

  /** Spark's id of the application. */
  public String applicationId() {
    return session.sparkContext().applicationId();
  }

  /** The Hadoop settings of the session. */
  public Configuration hadoop() {
    return session.sparkContext().hadoopConfiguration();
  }

  /** Kills the jobs in work; the runs that wait for them fail. */
  public void cancelJobs() {
    session.sparkContext().cancelAllJobs();
  }

  /** Stops the session if it is ours, and otherwise gives the thread back what it had. */
  @Override
  public void close() {
    SparkSession.clearActiveSession();
    if (ours) {
      session.stop();
      return;
    }
    session.sparkContext().setLocalProperty(Pool.PROPERTY, poolBefore.orElse(null));
    if (activeBefore.isDefined()) {
      SparkSession.setActiveSession(activeBefore.get());
    }
  }

  private static Option<SparkSession> present() {
    Option<SparkSession> active = SparkSession.getActiveSession();
    Option<SparkSession> found = active.isDefined() ? active : SparkSession.getDefaultSession();
    return found.isDefined() && isClassic(found.get()) && found.get().sparkContext().isStopped()
        ? Option.empty()
        : found;
  }

  /** Where there is only Spark Connect's client, not even the class of a classic session is. */
  private static boolean isClassic(SparkSession session) {
    try {
      return session instanceof org.apache.spark.sql.classic.SparkSession;
    } catch (LinkageError absent) {
      return false;
    }
  }

  private static void requireClassic(SparkSession session) {
    if (!isClassic(session)) {
      throw DayfillException.usage(
          "the Spark session is one of Spark Connect (serverless or standard compute on Databricks), which has no SparkContext: run on dedicated compute or a classic Spark; status, plan, history and explain need no session");
    }
  }

  private static void requireDelta() {
    try {
      Class.forName(DELTA_EXTENSION, false, Sessions.class.getClassLoader());
    } catch (ClassNotFoundException | LinkageError absent) {
      throw DayfillException.usage(
          "Delta Lake is not on the class path: start with --packages io.delta:delta-spark_2.13 in the version for this Spark");
    }
  }

  private static void requireExtension(SparkSession session) {
    boolean extension = session.conf().get(EXTENSIONS, "").contains(DELTA_EXTENSION);
    boolean catalog = session.conf().get(CATALOG, "").equals(DELTA_CATALOG);
    boolean databricks = System.getenv("DATABRICKS_RUNTIME_VERSION") != null;
    if (!databricks && !(extension && catalog)) {
      throw DayfillException.usage(
          "the Spark session that is there does not know Delta tables: start it with "
              + EXTENSIONS
              + "="
              + DELTA_EXTENSION
              + " and "
              + CATALOG
              + "="
              + DELTA_CATALOG);
    }
  }

  private static String withDelta(String extensions) {
    if (extensions.contains(DELTA_EXTENSION)) {
      return extensions;
    }
    return extensions.isEmpty() ? DELTA_EXTENSION : extensions + "," + DELTA_EXTENSION;
  }
}
