/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** The id of a backfill. */
final class BackfillIdOption {
  @Parameters(
      paramLabel = "ID",
      converter = IdConverter.class,
      description = "The backfill's id: its last line, history and status show it.")
  private String id = "";

  String value() {
    return id;
  }

  /** Reads an id. */
  static final class IdConverter implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      if (text.matches("[0-9a-z]{1,64}")) {
        return text;
      }
      throw new TypeConversionException(
          "'" + text + "' is not the id of a backfill: history and status show them");
    }
  }
}
