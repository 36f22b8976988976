/* SPDX-License-Identifier: Apache-2.0 */
/** From a day's files to typed rows, strictly: nothing dropped, padded, rounded or nulled. */
@NullMarked
package io.dayfill.load;

import org.jspecify.annotations.NullMarked;
