/* SPDX-License-Identifier: Apache-2.0 */
/** What was done and from what: the facts that each commit carries; the model has no Spark. */
@NullMarked
package io.dayfill.ledger;

import org.jspecify.annotations.NullMarked;
