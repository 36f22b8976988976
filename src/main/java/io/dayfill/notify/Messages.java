/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.notify;

import io.dayfill.ledger.DayFacts;
import io.dayfill.ledger.SumFacts;
import io.dayfill.notify.Message.DayChange;
import io.dayfill.notify.Message.SumChange;
import io.dayfill.plan.DayEvent.Replaced;
import io.dayfill.plan.TablePast;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;

/** Makes messages of what a table's past tells. */
final class Messages {
  private static final String NOTHING = "0";

  private Messages() {}

  /**
   * A message for each command among the {@code wanted} replacements, in the order of their
   * versions. A commit that was taken back at once has changed nothing and is in none.
   */
  static List<Message> of(String table, TablePast past, Predicate<Replaced> wanted) {
    Map<String, List<Replaced>> commands = new LinkedHashMap<>();
    for (LocalDate day : past.days()) {
      past.events(day).stream()
          .filter(Replaced.class::isInstance)
          .map(Replaced.class::cast)
          .filter(wanted)
          .forEach(event -> add(commands, event));
    }
    return commands.values().stream()
        .filter(events -> !events.isEmpty())
        .map(events -> message(table, past.id().orElse(""), events))
        .sorted(Comparator.comparingLong(Message::newVersion))
        .toList();
  }

  private static void add(Map<String, List<Replaced>> commands, Replaced event) {
    List<Replaced> its = commands.computeIfAbsent(event.backfill(), any -> new ArrayList<>());
    boolean isTakenBack =
        event.undoes().filter(event.backfill()::equals).isPresent()
            && its.removeIf(known -> known.after().day().equals(event.after().day()));
    if (!isTakenBack) {
      its.add(event);
    }
  }

  private static Message message(String table, String tableId, List<Replaced> events) {
    Replaced last = events.stream().max(Comparator.comparingLong(Replaced::version)).orElseThrow();
    long first = events.stream().mapToLong(Replaced::version).min().orElseThrow();
    return new Message(
        table,
        tableId,
        last.backfill(),
        last.undoes(),
        last.origin().reason(),
        last.time(),
        first - 1,
        last.version(),
        events.stream().map(Messages::change).toList());
  }

  private static DayChange change(Replaced event) {
    DayFacts after = event.after();
    return new DayChange(
        after.day(),
        after.runDate(),
        event.origin().commit(),
        after.history(),
        event.version() - 1,
        event.version(),
        event.rowsBefore(),
        after.rows(),
        sums(event));
  }

  private static List<SumChange> sums(Replaced event) {
    List<SumFacts> after = event.after().sums();
    List<SumFacts> before = event.sumsBefore().orElse(List.of());
    Set<String> columns = new LinkedHashSet<>();
    after.forEach(sum -> columns.add(sum.column()));
    before.forEach(sum -> columns.add(sum.column()));
    boolean wasEmpty = event.rowsBefore().equals(OptionalLong.of(0));
    boolean isEmpty = event.after().rows() == 0;
    return columns.stream()
        .map(
            column ->
                new SumChange(column, sum(before, column, wasEmpty), sum(after, column, isEmpty)))
        .toList();
  }

  /** The sum of no rows is 0, also of a column that was not summed then. */
  private static Optional<String> sum(List<SumFacts> sums, String column, boolean ofNoRows) {
    return sums.stream()
        .filter(sum -> sum.column().equals(column))
        .map(SumFacts::sum)
        .findFirst()
        .or(() -> ofNoRows ? Optional.of(NOTHING) : Optional.empty());
  }
}
