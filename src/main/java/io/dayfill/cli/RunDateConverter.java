/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.Locale;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads {@code yyyy-MM-dd}, a date that exists, and nothing else: a run date never comes from the
 * clock.
 */
class RunDateConverter implements ITypeConverter<LocalDate> {
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd", Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);
  private static final Pattern SHAPE = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
  private static final Pattern TEMPLATE =
      Pattern.compile(".*(?:\\{\\{|\\}\\}|\\$\\{|\\$[A-Za-z_]|%[A-Za-z]|<[A-Za-z_]+>).*");

  private final String noun;

  RunDateConverter() {
    this("run date");
  }

  private RunDateConverter(String noun) {
    this.noun = noun;
  }

  @Override
  public LocalDate convert(String text) {
    if (TEMPLATE.matcher(text).matches()) {
      throw new TypeConversionException(
          "'"
              + text
              + "' looks like a template that was not rendered; pass a "
              + noun
              + " such as 2026-09-16");
    }
    if (!SHAPE.matcher(text).matches()) {
      throw new TypeConversionException(
          "'" + text + "' is not a " + noun + "; write it as yyyy-MM-dd, for example 2026-09-16");
    }
    try {
      return LocalDate.parse(text, FORMAT);
    } catch (DateTimeException impossible) {
      throw new TypeConversionException(
          "'" + text + "' is no date of the calendar; write one such as 2026-09-16");
    }
  }

  /** Reads the day itself. */
  static final class OfDay extends RunDateConverter {
    OfDay() {
      super("day");
    }
  }
}
