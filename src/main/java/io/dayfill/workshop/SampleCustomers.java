/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.workshop;

import io.dayfill.delta.KernelRows;
import io.dayfill.ledger.Json;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * The sample's dimension: where the twelve customers of the sample month live, as a Delta table
 * with validity columns. Two of them move in September 2026.
 */
public final class SampleCustomers {
  /** Where the table lies in a project. */
  public static final String LOCATION = "warehouse/customers";

  private static final LocalDate SINCE = LocalDate.of(2026, 1, 1);
  private static final List<String> REGIONS =
      List.of(
          "Berlin", "Hamburg", "Munich", "Berlin", "Hamburg", "Munich", //
          "Hamburg", "Berlin", "Munich", "Berlin", "Hamburg", "Munich");

  private static final String SCHEMA =
      """
      {"type": "struct", "fields": [
        {"name": "customer_id", "type": "string", "nullable": true, "metadata": {}},
        {"name": "region", "type": "string", "nullable": true, "metadata": {}},
        {"name": "valid_from", "type": "date", "nullable": true, "metadata": {}},
        {"name": "valid_to", "type": "date", "nullable": true, "metadata": {}}
      ]}
      """;

  private SampleCustomers() {}

  /** Someone who lives elsewhere from a day on. */
  private record Move(String region, LocalDate from) {}

  private static final Map<String, Move> MOVES =
      Map.of(
          "C04", new Move("Munich", LocalDate.of(2026, 9, 10)),
          "C07", new Move("Berlin", LocalDate.of(2026, 9, 20)));

  /**
   * Writes the table at {@code path} in one commit, without Spark; a table that is there is left as
   * it is.
   *
   * @return whether it was written
   */
  public static boolean write(String path, Configuration hadoop) {
    KernelRows table = new KernelRows(path, hadoop);
    if (table.shape().isPresent()) {
      return false;
    }
    table.append(rows(), SCHEMA, Map.of(), "dayfill");
    return true;
  }

  /** The rows as JSON, one an interval. */
  private static List<String> rows() {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < REGIONS.size(); i++) {
      String customer = (i < 9 ? "C0" : "C") + (i + 1);
      Optional<Move> move = Optional.ofNullable(MOVES.get(customer));
      rows.add(row(customer, REGIONS.get(i), SINCE, move.map(Move::from)));
      move.ifPresent(to -> rows.add(row(customer, to.region(), to.from(), Optional.empty())));
    }
    return rows;
  }

  private static String row(
      String customer, String region, LocalDate from, Optional<LocalDate> to) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("customer_id", customer);
    row.put("region", region);
    row.put("valid_from", from);
    row.put("valid_to", to);
    return Json.line(row);
  }
}
