/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Inputs as they are met in the field, each through the whole path: from a command to the table.
 */
package io.dayfill.cases;
