/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import io.dayfill.cli.Answer.Need;
import io.dayfill.definition.DefinitionGraph;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plan FIRST LAST}: what {@code backfill} would do with each day, and why. */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    description =
        "Shows what backfill would do with each day of a range and why; writes nothing and needs no Spark, unless a dimension has changed.",
    footer = {
      "",
      "Example:",
      "  ./submit.sh plan 2026-09-02 2026-10-01",
      "  ./submit.sh plan --graph"
    })
final class PlanCommand implements SparkCommand {
  @Mixin private ProjectOptions project = new ProjectOptions();
  @Mixin private RangeOptions range = new RangeOptions();

  @Mixin private HistoryOption history = new HistoryOption();
  @Mixin private DownstreamOption downstream = new DownstreamOption();
  private Optional<RangeLook> look = Optional.empty();

  @Option(
      names = "--graph",
      arity = "0..1",
      fallbackValue = "text",
      paramLabel = "text|mermaid",
      description =
          "Instead: which tables of conf/ are computed from which, as text or as a Mermaid diagram (--graph=mermaid); no dates.")
  private Optional<GraphView.Form> graph = Optional.empty();

  @Override
  public Need prepare() {
    if (graph.isPresent()) {
      return Need.NOTHING;
    }
    range.runDates();
    history.of(project.definition());
    return look().needsSpark() ? Need.SPARK_SHORT : Need.NOTHING;
  }

  private RangeLook look() {
    RangeLook known = look.orElseGet(() -> new RangeLook(project, range, history, downstream));
    look = Optional.of(known);
    return known;
  }

  @Override
  public int execute(Terminal terminal) {
    if (graph.isPresent()) {
      return showGraph(terminal, graph.get());
    }
    look().states().past().ledger().problem().ifPresent(terminal::note);
    look().decide();
    PlanView view = look().view("plan");
    if (project.json()) {
      terminal.json(view.document(false, look().downstreamView()));
    } else {
      terminal.result(view.rows());
      view.consumers().ifPresent(terminal::result);
      terminal.result(view.summary());
      look().tell(terminal);
    }
    return 0;
  }

  private int showGraph(Terminal terminal, GraphView.Form form) {
    GraphView view = new GraphView(DefinitionGraph.of(project.project()));
    if (project.json()) {
      terminal.json(view.document());
    } else {
      terminal.result(view.shown(form));
    }
    return 0;
  }
}
