/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import io.dayfill.cli.Answer.Need;
import io.dayfill.definition.Definition;
import io.dayfill.plan.BackfillPlanner;
import io.dayfill.plan.DayStates;
import io.dayfill.run.Planning;
import io.dayfill.spark.HadoopSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code plan FIRST LAST}: what {@code backfill} would do with each day, and why. */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    description =
        "Shows what backfill would do with each day of a range and why; writes nothing, needs no Spark.",
    footer = {"", "Example:", "  ./submit.sh plan 2026-09-02 2026-10-01"})
final class PlanCommand implements SparkCommand {
  @Mixin private ProjectOptions project = new ProjectOptions();
  @Mixin private RangeOptions range = new RangeOptions();

  @Override
  public Need prepare() {
    range.runDates();
    project.definition();
    return Need.NOTHING;
  }

  @Override
  public int execute(Terminal terminal) {
    Definition definition = project.definition();
    DayStates states =
        new Planning(project.project(), definition, HadoopSettings.withoutSession()).states();
    states.past().ledger().problem().ifPresent(terminal::note);
    BackfillPlanner planner = new BackfillPlanner(definition, states, range.reprocess());
    PlanView view = new PlanView("plan", definition, planner.plan(range.runDates()));
    if (project.json()) {
      terminal.json(view.document(false));
    } else {
      terminal.result(view.rows());
      view.consumers().ifPresent(terminal::result);
      terminal.result(view.summary());
    }
    return 0;
  }
}
