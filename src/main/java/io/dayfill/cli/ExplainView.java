/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import io.dayfill.definition.Definition;
import io.dayfill.ledger.ConsumerFacts;
import io.dayfill.ledger.DayFacts;
import io.dayfill.ledger.RunRecord;
import io.dayfill.ledger.Writer;
import io.dayfill.plan.DayEvent;
import io.dayfill.plan.MadeOf;
import io.dayfill.plan.Publication;
import io.dayfill.plan.TablePast;
import io.dayfill.plan.WhyReplaced;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** What has made a day, as text and as JSON: its events newest first. */
final class ExplainView {
  private static final int LABEL = 13;

  private final Definition definition;
  private final TablePast past;
  private final LocalDate day;
  private final List<DayEvent> events;
  private final Map<String, String> texts = new TreeMap<>();

  ExplainView(Definition definition, TablePast past, LocalDate day) {
    this.definition = definition;
    this.past = past;
    this.day = day;
    this.events = new ArrayList<>(past.events(day));
    Collections.reverse(events);
    for (RunRecord run : past.ledger().runs()) {
      run.definitionText().ifPresent(text -> texts.putIfAbsent(run.definition(), text));
    }
  }

  /** One sentence: what the day is. */
  private String answer() {
    String subject = definition.table() + " " + day;
    if (past.id().isEmpty()) {
      return definition.table() + " does not exist yet: no day of it was published";
    }
    if (events.isEmpty()) {
      return past.days().contains(day)
          ? subject
              + " has rows that nothing tells of: they are older than the table's log, or something else wrote them"
          : subject + " was never published: the run of " + definition.runDate(day) + " fills it";
    }
    String rows = rows() + (past.rows(day).isPresent() ? " in store" : "");
    if (events.stream().noneMatch(DayEvent.Replaced.class::isInstance)) {
      return subject + " was written by something else, never by dayfill: " + rows;
    }
    Optional<DayEvent> newest =
        events.stream()
            .filter(event -> !(event instanceof DayEvent.ByOther other && other.isHarmless()))
            .findFirst();
    String stands =
        newest
            .map(
                event ->
                    event instanceof DayEvent.ByOther
                        ? "another writer changed it since dayfill published it"
                        : stands((DayEvent.Replaced) event))
            .orElse("");
    return subject + " (the run of " + definition.runDate(day) + "): " + rows + "; " + stands;
  }

  private static String stands(DayEvent.Replaced newest) {
    return newest
        .now()
        .map(known -> "it is what version " + known.version() + " published")
        .orElse("its publication was undone");
  }

  private String rows() {
    OptionalLong rows = past.rows(day);
    return rows.isEmpty() ? "its rows are not counted" : count(rows.getAsLong());
  }

  private static String count(long rows) {
    return rows + (rows == 1 ? " row" : " rows");
  }

  String text() {
    StringBuilder text = new StringBuilder(answer());
    for (DayEvent event : events) {
      text.append("\n\n");
      if (event instanceof DayEvent.Replaced replaced) {
        append(text, replaced);
      } else if (event instanceof DayEvent.ByOther other) {
        text.append(header(other, "changed by another writer"));
        line(text, "what", other.cause().text());
      }
    }
    present().ifPresent(known -> text.append("\n\n").append(definitionText(known.definition())));
    return text.toString();
  }

  private Optional<Publication> present() {
    return events.stream()
        .filter(DayEvent.Replaced.class::isInstance)
        .map(DayEvent.Replaced.class::cast)
        .findFirst()
        .flatMap(DayEvent.Replaced::now);
  }

  private void append(StringBuilder text, DayEvent.Replaced event) {
    DayFacts after = event.after();
    String before =
        event.rowsBefore().isPresent() ? " (before: " + event.rowsBefore().getAsLong() + ")" : "";
    text.append(
        header(
            event,
            (event.undoes().isPresent() ? "undone, " : "published, ")
                + count(after.rows())
                + before));
    line(text, "run by", by(event));
    line(text, "backfill", event.backfill());
    event.origin().reason().ifPresent(reason -> line(text, "reason", reason));
    WhyReplaced.of(event).forEach(why -> line(text, "why", why));
    event
        .before()
        .ifPresent(
            known ->
                line(
                    text,
                    "replaced",
                    "version " + known.version() + " of backfill " + known.backfill()));
    MadeOf.lines(after).forEach(made -> line(text, "made of", made));
    event.now().ifPresent(known -> line(text, "definition", known.definition()));
    after.sums().forEach(sum -> line(text, "sum", sum.column() + " " + sum.sum()));
    after
        .checks()
        .forEach(
            check ->
                line(
                    text,
                    "check",
                    check.check()
                        + ": "
                        + (check.passed() ? "passed" : check.found().orElse("not passed"))));
    if (!after.fingerprint().isEmpty()) {
      line(text, "fingerprint", after.fingerprint());
    }
    consumers(event)
        .forEach(
            each ->
                line(
                    text,
                    "consumer",
                    each.consumer()
                        + each.told()
                            .map(time -> ", told " + time.truncatedTo(ChronoUnit.SECONDS))
                            .orElse(", not told yet")));
    if (event.origin().isFromLedger()) {
      line(text, "known from", "the ledger; the commit is not in the table's log any more");
    }
  }

  /** Who was to be told of the event, and who has been. */
  private List<ConsumerFacts> consumers(DayEvent.Replaced event) {
    return past.ledger().runs().stream()
        .filter(run -> run.day().equals(day))
        .filter(run -> run.commit().filter(event.origin().commit()::equals).isPresent())
        .findFirst()
        .map(RunRecord::consumers)
        .orElseGet(() -> ConsumerFacts.promised(event.origin().consumers()));
  }

  private static String by(DayEvent.Replaced event) {
    return event.origin().by().map(Writer::described).orElse("not recorded")
        + event
            .origin()
            .by()
            .flatMap(Writer::application)
            .map(id -> ", application " + id)
            .orElse("")
        + ", dayfill "
        + event.origin().dayfill();
  }

  private static String header(DayEvent event, String what) {
    return "version "
        + event.version()
        + ", "
        + event.time().truncatedTo(ChronoUnit.SECONDS)
        + ": "
        + what;
  }

  private static void line(StringBuilder text, String label, String value) {
    text.append("\n  ").append(label).append(" ".repeat(LABEL - label.length())).append(value);
  }

  private String definitionText(String fingerprint) {
    String text = texts.get(fingerprint);
    return "definition "
        + fingerprint
        + (text == null
            ? ": the ledger does not have its text"
            : ":\n" + text.stripTrailing().indent(2).stripTrailing());
  }

  Document document() {
    return new Document(
        "explain",
        definition.table(),
        day,
        definition.runDate(day),
        0,
        answer(),
        past.rows(day),
        events.stream().map(this::event).toList(),
        texts);
  }

  private Event event(DayEvent event) {
    return event instanceof DayEvent.Replaced replaced
        ? replaced(replaced)
        : other((DayEvent.ByOther) event);
  }

  private static Event other(DayEvent.ByOther other) {
    return new Event(
        other.isHarmless() ? "OPTIMIZED" : "CHANGED_BY_OTHER",
        other.version(),
        other.time(),
        List.of(other.cause().text()),
        Optional.empty());
  }

  private Event replaced(DayEvent.Replaced event) {
    return new Event(
        event.undoes().isPresent() ? "UNDONE" : "PUBLISHED",
        event.version(),
        event.time(),
        WhyReplaced.of(event),
        Optional.of(
            new Made(
                event.backfill(),
                event.undoes(),
                event.origin().commit(),
                event.origin().reason(),
                event.origin().by(),
                event.origin().dayfill(),
                event.now().map(Publication::definition),
                event.rowsBefore(),
                event.before().map(Publication::version),
                event.origin().isFromLedger() ? "ledger" : "commit",
                consumers(event),
                event.after())));
  }

  /** The JSON of the command; {@code definitions} are texts by fingerprint. */
  record Document(
      String command,
      String table,
      LocalDate day,
      LocalDate runDate,
      int exitCode,
      String answer,
      OptionalLong rows,
      List<Event> events,
      Map<String, String> definitions) {}

  /** One event; what another writer did has not been made by dayfill. */
  record Event(String event, long version, Instant time, List<String> why, Optional<Made> made) {}

  /** What dayfill has recorded. */
  record Made(
      String backfill,
      Optional<String> undoes,
      String commit,
      Optional<String> reason,
      Optional<Writer> by,
      String dayfill,
      Optional<String> definition,
      OptionalLong rowsBefore,
      Optional<Long> replacedVersion,
      String recordedIn,
      List<ConsumerFacts> consumers,
      DayFacts day) {}
}
