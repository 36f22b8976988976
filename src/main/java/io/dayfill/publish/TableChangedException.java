/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Outcome;

/** The table's schema, partitioning, properties or protocol changed since the day was staged. */
public final class TableChangedException extends DayfillException {
  private static final long serialVersionUID = 1L;

  TableChangedException(String message) {
    super(Outcome.CONFLICT, message);
  }
}
