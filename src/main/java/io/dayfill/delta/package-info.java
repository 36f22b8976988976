/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A table's log and files: read in plain Java, written through Delta's transaction; the only door
 * to its internals.
 */
@NullMarked
package io.dayfill.delta;

import org.jspecify.annotations.NullMarked;
