/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import io.dayfill.cli.Answer.Need;
import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Outcome;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Runs one command line: arguments to an exit code. Never ends the JVM. */
public final class CommandRunner {
  private final Terminal terminal;

  /** A runner that writes to {@code terminal}. */
  public CommandRunner(Terminal terminal) {
    this.terminal = terminal;
  }

  /** The messages of the failures that were printed, one below the other; empty if none was. */
  public String failures() {
    return String.join("\n", terminal.failures());
  }

  /** Runs {@code args} to the end and returns the exit code. */
  public int run(List<String> args) {
    return answer(args, true).exitCode();
  }

  /**
   * Runs {@code args} unless Spark is needed for it: mistakes and everything that only looks end
   * here.
   */
  public Answer runWithoutSpark(List<String> args) {
    return answer(args, false);
  }

  private Answer answer(List<String> args, boolean withSpark) {
    CommandLine line = commandLine();
    try {
      ParseResult parsed = line.parseArgs(args.toArray(String[]::new));
      StringWriter help = new StringWriter();
      for (CommandLine each : parsed.asCommandLineList()) {
        each.setOut(new PrintWriter(help, true));
      }
      Integer answered = CommandLine.executeHelpRequest(parsed);
      if (answered != null) {
        terminal.result(help.toString().stripTrailing());
        return Answer.ended(answered);
      }
      return execute(parsed, withSpark);
    } catch (ParameterException mistake) {
      return Answer.ended(usage(mistake, args));
    } catch (DayfillException known) {
      return Answer.ended(failed(known.exitCode(), String.valueOf(known.getMessage())));
    } catch (NoClassDefFoundError missing) {
      return Answer.ended(failed(DayfillException.USAGE, absent(missing)));
    } catch (Exception bug) {
      // Spark's Scala code throws checked exceptions too, without declaring them.
      LoggerFactory.getLogger(CommandRunner.class).error("dayfill failed", bug);
      return Answer.ended(
          failed(
              Outcome.FAILED.exitCode(),
              bug.getClass().getSimpleName()
                  + ": "
                  + bug.getMessage()
                  + "; the trace is in the log"));
    }
  }

  private static String absent(NoClassDefFoundError missing) {
    String name = String.valueOf(missing.getMessage()).replace('/', '.');
    return name.contains("io.delta.kernel")
        ? "Delta's kernel is not on the class path: add io.delta:delta-kernel-api and io.delta:delta-kernel-defaults in Delta's version"
        : "the class "
            + name
            + " is not on the class path: this Spark or Delta is another than dayfill is built for (see --version), or a client of Spark Connect, which has too little; run on dedicated compute or a classic Spark";
  }

  private Answer execute(ParseResult parsed, boolean withSpark) {
    List<CommandLine> lines = parsed.asCommandLineList();
    Object command = lines.get(lines.size() - 1).getCommand();
    if (!(command instanceof SparkCommand work)) {
      ((Runnable) command).run();
      return Answer.ended(0);
    }
    Need need = work.prepare();
    return need == Need.NOTHING || withSpark
        ? Answer.ended(work.execute(terminal))
        : new Answer(0, need);
  }

  private int failed(int exitCode, String message) {
    terminal.failure(message);
    return exitCode;
  }

  private int usage(ParameterException mistake, List<String> args) {
    CommandSpec spec = mistake.getCommandLine().getCommandSpec();
    String text = String.valueOf(mistake.getMessage()).lines().collect(Collectors.joining(" "));
    String command = spec.qualifiedName().replaceFirst("^dayfill", "./submit.sh");
    failed(DayfillException.USAGE, text + Hints.of(mistake, args) + "; see " + command + " --help");
    if (args.isEmpty()) {
      StringWriter help = new StringWriter();
      mistake.getCommandLine().usage(new PrintWriter(help, true));
      terminal.note(help.toString().stripTrailing());
    }
    return DayfillException.USAGE;
  }

  private static CommandLine commandLine() {
    CommandLine line = new CommandLine(DayfillCommand.class, new Instances());
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setOverwrittenOptionsAllowed(false);
    line.setUsageHelpAutoWidth(true);
    // A reason or a date that begins with @ is a value, not the name of a file to read.
    line.setExpandAtFiles(false);
    line.getSubcommands()
        .values()
        .forEach(each -> each.getCommandSpec().versionProvider(new BuildInfo()));
    return line;
  }

  /** Makes commands; the root's field is set by picocli afterwards. */
  private static final class Instances implements IFactory {
    @Override
    public <K> K create(Class<K> type) throws Exception {
      return type == DayfillCommand.class
          ? type.cast(new DayfillCommand(CommandSpec.create()))
          : CommandLine.defaultFactory().create(type);
    }
  }
}
