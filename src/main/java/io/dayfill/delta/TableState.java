/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.delta;

import java.util.List;
import java.util.Map;

/**
 * A table at one version: its columns, partitioning, properties and data files.
 *
 * @param id Delta's id of the table; one that is created anew has another
 * @param files the files that were asked for: all, or those of a range of days
 */
public record TableState(
    String id,
    long version,
    List<TableColumn> columns,
    List<String> partitionColumns,
    Map<String, String> properties,
    List<FileEntry> files) {
  public TableState {
    columns = List.copyOf(columns);
    partitionColumns = List.copyOf(partitionColumns);
    properties = Map.copyOf(properties);
    files = List.copyOf(files);
  }

  /**
   * A column of a table.
   *
   * @param type its type in Delta's words
   * @param identity whether Delta numbers its values
   */
  public record TableColumn(String name, String type, boolean nullable, boolean identity) {}
}
