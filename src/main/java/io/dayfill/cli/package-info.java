/* SPDX-License-Identifier: Apache-2.0 */
/** The command line: one class a command, text and JSON output. */
@NullMarked
package io.dayfill.cli;

import org.jspecify.annotations.NullMarked;
