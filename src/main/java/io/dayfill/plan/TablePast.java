/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.plan;

import io.dayfill.definition.Adjustments;
import io.dayfill.definition.Definition;
import io.dayfill.delta.FileEntry;
import io.dayfill.delta.KernelReader;
import io.dayfill.delta.LogCommit;
import io.dayfill.delta.TableLog;
import io.dayfill.delta.TableState;
import io.dayfill.ledger.CommitFacts;
import io.dayfill.ledger.DayFacts;
import io.dayfill.ledger.Facts;
import io.dayfill.ledger.Hold;
import io.dayfill.ledger.LedgerLook;
import io.dayfill.ledger.ReadFacts.ReadDay;
import io.dayfill.ledger.RunRecord;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/**
 * What is known of a table at one version: each day's publications, what other writers did to it,
 * and its files now. Taken from the table's commits, its state and the ledger, in that order of
 * trust; nothing is written and no row is read.
 */
public final class TablePast {
  private final Map<LocalDate, DayPast> days = new TreeMap<>();
  private final Optional<String> partition;
  private final FileSpans spans;
  private final String dayColumn;
  private final long version;
  private final Map<String, String> properties;
  private final List<LogCommit> columnsAdded = new ArrayList<>();
  private long comparableSince;
  private long changedSince;
  private final Optional<String> id;
  private final LedgerLook ledger;

  private TablePast(
      String dayColumn, Optional<TableState> state, Optional<String> partition, LedgerLook ledger) {
    this.dayColumn = dayColumn;
    this.partition = partition;
    this.spans = new FileSpans(partition, dayColumn);
    this.version = state.map(TableState::version).orElse(-1L);
    this.id = state.map(TableState::id);
    this.properties = state.map(TableState::properties).orElse(Map.of());
    this.ledger = ledger;
  }

  private TablePast(TablePast other) {
    this.dayColumn = other.dayColumn;
    this.partition = other.partition;
    this.spans = other.spans;
    this.version = other.version;
    this.properties = other.properties;
    this.id = other.id;
    this.ledger = other.ledger;
    this.comparableSince = other.comparableSince;
    this.changedSince = other.changedSince;
    this.columnsAdded.addAll(other.columnsAdded);
    this.days.putAll(other.days);
  }

  /**
   * The past of {@code definition}'s table at {@code path}; empty if there is no table.
   *
   * @param ledger asked after the table was read, so that both can be read at once
   */
  public static TablePast read(
      Definition definition, String path, Configuration hadoop, Supplier<LedgerLook> ledger) {
    TableLog log = new TableLog(path, hadoop);
    boolean isThere = !log.versions().isEmpty();
    Optional<TableState> state =
        isThere ? new KernelReader(path, hadoop).latest() : Optional.empty();
    Optional<String> partition =
        state.flatMap(
            now ->
                now.partitionColumns().stream()
                    .filter(definition.dayColumn()::equalsIgnoreCase)
                    .findFirst());
    TablePast past = new TablePast(definition.dayColumn(), state, partition, ledger.get());
    state.ifPresent(now -> past.fill(now, log));
    if (definition.adjusts() && state.isPresent()) {
      past.adjusted(Adjustments.path(path), hadoop);
    }
    return past;
  }

  /** The table's version; -1 if there is no table. */
  public long version() {
    return version;
  }

  /** Delta's id of the table; empty if there is none. */
  public Optional<String> id() {
    return id;
  }

  /**
   * The version that last changed the table's columns or properties: fingerprints of days that were
   * published before it may be of other columns.
   */
  public long comparableSince() {
    return comparableSince;
  }

  /** The version that last changed the table itself: its columns, properties or protocol. */
  long changedSince() {
    return changedSince;
  }

  /** The commits after {@code version} that added columns to the table, oldest first. */
  List<LogCommit> columnsAddedSince(long version) {
    return columnsAdded.stream().filter(commit -> commit.version() > version).toList();
  }

  /** The table's properties. */
  public Map<String, String> properties() {
    return properties;
  }

  /**
   * What {@code day} was before backfill {@code id} replaced it; empty if nothing was published
   * then, or it is not known any more.
   */
  public Optional<Publication> before(LocalDate day, String id) {
    return day(day).before(id);
  }

  /** Everything that is known to have happened to {@code day}, oldest first. */
  public List<DayEvent> events(LocalDate day) {
    return day(day).events();
  }

  /** The same with the days of {@code hold} as they will be once it is published. */
  public TablePast with(Hold hold) {
    TablePast held = new TablePast(this);
    for (Hold.HeldDay day : hold.days()) {
      DayPast its = new DayPast();
      List<FileEntry> files = day.files().stream().map(FileEntry::parse).toList();
      files.forEach(its::holds);
      hold.facts().days().stream()
          .filter(facts -> facts.day().equals(day.day()))
          .map(facts -> Publication.of(hold, facts, day.baseVersion(), its.identities()))
          .forEach(known -> its.published(known, OptionalLong.empty()));
      held.days.put(day.day(), its);
    }
    return held;
  }

  /** The newest publication of {@code day} that was not undone. */
  public Optional<Publication> publication(LocalDate day) {
    return day(day).publication();
  }

  /** The oldest publication of {@code day} that is known, though it may have been undone. */
  public Optional<Publication> firstPublication(LocalDate day) {
    return day(day).firstPublication();
  }

  /**
   * What {@code day} holds, as those that read it record it; empty if there is nothing: it was not
   * published and has no rows. Two answers are alike where the rows are.
   */
  public Optional<ReadDay> content(LocalDate day) {
    DayPast its = day(day);
    Optional<Publication> publication = its.publication();
    if (publication.isEmpty() && !its.hasFiles()) {
      return Optional.empty();
    }
    return isAsPublished(its)
        ? publication.map(known -> new ReadDay(day, known.fingerprint(), known.commit()))
        : Optional.of(
            new ReadDay(day, foreign(its, its.changedAfterPublication()), Optional.empty()));
  }

  /** Whether the rows of a day are those of its publication, and which they are is known. */
  private boolean isAsPublished(DayPast its) {
    return its.publication().filter(known -> !known.fingerprint().isEmpty()).isPresent()
        && its.changedAfterPublication().isEmpty()
        && !(isByDay() && its.changesSince().isEmpty() && hasOtherFiles(its));
  }

  /** What the commit of {@code day} tells of its rows; empty if they are others by now. */
  Optional<DayFacts> facts(LocalDate day) {
    DayPast its = day(day);
    return isAsPublished(its) ? its.publication().map(Publication::facts) : Optional.empty();
  }

  private static boolean hasOtherFiles(DayPast its) {
    return its.publication().filter(known -> known.files().equals(its.identities())).isEmpty();
  }

  /** A word for rows that dayfill did not publish. */
  private static String foreign(DayPast its, Optional<Long> change) {
    return change
        .map(version -> "version " + version)
        .orElseGet(() -> "files " + Integer.toHexString(its.identities().hashCode()));
  }

  /** The table's own name of the day column, if its files are kept by day. */
  public String dayColumn() {
    return partition.orElse(dayColumn);
  }

  /** The files that hold {@code day}. */
  public List<FileEntry> files(LocalDate day) {
    return List.copyOf(day(day).files());
  }

  /** What the ledger says of the table. */
  public LedgerLook ledger() {
    return ledger;
  }

  /** The days that were ever published or hold rows, as far as files tell. */
  public SortedSet<LocalDate> days() {
    SortedSet<LocalDate> known = new TreeSet<>();
    days.forEach(
        (day, past) -> {
          if (past.wasPublished() || past.hasFiles()) {
            known.add(day);
          }
        });
    return known;
  }

  /** The rows that {@code day} has, as far as its files or its publication tell. */
  public OptionalLong rows(LocalDate day) {
    DayPast its = day(day);
    return isByDay()
        ? its.rows()
        : its.publication()
            .map(known -> OptionalLong.of(known.rows()))
            .orElse(OptionalLong.empty());
  }

  /** Whether a day's files hold rows of no other day. */
  boolean isByDay() {
    return partition.isPresent();
  }

  DayPast day(LocalDate day) {
    return days.getOrDefault(day, new DayPast());
  }

  private void fill(TableState now, TableLog log) {
    List<LogCommit> commits = commits(log, now.version());
    fromLedger(commits);
    Map<String, FileEntry> known = new HashMap<>();
    commits.forEach(commit -> replay(commit, known));
    for (FileEntry file : now.files()) {
      spans.of(file).forEach(day -> entry(day).holds(file));
    }
  }

  /** What corrected days by signed rows, after all that the table itself tells of them. */
  private void adjusted(String path, Configuration hadoop) {
    Optional<TableState> state =
        new KernelReader(path, hadoop)
            .latest()
            .filter(
                now -> id.equals(Optional.ofNullable(now.properties().get(Adjustments.OF_TABLE))));
    if (state.isEmpty()) {
      return;
    }
    List<LogCommit> commits = commits(new TableLog(path, hadoop), state.get().version());
    lacking(commits, Optional.of(state.get().id()))
        .forEach(
            run ->
                run.undoes()
                    .ifPresentOrElse(
                        undone -> undone(run, undone),
                        () -> entry(run.day()).corrected(Publication.of(run))));
    commits.forEach(this::replayAdjustments);
    for (FileEntry file : state.get().files()) {
      spans.of(file).forEach(day -> entry(day).holdsAdjustments(file));
    }
  }

  private void replayAdjustments(LogCommit commit) {
    Optional<CommitFacts> facts = Facts.of(commit);
    if (facts.isEmpty()) {
      spans
          .foreign(commit, Map.of())
          .forEach((day, change) -> entry(day).adjustmentsChanged(change));
      return;
    }
    for (DayFacts day : facts.get().days()) {
      Publication correction = Publication.of(commit, facts.get(), day);
      facts
          .get()
          .undoes()
          .ifPresentOrElse(
              undone -> entry(day.day()).takenBack(undone, correction),
              () -> entry(day.day()).corrected(correction));
    }
  }

  /** Publications whose commits Delta has removed, by its log's retention. */
  private void fromLedger(List<LogCommit> commits) {
    lacking(commits, id)
        .forEach(
            run ->
                run.undoes()
                    .ifPresentOrElse(
                        undone -> undone(run, undone),
                        () ->
                            entry(run.day()).published(Publication.of(run), OptionalLong.empty())));
  }

  private void undone(RunRecord run, String undone) {
    entry(run.day())
        .undone(
            undone,
            run.backfill(),
            run.tableVersion().orElseThrow(),
            run.facts(),
            Origin.of(run),
            OptionalLong.empty());
  }

  /** The ledger's publications of the table {@code tableId} that {@code commits} do not tell. */
  private Stream<RunRecord> lacking(List<LogCommit> commits, Optional<String> tableId) {
    Set<String> told = new HashSet<>();
    commits.forEach(commit -> Facts.of(commit).ifPresent(facts -> told.add(facts.commit())));
    return ledger.runs().stream()
        .filter(run -> run.isPublished() && run.tableVersion().isPresent())
        .filter(run -> run.tableId().equals(tableId))
        .filter(run -> run.commit().filter(told::contains).isEmpty())
        .sorted(Comparator.comparingLong((RunRecord run) -> run.tableVersion().orElseThrow()));
  }

  private static List<LogCommit> commits(TableLog log, long head) {
    List<LogCommit> commits = new ArrayList<>();
    for (long each : log.versions()) {
      if (each <= head) {
        log.commit(each).ifPresent(commits::add);
      }
    }
    return commits;
  }

  private void replay(LogCommit commit, Map<String, FileEntry> known) {
    if (commit.metadataChanged()) {
      comparableSince = commit.version();
    }
    if (!Facts.columnsAdded(commit).isEmpty()) {
      columnsAdded.add(commit);
    }
    if (commit.metadataChanged() || commit.protocolChanged()) {
      changedSince = commit.version();
    }
    Optional<CommitFacts> facts = Facts.of(commit);
    if (facts.isPresent()) {
      facts.get().days().forEach(day -> replay(commit, facts.get(), day, known));
    } else {
      spans.foreign(commit, known).forEach((day, change) -> entry(day).changed(change));
    }
    commit.adds().forEach(file -> known.put(file.path(), file));
  }

  private void replay(
      LogCommit commit, CommitFacts facts, DayFacts day, Map<String, FileEntry> known) {
    DayPast its = entry(day.day());
    OptionalLong removed = spans.removed(commit, day.day(), known);
    its.rewrittenBy(commit.version());
    facts
        .undoes()
        .ifPresentOrElse(
            undone ->
                its.undone(
                    undone,
                    facts.backfill(),
                    commit.version(),
                    day,
                    Origin.of(commit.timestamp(), facts),
                    removed),
            () -> its.published(Publication.of(commit, facts, day), removed));
  }

  private DayPast entry(LocalDate day) {
    return days.computeIfAbsent(day, any -> new DayPast());
  }
}
