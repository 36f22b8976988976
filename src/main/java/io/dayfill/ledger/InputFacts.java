/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.ledger;

import java.time.Instant;

/**
 * A file that a day was made of, as it was when it was read; {@code sha256} of its bytes in
 * hexadecimal.
 */
public record InputFacts(
    String name, String path, long sizeBytes, Instant modified, String sha256) {}
