/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.plan;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Which day of a range comes first. */
public enum RunOrder {
  OLDEST,
  NEWEST;

  /** The run dates of {@code range} in this order. */
  public List<LocalDate> arrange(RunRange range) {
    List<LocalDate> dates = new ArrayList<>(range.runDates());
    if (this == NEWEST) {
      Collections.reverse(dates);
    }
    return List.copyOf(dates);
  }
}
