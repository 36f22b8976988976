/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dayfill.cli.CommandRunner;
import io.dayfill.cli.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * dayfill from Java or Scala, without a command line: the same commands, with the same meaning. The
 * Spark session of the JVM is used where there is one, and left as it was; otherwise one is started
 * for the call. Immutable; calls on different tables may run at the same time.
 *
 * <pre>{@code
 * Dayfill orders = Dayfill.in(Path.of("/data/shop")).table("orders_daily");
 * orders.load(LocalDate.parse("2026-09-16")).orThrow();
 * orders.with("--publish", "together").backfill(first, last).days().forEach(System.out::println);
 * }</pre>
 */
public final class Dayfill {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Path project;
  private final List<String> options;

  private Dayfill(Path project, List<String> options) {
    this.project = project;
    this.options = List.copyOf(options);
  }

  /** The project in the folder {@code project}, which has a {@code conf/} in it. */
  public static Dayfill in(Path project) {
    return new Dayfill(project, List.of());
  }

  /** The same for the table of this definition; without it the table is chosen as in a shell. */
  public Dayfill table(String name) {
    return with("--table", name);
  }

  /** The same with options of the command, as a shell would give them. */
  public Dayfill with(String... more) {
    List<String> all = new ArrayList<>(options);
    all.addAll(List.of(more));
    return new Dayfill(project, all);
  }

  /** Fills the day of {@code runDate}: stages it, checks it and publishes it in one commit. */
  public Result load(LocalDate runDate) {
    return run("load", runDate);
  }

  /** Compares the stored day of {@code runDate} with its source; writes nothing. */
  public Result check(LocalDate runDate) {
    return run("check", runDate);
  }

  /** What a backfill would do with the run dates from first to last, both included. */
  public Result plan(LocalDate first, LocalDate last) {
    return run("plan", first, last);
  }

  /** Fills the run dates from first to last, both included, that are missing or stale. */
  public Result backfill(LocalDate first, LocalDate last) {
    return run("backfill", first, last);
  }

  private Result run(String command, LocalDate... dates) {
    List<String> args = new ArrayList<>(List.of(command));
    for (LocalDate date : dates) {
      args.add(date.toString());
    }
    args.addAll(List.of("--project", project.toString(), "--json"));
    args.addAll(options);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream results = new PrintStream(out, false, StandardCharsets.UTF_8);
    PrintStream nowhere =
        new PrintStream(PrintStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    CommandRunner runner = new CommandRunner(new Terminal(results, nowhere));
    int exitCode = runner.run(args);
    return new Result(exitCode, runner.failures(), out.toString(StandardCharsets.UTF_8));
  }

  /**
   * How a call ended.
   *
   * @param exitCode 0, or the code that a shell would see: 1 failed, 2 a mistake in the call or the
   *     definition, 3 a source is not there yet, 4 refused, 5 a lost race
   * @param failures a line for each failure; empty if there is none
   * @param json the document that {@code --json} prints; empty if it did not come so far
   */
  public record Result(int exitCode, String failures, String json) {
    /** Whether all has gone well. */
    public boolean isSuccess() {
      return exitCode == 0;
    }

    /**
     * This result.
     *
     * @throws CommandFailedException when not all has gone well
     */
    public Result orThrow() {
      if (!isSuccess()) {
        throw new CommandFailedException(exitCode, failures);
      }
      return this;
    }

    /** The days of the table itself, in the document's order; none if there is no document. */
    public List<Day> days() {
      List<Day> days = new ArrayList<>();
      JsonNode document = document();
      document.path("runs").forEach(run -> days.add(day(run, "outcome")));
      document.path("days").forEach(row -> days.add(day(row, "action")));
      return days;
    }

    private JsonNode document() {
      try {
        return MAPPER.readTree(json.isBlank() ? "{}" : json);
      } catch (JsonProcessingException impossible) {
        throw new IllegalStateException(impossible);
      }
    }

    private static Day day(JsonNode row, String outcome) {
      return new Day(
          LocalDate.parse(row.path("run_date").asText()),
          LocalDate.parse(row.path("day").asText()),
          row.path(outcome).asText(),
          row.path("rows").isNumber()
              ? OptionalLong.of(row.path("rows").asLong())
              : OptionalLong.empty(),
          Optional.of(row.path("reason").asText("")).filter(reason -> !reason.isEmpty()));
    }
  }

  /**
   * What became of a day or, in a plan, what is to be done with it.
   *
   * @param runDate the run's date
   * @param day the day that it fills
   * @param outcome {@code PUBLISHED}, {@code SKIPPED}, {@code HELD}, {@code OK} or how it failed;
   *     in a plan {@code RUN}, {@code SKIP} or {@code WAIT}
   * @param rows the day's rows, where they are known
   * @param reason why, in words, where there is something to say
   */
  public record Day(
      LocalDate runDate,
      LocalDate day,
      String outcome,
      OptionalLong rows,
      Optional<String> reason) {}
}
