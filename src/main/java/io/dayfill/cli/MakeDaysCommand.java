/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import io.dayfill.cli.Answer.Need;
import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Outcome;
import io.dayfill.definition.Project;
import io.dayfill.spark.HadoopSettings;
import io.dayfill.workshop.MakeDaysResult;
import io.dayfill.workshop.SampleCustomers;
import io.dayfill.workshop.SampleMonth;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code make-days}: write the sample month. */
@Command(
    name = "make-days",
    mixinStandardHelpOptions = true,
    description = {
      "Writes the sample: 30 files of September 2026, 130 orders, ids 2001 to 2130, into landing/orders,",
      "and the dimension warehouse/customers, unless there is one: who lives where, two move in September."
    },
    footer = {"", "Example:", "  ./submit.sh make-days --project /tmp/shop"})
final class MakeDaysCommand implements SparkCommand {
  @Option(
      names = "--project",
      paramLabel = "DIR",
      converter = ProjectOptions.FolderConverter.class,
      description = "The project's folder (default: the current folder).")
  private Path project = Path.of("");

  @Option(names = "--overwrite", description = "Write files again that differ from the sample.")
  private boolean overwrite;

  @Option(names = "--json", description = "Write the result as one JSON document to stdout.")
  private boolean json;

  @Override
  public Need prepare() {
    return Need.NOTHING;
  }

  @Override
  public int execute(Terminal terminal) {
    Path folder = project.toAbsolutePath().normalize().resolve("landing").resolve("orders");
    MakeDaysResult result = write(folder);
    int exitCode = result.keptBecauseDifferent().isEmpty() ? 0 : Outcome.REFUSED.exitCode();
    boolean withCustomers =
        exitCode == 0
            && SampleCustomers.write(
                new Project(project).resolve(SampleCustomers.LOCATION),
                HadoopSettings.withoutSession());
    if (json) {
      terminal.json(
          new Document(
              "make-days",
              exitCode,
              result.written(),
              result.unchanged(),
              result.keptBecauseDifferent(),
              withCustomers));
    } else if (exitCode == 0) {
      terminal.result(
          "landing/orders has the sample: "
              + result.written()
              + " files written, "
              + result.unchanged()
              + " already there; "
              + SampleCustomers.LOCATION
              + (withCustomers ? " written" : " already there"));
    }
    if (exitCode != 0) {
      terminal.failure(
          "landing/orders: "
              + result.keptBecauseDifferent().size()
              + " files differ from the sample and nothing was written: "
              + String.join(", ", result.keptBecauseDifferent())
              + "; say --overwrite to write them again");
    }
    return exitCode;
  }

  private MakeDaysResult write(Path folder) {
    try {
      return SampleMonth.write(folder, overwrite);
    } catch (IOException unwritable) {
      throw new DayfillException(
          Outcome.FAILED, folder + " cannot be written: " + unwritable.getMessage(), unwritable);
    }
  }

  /** The JSON of the command. */
  record Document(
      String command,
      int exitCode,
      int written,
      int unchanged,
      List<String> different,
      boolean customers) {}
}
