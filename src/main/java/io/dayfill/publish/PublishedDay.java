/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import java.util.OptionalLong;

/**
 * A day that was replaced: by which version, how many rows it had before (if known), and after how
 * many tries.
 */
public record PublishedDay(long version, OptionalLong rowsBefore, int attempts) {}
