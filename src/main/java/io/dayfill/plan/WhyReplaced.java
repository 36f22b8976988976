/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.plan;

import io.dayfill.definition.DefinitionParts;
import io.dayfill.ledger.InputFacts;
import io.dayfill.ledger.ReadFacts;
import io.dayfill.ledger.ReadFacts.ReadDay;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Why a day was replaced, in words: what differs between what it was made of before and since, and
 * what others had done to it. The operator's own reason stands beside it, in the event's origin.
 */
public final class WhyReplaced {
  private static final int SHOWN_HASH = 8;

  private WhyReplaced() {}

  /** The reasons of {@code event}, at least one. */
  public static List<String> of(DayEvent.Replaced event) {
    List<String> reasons = new ArrayList<>(event.others());
    if (event.undoes().isPresent()) {
      reasons.add("it undid backfill " + event.undoes().get() + ": " + restored(event));
      return reasons;
    }
    Publication now = event.now().orElseThrow();
    if (event.before().isEmpty()) {
      reasons.add(
          reasons.isEmpty()
              ? "the day had no publication before"
              : "dayfill had not published the day before");
      return reasons;
    }
    Publication before = event.before().get();
    sources(before.inputs(), now.inputs(), reasons);
    tables(before.reads(), now.reads(), reasons);
    history(before, now).ifPresent(reasons::add);
    definition(before, now, reasons);
    if (!before.origin().dayfill().equals(now.origin().dayfill())) {
      reasons.add("dayfill " + before.origin().dayfill() + " then");
    }
    if (reasons.isEmpty()) {
      reasons.add("filled again as asked: nothing that it came from had changed");
    }
    return reasons;
  }

  private static String restored(DayEvent.Replaced event) {
    return event
        .now()
        .map(known -> "the day has again what version " + known.version() + " published")
        .orElse("the day is again without a publication");
  }

  private static void sources(List<InputFacts> before, List<InputFacts> now, List<String> reasons) {
    for (InputFacts input : now) {
      Optional<InputFacts> then = find(before, input.name());
      if (then.isEmpty()) {
        reasons.add("the input " + input.name() + " is new");
      } else if (!then.get().sha256().equals(input.sha256())) {
        reasons.add(
            input.path()
                + " changed: "
                + described(then.get())
                + " then, "
                + described(input)
                + " now");
      } else if (!then.get().path().equals(input.path())) {
        reasons.add(input.name() + " came from " + then.get().path() + " then");
      }
    }
    before.stream()
        .filter(input -> find(now, input.name()).isEmpty())
        .forEach(input -> reasons.add("the input " + input.name() + " is gone"));
  }

  private static void tables(List<ReadFacts> before, List<ReadFacts> now, List<String> reasons) {
    for (ReadFacts read : now) {
      Optional<ReadFacts> then = Upstreams.read(before, read.name());
      if (then.isEmpty() || !then.get().table().equals(read.table())) {
        reasons.add("the input " + read.name() + " is new: " + read.kind() + " " + read.table());
        continue;
      }
      String versions = ", version " + then.get().version() + " then, " + read.version() + " now";
      // Another history uses other rows of the same version.
      boolean isOther = then.get().version() != read.version();
      if (isOther && !then.get().used().equals(read.used())) {
        reasons.add("rows used of the dimension " + read.table() + " changed" + versions);
      }
      List<String> days = otherDays(then.get(), read);
      if (!days.isEmpty()) {
        reasons.add(read.table() + " changed on " + String.join(", ", days) + versions);
      }
    }
    before.stream()
        .filter(read -> Upstreams.read(now, read.name()).isEmpty())
        .forEach(read -> reasons.add("the input " + read.name() + " is gone"));
  }

  /** The days that one of them read and the other did not, or not with these rows. */
  private static List<String> otherDays(ReadFacts then, ReadFacts now) {
    Map<LocalDate, String> contents = new TreeMap<>();
    then.days().forEach(each -> contents.put(each.day(), each.content()));
    for (ReadDay each : now.days()) {
      if (!contents.remove(each.day(), each.content())) {
        contents.put(each.day(), each.content());
      }
    }
    return contents.keySet().stream().map(LocalDate::toString).toList();
  }

  private static Optional<String> history(Publication before, Publication now) {
    return before.history().equals(now.history())
        ? Optional.empty()
        : Optional.of(
            "history "
                + before.history().orElse("unlabelled")
                + " then, "
                + now.history().orElse("unlabelled")
                + " now");
  }

  private static void definition(Publication before, Publication now, List<String> reasons) {
    if (before.definition().equals(now.definition())) {
      return;
    }
    List<String> parts = new ArrayList<>();
    if (before.parts().isPresent() && now.parts().isPresent()) {
      DefinitionParts then = before.parts().get();
      parts.addAll(then.changedIn(now.parts().get()));
      if (!then.rules().equals(now.parts().get().rules())) {
        parts.add("key or checks");
      }
    }
    reasons.add(
        "the definition changed" + (parts.isEmpty() ? "" : ": " + String.join(", ", parts)));
  }

  private static Optional<InputFacts> find(List<InputFacts> inputs, String name) {
    return inputs.stream().filter(input -> input.name().equals(name)).findFirst();
  }

  private static String described(InputFacts input) {
    String hash = input.sha256();
    return input.sizeBytes()
        + " bytes ("
        + hash.substring(0, Math.min(SHOWN_HASH, hash.length()))
        + ")";
  }
}
