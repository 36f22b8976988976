/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.testing;

import io.dayfill.check.StagedChecks.EmptyDays;
import io.dayfill.definition.Definition;
import io.dayfill.delta.CommitMoment;
import io.dayfill.delta.CommitMoment.When;
import io.dayfill.publish.NewColumns;
import io.dayfill.publish.Publishers;
import io.dayfill.run.BackfillDriver;
import io.dayfill.run.BackfillReport;
import io.dayfill.run.BackfillRequest;
import io.dayfill.run.BackfillRequest.OnFailure;
import io.dayfill.run.DayRun;
import io.dayfill.run.PublishMode;
import io.dayfill.run.RunListener;
import io.dayfill.run.StopSwitch;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;

/** A driver's run of one day in whose first commit something happens, on a thread of its own. */
public final class MomentInBackfill implements RunListener {
  private final When when;
  private final Runnable event;
  private final AtomicBoolean happened = new AtomicBoolean();

  private MomentInBackfill(When when, Runnable event) {
    this.when = when;
    this.event = event;
  }

  /** The run that fills {@code day} of {@code table}, with {@code event} in its first commit. */
  public static BackfillReport run(
      TestProject project, String table, LocalDate day, When when, Runnable event) {
    Definition definition = project.definition(table);
    BackfillRequest request =
        new BackfillRequest(
            project.project(),
            definition,
            List.of(definition.runDate(day)),
            OptionalInt.empty(),
            Publishers.Choice.AUTO,
            PublishMode.EACH,
            EmptyDays.AS_DEFINED,
            NewColumns.Choice.REFUSE,
            Optional.empty(),
            OnFailure.GO_ON,
            Optional.empty(),
            Optional.empty(),
            "test",
            Optional.empty());
    MomentInBackfill moment = new MomentInBackfill(when, event);
    BackfillReport report = new BackfillDriver(request, moment, new StopSwitch()).run();
    if (!moment.happened.get()) {
      throw new AssertionError("there was no commit");
    }
    return report;
  }

  /** Called on the thread that will commit. */
  @Override
  public void started(LocalDate runDate, LocalDate day, String source) {
    CommitMoment.onThisThread(
        when,
        () -> {
          happened.set(true);
          event.run();
        });
  }

  @Override
  public void ended(DayRun run) {}
}
