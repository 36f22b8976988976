/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill;

/**
 * Makes spark-submit end with an exit code of ours: the one exception that it takes a code from is
 * internal to Spark and differs between versions, so it is made by reflection.
 */
final class SparkExit {
  private static final String EXCEPTION = "org.apache.spark.SparkUserAppException";

  private SparkExit() {}

  /**
   * Throws what ends spark-submit with {@code exitCode}; {@code failed} itself (code 1) where that
   * is unknown.
   */
  static RuntimeException of(int exitCode, CommandFailedException failed) {
    return sneaky(exception(exitCode, failed));
  }

  private static Throwable exception(int exitCode, CommandFailedException failed) {
    try {
      Class<?> type = Class.forName(EXCEPTION);
      for (var constructor : type.getConstructors()) {
        if (constructor.getParameterCount() == 1) {
          return (Throwable) constructor.newInstance(exitCode);
        }
        if (constructor.getParameterCount() == 2) {
          // Spark would print the trace of a cause; the line has been printed already.
          return (Throwable) constructor.newInstance(exitCode, null);
        }
      }
      return failed;
    } catch (ReflectiveOperationException unknown) {
      return failed;
    }
  }

  /** It is a checked exception that Scala code throws undeclared, and so must we. */
  @SuppressWarnings("unchecked")
  private static <T extends Throwable> RuntimeException sneaky(Throwable exception) throws T {
    throw (T) exception;
  }
}
