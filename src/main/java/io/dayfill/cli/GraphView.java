/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import io.dayfill.definition.Definition;
import io.dayfill.definition.DefinitionGraph;
import io.dayfill.definition.DimensionInput;
import io.dayfill.definition.FilesInput;
import io.dayfill.definition.History;
import io.dayfill.definition.Input;
import io.dayfill.definition.TableInput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which tables are computed from which, as text, as a Mermaid diagram and as JSON. */
final class GraphView {
  private final DefinitionGraph graph;

  GraphView(DefinitionGraph graph) {
    this.graph = graph;
  }

  /** How a graph is written. */
  enum Form {
    TEXT,
    MERMAID
  }

  String shown(Form form) {
    return form == Form.TEXT ? text() : mermaid();
  }

  private String text() {
    TextTable text = new TextTable("table", "reads", "read by");
    for (Definition table : graph.definitions()) {
      String readers =
          String.join(", ", graph.readers(table.table()).stream().map(Definition::table).toList());
      String name =
          table.table()
              + table.history().map(history -> " (history " + history.word() + ")").orElse("");
      for (Input input : table.inputs()) {
        text.row(name, described(input), readers);
        name = "";
        readers = "";
      }
    }
    return text.text();
  }

  private static String described(Input input) {
    if (input instanceof TableInput table) {
      return "table " + table.table() + " (" + days(table) + ")";
    } else if (input instanceof DimensionInput dimension) {
      return "dimension "
          + dimension.location()
          + (dimension.validity().isPresent() ? "" : " (by its versions)");
    } else if (input instanceof FilesInput files) {
      return "files " + files.files();
    }
    return "its own day before";
  }

  private static String days(TableInput table) {
    return table.first() == 0 ? "same day" : "days " + table.first() + ".." + table.last();
  }

  /** Nodes are numbered, since names and paths hold what Mermaid reads as its own. */
  private String mermaid() {
    Map<String, String> nodes = new LinkedHashMap<>();
    List<String> lines = new ArrayList<>();
    for (Definition table : graph.definitions()) {
      String reader = node(nodes, lines, table.table(), "[\"", "\"]");
      for (Input input : table.inputs()) {
        if (input instanceof TableInput read) {
          String from = node(nodes, lines, read.table(), "[\"", "\"]");
          String label = read.first() == 0 ? "" : "|" + days(read) + "|";
          lines.add("  " + from + " -->" + label + " " + reader);
        } else if (input instanceof DimensionInput dimension) {
          String from = node(nodes, lines, dimension.location(), "[(\"", "\")]");
          String history = table.history().map(History::word).orElse("");
          lines.add("  " + from + " -->|" + history + "| " + reader);
        } else if (input instanceof FilesInput files) {
          String from = node(nodes, lines, files.files(), "([\"", "\"])");
          lines.add("  " + from + " --> " + reader);
        } else {
          lines.add("  " + reader + " -->|day before| " + reader);
        }
      }
    }
    return "flowchart LR\n" + String.join("\n", lines);
  }

  private static String node(
      Map<String, String> nodes, List<String> lines, String name, String open, String close) {
    String known = nodes.get(name);
    if (known != null) {
      return known;
    }
    String node = "n" + (nodes.size() + 1);
    nodes.put(name, node);
    lines.add("  " + node + open + name.replace("\"", "#quot;") + close);
    return node;
  }

  Document document() {
    return new Document(
        "plan",
        0,
        graph.definitions().stream()
            .map(
                table ->
                    new Node(
                        table.table(),
                        table.history().map(History::word),
                        table.inputs().stream().map(GraphView::described).toList(),
                        graph.readers(table.table()).stream().map(Definition::table).toList()))
            .toList());
  }

  /** The JSON of the graph. */
  record Document(String command, int exitCode, List<Node> graph) {}

  /** One table. */
  record Node(String table, Optional<String> history, List<String> reads, List<String> readBy) {}
}
