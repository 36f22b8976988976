/* SPDX-License-Identifier: Apache-2.0 */
/** The one driver: stages, checks and publishes the days of a range, and says how each ended. */
@NullMarked
package io.dayfill.run;

import org.jspecify.annotations.NullMarked;
