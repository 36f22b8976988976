/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import java.time.LocalDate;

/** What a definition's SQL may read: a view of exactly what the day may see. */
public sealed interface Input permits FilesInput, TableInput, DimensionInput, PreviousInput {
  /** The view's name in the definition's SQL. */
  String name();

  /** What the run of {@code day} reads, for people. */
  String described(LocalDate day);
}
