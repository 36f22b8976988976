/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.workshop;

import static org.assertj.core.api.Assertions.assertThat;

import io.delta.exceptions.ConcurrentAppendException;
import java.util.Optional;
import org.apache.spark.QueryContext;
import org.apache.spark.SparkException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scala.Option;
import scala.collection.immutable.Map$;

/** Conflicts are told by type and error class. */
class WriteFailureTest {
  @Test
  void findsTheConflictBelowOtherFailures() {
    Throwable conflict =
        new ConcurrentAppendException(
            "DELTA_CONCURRENT_APPEND.WITHOUT_HINT", "rows were added\nby someone", new String[0]);
    Throwable outer = new IllegalStateException("task failed", new RuntimeException(conflict));
    WriteFailure failure = WriteFailure.of(outer);
    assertThat(failure.conflict()).isTrue();
    assertThat(failure.exceptionType()).isEqualTo("io.delta.exceptions.ConcurrentAppendException");
    assertThat(failure.errorClass()).contains("DELTA_CONCURRENT_APPEND.WITHOUT_HINT");
    assertThat(failure.message()).isEqualTo("rows were added");
  }

  @Test
  void knowsAConflictByItsErrorClassAlone() {
    WriteFailure failure =
        WriteFailure.of(spark("DELTA_CONCURRENT_WRITE", "said by a remote server"));
    assertThat(failure.conflict()).isTrue();
    assertThat(failure.errorClass()).contains("DELTA_CONCURRENT_WRITE");
  }

  @Test
  void namesTheErrorClassOfOtherFailures() {
    RuntimeException outer = new RuntimeException("outer", spark("DIVIDE_BY_ZERO", "zero"));
    assertThat(WriteFailure.of(outer))
        .isEqualTo(
            new WriteFailure(
                false, Optional.of("DIVIDE_BY_ZERO"), "java.lang.RuntimeException", "outer"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"DELTA_CONCURRENT_APPEND", "[DELTA_CONCURRENT_APPEND] ConcurrentAppendException"})
  void isNotMisledByTheTextOfAMessage(String text) {
    WriteFailure failure = WriteFailure.of(new IllegalStateException(text));
    assertThat(failure.conflict()).isFalse();
    assertThat(failure.errorClass()).isEmpty();
  }

  @Test
  void livesWithAFailureWithoutMessage() {
    assertThat(WriteFailure.of(new IllegalStateException()).message()).isEmpty();
  }

  private static SparkException spark(String errorClass, String message) {
    return new SparkException(
        message,
        null,
        Option.apply(errorClass),
        Map$.MODULE$.empty(),
        new QueryContext[0],
        Option.empty());
  }
}
