/* SPDX-License-Identifier: Apache-2.0 */
/** Replacing exactly the named days of a table, and knowing when someone else was there first. */
@NullMarked
package io.dayfill.publish;

import org.jspecify.annotations.NullMarked;
