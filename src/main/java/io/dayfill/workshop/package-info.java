/* SPDX-License-Identifier: Apache-2.0 */
/** The workshop: a sample month to practise on, and write conflicts shown on demand. */
@NullMarked
package io.dayfill.workshop;

import org.jspecify.annotations.NullMarked;
