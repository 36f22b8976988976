/* SPDX-License-Identifier: Apache-2.0 */
/** What tests share: one session, a project in a folder, and what a table holds. */
package io.dayfill.testing;
