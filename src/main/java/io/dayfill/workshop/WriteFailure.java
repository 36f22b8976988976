/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.workshop;

import io.delta.exceptions.DeltaConcurrentModificationException;
import java.util.Objects;
import java.util.Optional;
import org.apache.spark.SparkThrowable;

/**
 * Why a writer failed, told by types and error classes, never by the text of a message.
 *
 * @param conflict whether Delta refused the commit because of another writer's
 * @param errorClass the error class of Delta or Spark, such as {@code
 *     DELTA_CONCURRENT_APPEND.WITHOUT_HINT}; empty if the failure has none
 * @param exceptionType full name of the exception's class: the conflict's, otherwise the outermost
 * @param message first line of that exception's message, may be empty
 */
public record WriteFailure(
    boolean conflict, Optional<String> errorClass, String exceptionType, String message) {
  /** What the error classes of Delta's write conflicts begin with. */
  private static final String CONFLICT_CLASSES = "DELTA_CONCURRENT_";

  /** Checks that all components are there. */
  public WriteFailure {
    Objects.requireNonNull(errorClass, "errorClass");
    Objects.requireNonNull(exceptionType, "exceptionType");
    Objects.requireNonNull(message, "message");
  }

  /** Looks along the chain of causes for a conflict and for an error class. */
  static WriteFailure of(Throwable failure) {
    Throwable shown = failure;
    boolean conflict = false;
    Optional<String> errorClass = Optional.empty();
    for (Throwable cause = failure; cause != null && !conflict; cause = cause.getCause()) {
      Optional<String> condition = condition(cause);
      conflict =
          cause instanceof DeltaConcurrentModificationException
              || condition.filter(name -> name.startsWith(CONFLICT_CLASSES)).isPresent();
      if (conflict) {
        shown = cause;
      }
      errorClass = conflict ? condition : errorClass.or(() -> condition);
    }
    String message = Optional.ofNullable(shown.getMessage()).orElse("");
    return new WriteFailure(
        conflict,
        errorClass,
        shown.getClass().getName(),
        message.lines().findFirst().orElse("").strip());
  }

  private static Optional<String> condition(Throwable failure) {
    return failure instanceof SparkThrowable spark
        ? Optional.ofNullable(spark.getCondition())
        : Optional.empty();
  }
}
