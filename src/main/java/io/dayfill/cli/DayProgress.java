/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import io.dayfill.run.DayRun;
import io.dayfill.run.RunListener;
import java.time.LocalDate;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A progress bar on a person's terminal: days done, and the last one. */
final class DayProgress implements RunListener, AutoCloseable {
  private final ProgressBar bar;

  DayProgress(String table, int runs) {
    this.bar =
        new ProgressBarBuilder()
            .setTaskName(table)
            .setInitialMax(runs)
            .setStyle(
                System.getenv("NO_COLOR") == null
                    ? ProgressBarStyle.COLORFUL_UNICODE_BLOCK
                    : ProgressBarStyle.ASCII)
            .build();
  }

  @Override
  public void started(LocalDate runDate, LocalDate day, String source) {
    bar.setExtraMessage(day.toString());
  }

  @Override
  public void ended(DayRun run) {
    bar.setExtraMessage(run.day() + " " + run.outcome());
    bar.step();
  }

  @Override
  public void close() {
    bar.close();
  }
}
