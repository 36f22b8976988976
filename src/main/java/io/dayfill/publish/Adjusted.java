/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

/**
 * What a correction appended for one day.
 *
 * @param version the version of the table of adjustments
 * @param added rows that the day has more
 * @param removed rows that it has less
 */
public record Adjusted(long version, long added, long removed) {}
