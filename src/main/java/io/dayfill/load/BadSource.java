/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.load;

/** Why a file cannot be taken as it is: the words that follow its name in a message. */
final class BadSource extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BadSource(String problem) {
    super(problem);
  }

  /** What is wrong, for example {@code line 3 has a quote that is never closed}. */
  String problem() {
    return String.valueOf(getMessage());
  }
}
