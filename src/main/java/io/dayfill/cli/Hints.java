/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What a usage error adds for the mistakes that people and schedulers make most. */
final class Hints {
  private static final Set<String> FREE_TEXT = Set.of("--reason", "--project", "--table");

  /** A word of a call; the words of a text are rarely one. */
  private static final Pattern CALL_WORD =
      Pattern.compile("--[a-z][a-z-]*(?:=.*)?|[0-9]{4}-[0-9]{2}-[0-9]{2}");

  private static final Pattern DATE_OPTION =
      Pattern.compile("--(?:[a-z-]*(?:date|day|first|last|start|end)|from|to|since|until)");

  private Hints() {}

  /** Sentences in brackets, each after a blank; empty if there is nothing to add. */
  static String of(ParameterException mistake, List<String> args) {
    return suggestion(mistake) + unknownOption(mistake, args) + oneArgument(args);
  }

  private static String suggestion(ParameterException mistake) {
    if (mistake instanceof UnmatchedArgumentException unmatched
        && !unmatched.getSuggestions().isEmpty()) {
      return " (did you mean " + String.join(" or ", unmatched.getSuggestions()) + "?)";
    }
    return "";
  }

  /** An option that is none, where the parser stumbled over what stands after it. */
  private static String unknownOption(ParameterException mistake, List<String> args) {
    CommandSpec command = mistake.getCommandLine().getCommandSpec();
    return args.stream()
        .filter(arg -> arg.startsWith("--"))
        .map(arg -> arg.replaceFirst("=.*", ""))
        .filter(arg -> command.findOption(arg) == null)
        .findFirst()
        .map(option -> unknownOption(option, command, mistake))
        .orElse("");
  }

  private static String unknownOption(
      String option, CommandSpec command, ParameterException mistake) {
    boolean missing = mistake instanceof MissingParameterException;
    boolean dates = !command.positionalParameters().isEmpty();
    if (dates && (missing || DATE_OPTION.matcher(option).matches())) {
      String call =
          command.positionalParameters().stream()
              .map(PositionalParamSpec::paramLabel)
              .collect(Collectors.joining(" ", command.name() + " ", ""));
      return " (" + option + " is no option; dates stand alone: " + call + ")";
    }
    return mistake instanceof UnmatchedArgumentException
        ? ""
        : " (" + option + " is no option)" + suggestion(noOption(command, option));
  }

  private static ParameterException noOption(CommandSpec command, String option) {
    return new UnmatchedArgumentException(command.commandLine(), List.of(option));
  }

  /** Some schedulers hand over the whole call as one argument. */
  private static String oneArgument(List<String> args) {
    boolean one =
        IntStream.range(0, args.size())
            .filter(i -> i == 0 || !FREE_TEXT.contains(args.get(i - 1)))
            .mapToObj(i -> args.get(i).strip())
            .filter(arg -> FREE_TEXT.stream().noneMatch(option -> arg.startsWith(option + "=")))
            .map(arg -> arg.split("\\s+"))
            .anyMatch(words -> words.length > 1 && Arrays.stream(words).anyMatch(Hints::isOfACall));
    return one ? " (one argument holds blanks: pass each word as an argument of its own)" : "";
  }

  private static boolean isOfACall(String word) {
    return CALL_WORD.matcher(word).matches();
  }
}
