/* SPDX-License-Identifier: Apache-2.0 */
/** Consumers are told of publications: by signed webhooks, and by a table of all changes. */
@NullMarked
package io.dayfill.notify;

import org.jspecify.annotations.NullMarked;
