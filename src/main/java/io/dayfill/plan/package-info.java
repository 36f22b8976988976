/* SPDX-License-Identifier: Apache-2.0 */
/** Which days a command means, and what is to be done with each and why; no Spark. */
@NullMarked
package io.dayfill.plan;

import org.jspecify.annotations.NullMarked;
