/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import io.dayfill.plan.DayState;
import io.dayfill.plan.DayStatus;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Many days at a glance: a line a month, a sign a day. */
final class Calendar {
  private static final int LONGEST_MONTH = 31;

  private final Map<YearMonth, List<DayStatus>> months = new TreeMap<>();

  Calendar(List<DayStatus> days) {
    for (DayStatus day : days) {
      months.computeIfAbsent(YearMonth.from(day.day()), any -> new ArrayList<>()).add(day);
    }
  }

  String text() {
    StringBuilder text = new StringBuilder("month    1        10        20        30\n");
    months.forEach((month, days) -> text.append(line(month, days)).append('\n'));
    return text.append("C complete, S stale, X corrupt, H held, - missing").toString();
  }

  private static String line(YearMonth month, List<DayStatus> days) {
    char[] signs = " ".repeat(LONGEST_MONTH).toCharArray();
    int complete = 0;
    for (DayStatus day : days) {
      signs[day.day().getDayOfMonth() - 1] = sign(day.state());
      complete += day.state() == DayState.COMPLETE ? 1 : 0;
    }
    return month + "  " + new String(signs) + "  " + complete + " of " + days.size() + " complete";
  }

  private static char sign(DayState state) {
    return switch (state) {
      case MISSING -> '-';
      case COMPLETE -> 'C';
      case STALE -> 'S';
      case CORRUPT -> 'X';
      case HELD -> 'H';
    };
  }
}
