/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values in messages: short, on one line, and nothing that a terminal obeys. */
class ShownTest {
  @Test
  void upTo40CharactersAreShownAsTheyAre() {
    assertThat(Shown.value("")).isEmpty();
    assertThat(Shown.value("M\u00FCller, Anna \"GmbH\"")).isEqualTo("M\u00FCller, Anna \"GmbH\"");
    assertThat(Shown.value("x".repeat(40))).isEqualTo("x".repeat(40));
  }

  @Test
  void longerValuesAreCut() {
    assertThat(Shown.value("x".repeat(41))).isEqualTo("x".repeat(40) + "...");
  }

  @Test
  void charactersBeyondTheBasicPlaneAreCountedOnceAndNeverHalved() {
    String cart = "\uD83D\uDED2";
    assertThat(Shown.value(cart.repeat(40))).isEqualTo(cart.repeat(40));
    assertThat(Shown.value("x" + cart.repeat(40))).isEqualTo("x" + cart.repeat(39) + "...");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\u001B", "\n", "\r", "\t", "\u0000", "\u0085", "\u2028", "\u202E", "\u200B"})
  void whatATerminalMightObeyIsReplaced(String obeyed) {
    assertThat(Shown.value("a" + obeyed + "b")).isEqualTo("a\uFFFDb");
  }
}
