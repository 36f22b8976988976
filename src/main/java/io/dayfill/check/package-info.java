/* SPDX-License-Identifier: Apache-2.0 */
/** Whether staged or stored rows are right. */
@NullMarked
package io.dayfill.check;

import org.jspecify.annotations.NullMarked;
