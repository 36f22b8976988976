/* SPDX-License-Identifier: Apache-2.0 */
import io.dayfill.Main;
import java.util.Arrays;
import org.apache.spark.sql.SparkSession;

/**
 * What serverless compute does with a JAR task: a session of Spark Connect is there, the task's
 * main method is called in it, and the session is used again. {@code ConnectJob URL ARGUMENT...};
 * ends with 1 if the task failed.
 */
final class ConnectJob {
  private ConnectJob() {}

  /** Runs the task. */
  public static void main(String[] args) {
    SparkSession session = SparkSession.builder().remote(args[0]).getOrCreate();
    System.out.println("before: " + answer(session));
    int exitCode = 0;
    try {
      Main.main(Arrays.copyOfRange(args, 1, args.length));
    } catch (RuntimeException failed) {
      System.out.println("task failed: " + failed.getMessage());
      exitCode = 1;
    }
    System.out.println("after: " + answer(session));
    System.exit(exitCode);
  }

  private static String answer(SparkSession session) {
    return session.getClass().getName()
        + " counts "
        + session.sql("SELECT count(*) FROM range(42)").head().getLong(0);
  }
}
