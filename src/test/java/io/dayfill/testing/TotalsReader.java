/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.testing;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * A reader that knows nothing of dayfill: reads a whole table again and again and prints the sum of
 * its amounts, a line each time, until a file appears.
 */
public final class TotalsReader {
  private TotalsReader() {}

  /** {@code args}: the table and the file that ends the reading. */
  public static void main(String[] args) {
    Path table = Path.of(args[0]);
    Path stop = Path.of(args[1]);
    while (!Files.exists(stop)) {
      System.out.println(total(table));
    }
  }

  /** The sum of the amounts of all rows of the table's newest version. */
  public static BigDecimal total(Path table) {
    return TableSnapshot.of(table).rows().values().stream()
        .flatMap(Set::stream)
        .map(row -> new BigDecimal(row.replaceFirst(".*\\bamount=([-0-9.]+).*", "$1")))
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }
}
