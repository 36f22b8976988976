/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import java.time.LocalDate;
import java.util.List;
import java.util.Objects;

/**
 * An input that is one CSV file a day: UTF-8, comma, quotes as in RFC 4180, a header.
 *
 * @param name the view's name in the definition's SQL
 * @param files the path with {@code {day}} where the day stands, relative to the project or
 *     absolute
 * @param columns the columns of the file, by name; their order in a file does not matter
 * @param localTimes what to do with times that a clock change skips or repeats
 */
public record FilesInput(String name, String files, List<Column> columns, LocalTimes localTimes)
    implements Input {
  static final String DAY = "{day}";

  public FilesInput {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(files, "files");
    columns = List.copyOf(columns);
    Objects.requireNonNull(localTimes, "localTimes");
  }

  /** The path of the file of {@code day}, relative to the project or absolute. */
  public String path(LocalDate day) {
    return files.replace(DAY, day.toString());
  }

  @Override
  public String described(LocalDate day) {
    return path(day);
  }
}
