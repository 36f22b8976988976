/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import io.dayfill.cli.Answer.Need;

/**
 * A command that may need Spark. {@link #prepare} finds every mistake that can be found without it
 * and writes nothing; {@link #execute} does the work.
 */
interface SparkCommand {
  /**
   * Checks the call.
   *
   * @return what is needed to do the work; NOTHING if {@link #execute} does without Spark
   * @throws io.dayfill.definition.DayfillException (usage) for a mistake in the call or a
   *     definition
   */
  Need prepare();

  /** Does the work, prints the result and returns the exit code. */
  int execute(Terminal terminal);
}
