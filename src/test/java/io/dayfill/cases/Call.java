/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.dayfill.definition.Outcome;
import java.util.List;

/**
 * How one command ended and what it wrote; asserted as a whole by the methods.
 *
 * @param troubles what was logged as an error or with a stack trace meanwhile
 */
record Call(int exitCode, String out, String err, List<String> troubles) {
  private static final int MOST_LINES = 50;
  private static final int LONGEST_LINE = 700;

  /** The day was published, and nothing was logged that an operator would stumble over. */
  Call isPublished() {
    assertThat(exitCode).as("exit code; stderr: %s", err).isZero();
    return isReadable();
  }

  /** The input was refused. */
  Call isRefused() {
    assertThat(exitCode)
        .as("exit code; stdout: %s stderr: %s", out, err)
        .isEqualTo(Outcome.REFUSED.exitCode());
    assertThat(out).as("stdout").isEmpty();
    assertThat(err).startsWith("run date ").contains("\ndayfill: ");
    return isReadable();
  }

  /** The command ended with {@code code}. */
  Call fails(int code) {
    assertThat(exitCode).as("exit code; stderr: %s", err).isEqualTo(code);
    return isReadable();
  }

  /** The input is not there, or not yet. */
  Call isNotReady() {
    return fails(Outcome.NOT_READY.exitCode());
  }

  /** The message on stderr holds each of {@code texts}. */
  Call says(String... texts) {
    assertThat(List.of(texts)).allSatisfy(text -> assertThat(err).contains(text));
    return this;
  }

  /** None of {@code texts} was written anywhere. */
  Call neverSays(String... texts) {
    assertThat(out + err + troubles).doesNotContain(texts);
    return this;
  }

  private Call isReadable() {
    assertThat(troubles).as("logged").isEmpty();
    assertReadable(out + err);
    return this;
  }

  /** {@code text} is a few short lines without stack traces or what a terminal would obey. */
  static void assertReadable(String text) {
    assertThat(text.lines().toList())
        .hasSizeLessThan(MOST_LINES)
        .allSatisfy(
            line ->
                assertThat(line)
                    .hasSizeLessThan(LONGEST_LINE)
                    .doesNotContain("Exception", "\tat ", "\u001B", "SQLSTATE"));
  }
}
