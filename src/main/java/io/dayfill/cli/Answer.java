/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

/** What a light JVM found: a command's end, or that Spark is needed and for how much work. */
public record Answer(int exitCode, Need need) {
  /** Whether the command still has to be run with Spark. */
  public enum Need {
    /** Nothing: the command has ended with the exit code. */
    NOTHING,
    /** Spark, for little data: start-up counts. */
    SPARK_SHORT,
    /** Spark, for much data: throughput counts. */
    SPARK_LONG
  }

  static Answer ended(int exitCode) {
    return new Answer(exitCode, Need.NOTHING);
  }

  /** The line that {@code submit.sh} reads. */
  public String line() {
    return switch (need) {
      case NOTHING -> Integer.toString(exitCode);
      case SPARK_SHORT -> "spark short";
      case SPARK_LONG -> "spark long";
    };
  }
}
