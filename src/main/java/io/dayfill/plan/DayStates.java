/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.plan;

import io.dayfill.definition.Definition;
import io.dayfill.definition.DefinitionFingerprint;
import io.dayfill.definition.DefinitionParts;
import io.dayfill.definition.History;
import io.dayfill.definition.Outcome;
import io.dayfill.ledger.Facts;
import io.dayfill.ledger.Hold;
import io.dayfill.ledger.RunRecord;
import java.net.URI;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;

/** Finds the state of each day of a table with all its causes; reads no row. */
public final class DayStates {
  private final Definition definition;
  private final String fingerprint;
  private final TablePast past;
  private final SourceChanges sources;
  private final Instant now;
  private final List<HeldBackfill> held;
  private final Upstreams upstreams;
  private final DerivedCauses derived;
  private final Optional<History> asked;
  private final Map<LocalDate, DayStatus> known = new HashMap<>();
  private final List<Hold> holds;
  private final SourceLook look;

  /**
   * What is looked at beside the table and its files.
   *
   * @param upstreams the tables and dimensions that its days are computed from
   * @param asked the history that a command asks for; empty: the definition's
   * @param use what days use of dimensions now
   */
  public record Beside(Upstreams upstreams, Optional<History> asked, DimensionUse use) {}

  /**
   * The states of the days of {@code definition}'s table.
   *
   * @param past what is known of the table
   * @param holds the backfills that are held for the table
   * @param now the present, only to say of days that they are not over and of times that they lie
   *     ahead
   */
  public DayStates(
      Definition definition,
      TablePast past,
      List<Hold> holds,
      SourceLook sources,
      Beside beside,
      Instant now) {
    this.definition = definition;
    this.fingerprint = DefinitionFingerprint.of(definition);
    this.past = past;
    this.held =
        holds.stream()
            .map(hold -> HeldBackfill.of(hold, past, name -> isThere(sources, name)))
            .toList();
    this.sources = new SourceChanges(definition, sources, now);
    this.now = now;
    this.holds = List.copyOf(holds);
    this.look = sources;
    this.upstreams = beside.upstreams();
    this.asked = beside.asked();
    this.derived = new DerivedCauses(definition, past, upstreams, asked, beside.use());
  }

  /** The same states with what days use of dimensions now. */
  public DayStates decided(DimensionUse use) {
    return new DayStates(definition, past, holds, look, new Beside(upstreams, asked, use), now);
  }

  /** What is known of the table. */
  public TablePast past() {
    return past;
  }

  private boolean isThere(SourceLook files, String name) {
    boolean absolute = name.startsWith("/") || URI.create(name).isAbsolute();
    return files.stat(absolute ? name : definition.location() + "/" + name).isPresent();
  }

  /** The days that were ever published, hold rows, or are held. */
  public SortedSet<LocalDate> days() {
    SortedSet<LocalDate> days = past.days();
    held.forEach(each -> each.hold().days().forEach(day -> days.add(day.day())));
    return days;
  }

  /** The held backfills, oldest first. */
  public List<HeldBackfill> held() {
    return held;
  }

  SourceChanges sources() {
    return sources;
  }

  /** What the days are computed from beside files. */
  public Upstreams upstreams() {
    return upstreams;
  }

  /** The history that a run would give a day; empty: the definition has no dimension. */
  public Optional<History> history() {
    return asked.isPresent() ? asked : definition.history();
  }

  /** The histories that the published days show. */
  public NavigableSet<String> histories() {
    NavigableSet<String> histories = new TreeSet<>();
    for (LocalDate day : past.days()) {
      past.publication(day).flatMap(Publication::history).ifPresent(histories::add);
    }
    return histories;
  }

  /** What a run of {@code day} needs and is not there, the day before aside, in words. */
  Optional<String> missing(LocalDate day) {
    return sources.missing(day).or(() -> upstreams.missing(day));
  }

  /** The bytes that a run of {@code day} would read. */
  public long sizeBytes(LocalDate day) {
    return sources.sizeBytes(day) + upstreams.sizeBytes(day);
  }

  /** The state of {@code day}. */
  public synchronized DayStatus of(LocalDate day) {
    // In a chain the state of a day depends on all before it: from there on, without recursion.
    LocalDate from = day;
    while (definition.previous().isPresent()
        && !known.containsKey(from)
        && past.publication(from).isPresent()) {
      from = from.minusDays(1);
    }
    for (LocalDate each = from; !each.isAfter(day); each = each.plusDays(1)) {
      if (!known.containsKey(each)) {
        known.put(each, found(each));
      }
    }
    return Optional.ofNullable(known.get(day)).orElseThrow();
  }

  private DayStatus found(LocalDate day) {
    DayPast its = past.day(day);
    List<Cause> causes = new ArrayList<>();
    Optional<Publication> publication = its.publication();
    if (publication.isPresent()) {
      causes.addAll(rowsChanged(its, publication.get()));
      causes.addAll(sources.since(publication.get(), day));
      causes.addAll(definitionChanged(publication.get()));
      causes.addAll(derived.of(publication.get(), day, this::of));
    } else if (its.hasFiles()) {
      causes.add(notRecorded(its));
    } else {
      causes.add(new Cause(Cause.Code.NEVER_PUBLISHED, "the day was never published"));
    }
    if (publication.isEmpty()) {
      upstreams
          .missing(day)
          .ifPresent(text -> causes.add(new Cause(Cause.Code.UPSTREAM_MISSING, text)));
    }
    lastRun(day, causes, publication);
    notOver(day).ifPresent(causes::add);
    held.stream()
        .filter(each -> each.hold().days().stream().anyMatch(staged -> staged.day().equals(day)))
        .forEach(each -> causes.add(each.cause()));
    return new DayStatus(
        day, state(causes, publication, its), causes, rows(its, publication), publication);
  }

  private static DayState state(
      List<Cause> causes, Optional<Publication> publication, DayPast its) {
    boolean isThere = publication.isPresent() || its.hasFiles();
    return causes.stream()
        .map(cause -> cause.code().state())
        .filter(state -> isThere ? state != DayState.MISSING : state != DayState.COMPLETE)
        .max(Comparator.naturalOrder())
        .orElse(isThere ? DayState.COMPLETE : DayState.MISSING);
  }

  /** Files before rows: a day whose files are still the published ones is intact. */
  private List<Cause> rowsChanged(DayPast its, Publication publication) {
    if (past.isByDay() && its.identities().equals(publication.files())) {
      return List.of();
    }
    List<ForeignChange> changes = its.changesSince();
    List<Cause> causes = new ArrayList<>();
    changes.forEach(change -> causes.add(change.cause()));
    its.adjustmentChangesSince().forEach(change -> causes.add(change.causeInAdjustments()));
    boolean told = publication.adjustments().isPresent() && its.wasTouched();
    if (past.isByDay() && causes.isEmpty() && !told) {
      causes.add(
          new Cause(
              Cause.Code.FILES_DIFFER,
              "the day's files are not those of "
                  + publication.described()
                  + ", and no commit that is still there tells why; status --verify tells"));
    }
    return causes;
  }

  private List<Cause> definitionChanged(Publication publication) {
    if (publication.definition().equals(fingerprint)) {
      return List.of();
    }
    List<Cause> causes = new ArrayList<>(columnsAdded(publication));
    Optional<DefinitionParts> parts = publication.parts();
    if (parts.isEmpty()) {
      causes.add(
          new Cause(
              Cause.Code.DEFINITION_CHANGED,
              "the definition has changed; which part was not recorded"));
      return causes;
    }
    List<String> changed = parts.get().changedIn(definition);
    if (!changed.isEmpty()) {
      causes.add(
          new Cause(
              Cause.Code.DEFINITION_CHANGED,
              "the definition has changed: " + String.join(", ", changed)));
    }
    List<String> rules = parts.get().rulesAddedBy(definition);
    if (!rules.isEmpty()) {
      causes.add(
          new Cause(
              Cause.Code.CHECKS_ADDED,
              "the definition asks for more than the day has passed: " + String.join("; ", rules)));
    }
    return causes;
  }

  private List<Cause> columnsAdded(Publication publication) {
    return past.columnsAddedSince(publication.version()).stream()
        .map(
            commit ->
                new Cause(
                    Cause.Code.COLUMNS_ADDED,
                    Facts.described(commit)
                        + " added "
                        + String.join(", ", Facts.columnsAdded(commit))
                        + " to the table after the day was published: it reads null there"))
        .toList();
  }

  private static Cause notRecorded(DayPast its) {
    return new Cause(
        Cause.Code.NOT_RECORDED,
        "not recorded: something else wrote the day"
            + its.changesSince().stream()
                .findFirst()
                .map(change -> ", first " + change.commit().described())
                .orElse(""));
  }

  private void lastRun(LocalDate day, List<Cause> causes, Optional<Publication> publication) {
    past.ledger()
        .lastFailure(day)
        .filter(run -> publication.isEmpty() || isLater(run, publication.get()))
        .ifPresent(
            run ->
                causes.add(
                    new Cause(
                        Cause.Code.LAST_RUN_FAILED,
                        "the last run ("
                            + run.ended().truncatedTo(ChronoUnit.SECONDS)
                            + ") ended "
                            + run.outcome()
                            + run.reason().map(why -> ": " + firstLine(why)).orElse(""))));
  }

  /**
   * A command that was killed after its commit has no row: then the commit is the later one. A
   * conflict was lost to whoever wrote the day: a publication, or a change that is told by itself.
   */
  private static boolean isLater(RunRecord run, Publication publication) {
    boolean arrived =
        run.outcome() == Outcome.UNKNOWN && run.backfill().equals(publication.backfill());
    return !arrived
        && run.outcome() != Outcome.CONFLICT
        && run.logVersion().orElse(-1) >= publication.version();
  }

  private Optional<Cause> notOver(LocalDate day) {
    LocalDate today = LocalDate.ofInstant(now, definition.timeZone());
    if (day.isBefore(today)) {
      return Optional.empty();
    }
    return Optional.of(
        new Cause(
            Cause.Code.DAY_NOT_OVER,
            day.isAfter(today)
                ? "the day has not begun yet (" + definition.timeZone().getId() + ")"
                : "the day is not over yet (" + definition.timeZone().getId() + ")"));
  }

  private OptionalLong rows(DayPast its, Optional<Publication> publication) {
    if (past.isByDay() && (publication.isPresent() || its.hasFiles())) {
      return its.rows();
    }
    return publication.map(known -> OptionalLong.of(known.rows())).orElse(OptionalLong.empty());
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse("");
  }
}
