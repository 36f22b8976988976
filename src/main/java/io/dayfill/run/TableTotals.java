/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

/** How many days a table holds rows of, and how many rows. */
public record TableTotals(long days, long rows) {}
