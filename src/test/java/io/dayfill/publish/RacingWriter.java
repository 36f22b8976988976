/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.publish;

import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Outcome;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Random;

/**
 * One of two processes that replace the same and neighbouring days of one table. Prints a line a
 * round: the version that it wrote, the day and the order; or LOST.
 */
public final class RacingWriter {
  private static final List<LocalDate> DAYS =
      List.of(DayTable.DAY_14, DayTable.DAY_15, DayTable.DAY_15, DayTable.DAY_16);

  private RacingWriter() {}

  /** {@code args}: the project's folder, the first order's number, how many rounds. */
  public static void main(String[] args) {
    DayTable table = DayTable.in(Path.of(args[0]), Publishers.Choice.FILES);
    long order = Long.parseLong(args[1]);
    Random random = new Random(order);
    DayPublisher publisher = table.publisher();
    for (int round = Integer.parseInt(args[2]); round > 0; round--) {
      LocalDate day = DAYS.get(random.nextInt(DAYS.size()));
      order++;
      try (Staging staging = table.stage(publisher, day, order)) {
        Published published =
            DayTable.publish(publisher, staging, day, DayTable.facts(staging, day));
        System.out.println(published.version() + " " + day + " " + order);
      } catch (DayfillException lost) {
        if (lost.outcome() != Outcome.CONFLICT) {
          throw lost;
        }
        System.out.println("LOST " + day + " " + order);
      }
    }
  }
}
