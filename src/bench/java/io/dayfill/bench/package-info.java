/* SPDX-License-Identifier: Apache-2.0 */
/** The jobs that dayfill is measured against, and the data they all read. */
@NullMarked
package io.dayfill.bench;

import org.jspecify.annotations.NullMarked;
