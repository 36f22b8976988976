/* SPDX-License-Identifier: Apache-2.0 */
/** Sessions, and the settings that results depend on. */
@NullMarked
package io.dayfill.spark;

import org.jspecify.annotations.NullMarked;
