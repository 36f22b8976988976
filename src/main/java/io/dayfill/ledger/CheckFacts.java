/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.ledger;

import java.util.Optional;

/**
 * A check that a published day was put to.
 *
 * @param check as the definition writes it
 * @param passed false where it only warned
 * @param found what was not right
 */
public record CheckFacts(String check, boolean passed, Optional<String> found) {}
