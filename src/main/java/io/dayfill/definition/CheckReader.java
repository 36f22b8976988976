/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import io.dayfill.definition.ColumnType.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.yaml.snakeyaml.nodes.Node;

/** Reads the list {@code checks} of a definition. */
final class CheckReader {
  private static final Set<String> KINDS =
      new LinkedHashSet<>(
          Arrays.asList(
              "rows_match",
              "not_empty",
              "sum_matches",
              "expression",
              "rows_between",
              "fresh",
              "no_rows",
              "foreign_key",
              "continues",
              "key_in_one_day"));

  private static final String SCOPE = "scope";

  /** Kinds that may be asked of all days together. */
  private static final Set<String> RANGE_KINDS =
      Set.of("rows_match", "sum_matches", "rows_between", "key_in_one_day");

  private static final String SEVERITY = "severity";

  /** Types whose sum does not depend on the order of the rows. */
  private static final Set<Kind> EXACT =
      EnumSet.of(Kind.BIGINT, Kind.INT, Kind.SMALLINT, Kind.TINYINT, Kind.DECIMAL);

  private final YamlMapping definition;
  private final List<Input> inputs;

  CheckReader(YamlMapping definition, List<Input> inputs) {
    this.definition = definition;
    this.inputs = inputs;
  }

  List<Check> checks() {
    List<Check> checks = new ArrayList<>();
    for (Node item : definition.items("checks")) {
      YamlMapping check = definition.nested(item).allow(known());
      List<String> kinds = check.keys().stream().filter(KINDS::contains).toList();
      if (kinds.size() != 1) {
        throw definition.mistake(item, "a check is one 'name: value': give each its own '-'");
      }
      check(check, kinds.get(0))
          .map(found -> withScope(check, kinds.get(0), found))
          .map(found -> withSeverity(check, found))
          .ifPresent(checks::add);
    }
    return checks;
  }

  private static Set<String> known() {
    Set<String> known = new LinkedHashSet<>(KINDS);
    known.add(SEVERITY);
    known.add(SCOPE);
    return known;
  }

  private static Check withScope(YamlMapping mapping, String kind, Check check) {
    String scope = mapping.optionalText(SCOPE, "scope: range").orElse("day");
    if (!scope.equals("day") && !scope.equals("range")) {
      throw mapping.mistake(SCOPE, "'" + scope + "' is not known: write scope: day or range");
    }
    boolean relative = check instanceof Check.RowsBetween bounds && bounds.basis().isPresent();
    if (scope.equals("range") && (!RANGE_KINDS.contains(kind) || relative)) {
      throw mapping.mistake(
          SCOPE,
          "this check is of one day: take scope away; a range has rows_match, sum_matches, rows_between: 100..5000 and key_in_one_day");
    }
    boolean isWrapped = scope.equals("range") && !(check instanceof Check.KeyInOneDay);
    return isWrapped ? new Check.OfRange(check) : check;
  }

  private static Check withSeverity(YamlMapping mapping, Check check) {
    String severity = mapping.optionalText(SEVERITY, "severity: warn").orElse("refuse");
    return switch (severity) {
      case "refuse" -> check;
      case "warn" -> new Check.Warning(check);
      default ->
          throw mapping.mistake(
              SEVERITY, "'" + severity + "' is not known: write severity: refuse or warn");
    };
  }

  private Optional<Check> check(YamlMapping check, String kind) {
    String value = check.requiredText(kind, kind + ": and its value");
    return switch (kind) {
      case "rows_match" -> Optional.of(new Check.RowsMatch(input(check, kind, value).name()));
      case "sum_matches" -> Optional.of(sum(check, kind, value));
      case "expression" -> Optional.of(expression(check, value));
      case "rows_between" -> Optional.of(check.converted(kind, value, CheckBounds::rowsBetween));
      case "fresh" -> Optional.of(check.converted(kind, value, CheckBounds::fresh));
      case "foreign_key" -> Optional.of(check.converted(kind, value, CheckBounds::foreignKey));
      case "continues" -> Optional.of(continues(check, kind, value));
      case "no_rows" -> Optional.of(noRows(check, value));
      case "key_in_one_day" -> isWanted(check, kind, value).map(yes -> new Check.KeyInOneDay());
      default -> isWanted(check, kind, value).map(yes -> new Check.NotEmpty());
    };
  }

  /** Dimensions and the day before are no records of the day. */
  private Input input(YamlMapping check, String kind, String name) {
    List<Input> counted =
        inputs.stream()
            .filter(input -> input instanceof FilesInput || input instanceof TableInput)
            .toList();
    return counted.stream()
        .filter(input -> input.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                check.mistake(
                    kind,
                    "there is no input '"
                        + name
                        + "': write one of "
                        + String.join(", ", counted.stream().map(Input::name).toList())));
  }

  private Check sum(YamlMapping check, String kind, String value) {
    int dot = value.indexOf('.');
    if (dot < 0) {
      throw check.mistake(
          kind, "'" + value + "' is no input's column: write sum_matches: orders.amount");
    }
    Input input = input(check, kind, value.substring(0, dot));
    String column = value.substring(dot + 1);
    if (input instanceof FilesInput files) {
      requireExactSum(check, kind, files, column);
    }
    return new Check.SumMatches(input.name(), column);
  }

  private static void requireExactSum(
      YamlMapping check, String kind, FilesInput input, String column) {
    Column summed =
        input.columns().stream()
            .filter(known -> known.name().equals(column))
            .findFirst()
            .orElseThrow(
                () ->
                    check.mistake(
                        kind,
                        "input '"
                            + input.name()
                            + "' has no column '"
                            + column
                            + "': write one of "
                            + String.join(
                                ", ", input.columns().stream().map(Column::name).toList())));
    if (!EXACT.contains(summed.type().kind())) {
      throw check.mistake(
          kind,
          "column '"
              + column
              + "' is "
              + summed.type().sql()
              + ", which has no exact sum: write a column of whole numbers or DECIMAL");
    }
  }

  private Check continues(YamlMapping check, String kind, String value) {
    boolean isChain = inputs.stream().anyMatch(PreviousInput.class::isInstance);
    if (!isChain || definition.items("key").isEmpty()) {
      throw check.mistake(
          kind, "this check is of a chain with a key: it needs an input previous: true and key");
    }
    return check.converted(kind, value, CheckBounds::continues);
  }

  private static Check expression(YamlMapping check, String sql) {
    requireRepeatable(check, "expression", sql);
    return new Check.Expression(sql.strip());
  }

  private static Check noRows(YamlMapping check, String sql) {
    requireRepeatable(check, "no_rows", sql);
    return new Check.NoRows(sql.strip());
  }

  private static void requireRepeatable(YamlMapping check, String kind, String sql) {
    SqlGuard.firstForbidden(sql)
        .ifPresent(
            found -> {
              throw check.mistake(kind, "the check uses " + found + ": " + SqlGuard.REASON);
            });
  }

  private static Optional<Boolean> isWanted(YamlMapping check, String kind, String value) {
    return switch (value) {
      case "true" -> Optional.of(true);
      case "false" -> Optional.empty();
      default ->
          throw check.mistake(
              kind, "'" + value + "' is not known: write " + kind + ": true or false");
    };
  }
}
