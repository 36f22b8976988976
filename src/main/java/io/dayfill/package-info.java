/* SPDX-License-Identifier: Apache-2.0 */
/** The way in: arguments to an exit code. */
@NullMarked
package io.dayfill;

import org.jspecify.annotations.NullMarked;
