/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.notify;

import io.dayfill.definition.Consumer;
import io.dayfill.definition.Consumer.Changes;
import io.dayfill.definition.Consumer.Webhook;
import io.dayfill.definition.Definition;
import io.dayfill.definition.Project;
import io.dayfill.ledger.ConsumerFacts;
import io.dayfill.ledger.LedgerLook;
import io.dayfill.ledger.RunRecord;
import io.dayfill.notify.Message.DayChange;
import io.dayfill.plan.DayEvent.Replaced;
import io.dayfill.plan.TablePast;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/**
 * Tells the consumers of a table what its commits have promised to tell them and nobody has told
 * yet: of the present command, and of earlier ones that were killed or could not reach a consumer.
 * What was told stands in the ledger's rows. Never fails; what could not be told is said, and is
 * told by the next command.
 */
public final class Telling {
  /** Where the ledger knows nothing of a table, older publications count as told. */
  private static final Duration FORGOTTEN = Duration.ofDays(7);

  private static final int OTHERS_FIRST = 3;

  private final Project project;
  private final Definition definition;
  private final Configuration hadoop;

  /** For the consumers of {@code definition}. */
  public Telling(Project project, Definition definition, Configuration hadoop) {
    this.project = project;
    this.definition = definition;
    this.hadoop = hadoop;
  }

  /**
   * What is to be written into the ledger, and said.
   *
   * @param rows the command's rows, and those of the ledger that know more now
   * @param warnings a line for each consumer that could not be told
   */
  public record Told(List<RunRecord> rows, List<String> warnings) {
    public Told {
      rows = List.copyOf(rows);
      warnings = List.copyOf(warnings);
    }
  }

  /** What became of one consumer's messages: the commits that it knows of now. */
  private record Delivery(Consumer consumer, Set<String> commits, Optional<String> problem) {}

  /**
   * Tells everybody, waiting for the end.
   *
   * @param look the ledger as it is
   * @param added the rows that the command is about to add
   * @param tableId Delta's id of the table
   * @param past what is known of the table, asked only where there is something to tell
   */
  public Told tell(
      LedgerLook look, List<RunRecord> added, String tableId, Supplier<TablePast> past) {
    Map<String, RunRecord> known = new HashMap<>();
    look.runs().forEach(row -> publication(row).ifPresent(id -> known.put(id, row)));
    List<RunRecord> rows =
        added.stream().map(row -> recent(merged(row, known), look, tableId)).toList();
    List<RunRecord> all =
        Stream.concat(look.runs().stream(), rows.stream())
            .filter(row -> row.tableId().filter(tableId::equals).isPresent())
            .toList();
    Map<Consumer, Set<String>> open = new HashMap<>();
    for (Consumer consumer : definition.consumers()) {
      Set<String> commits = open(all, consumer);
      if (!commits.isEmpty()) {
        open.put(consumer, commits);
      }
    }
    if (open.isEmpty()) {
      return new Told(rows, List.of());
    }
    List<Delivery> deliveries = deliver(open, past.get());
    List<RunRecord> written = new ArrayList<>();
    rows.forEach(row -> written.add(told(row, deliveries)));
    for (RunRecord before : look.runs()) {
      RunRecord now = told(before, deliveries);
      if (!now.equals(before)) {
        written.add(now);
      }
    }
    return new Told(written, deliveries.stream().flatMap(each -> each.problem().stream()).toList());
  }

  private static Optional<String> publication(RunRecord row) {
    return row.commit().map(commit -> commit + " " + row.day());
  }

  /** Another command may have told of a publication while the present one was at work. */
  private static RunRecord merged(RunRecord row, Map<String, RunRecord> known) {
    return publication(row)
        .flatMap(id -> Optional.ofNullable(known.get(id)))
        .map(other -> RunRecord.merged(row, other))
        .orElse(row);
  }

  /**
   * A ledger that cannot be read, or is new to a table, cannot say what was told: then recovered
   * rows, or old ones among them, promise nothing.
   */
  private static RunRecord recent(RunRecord row, LedgerLook look, String tableId) {
    boolean isOld = row.ended().isBefore(Instant.now().minus(FORGOTTEN));
    boolean unknown = look.problem().isPresent() || (isOld && look.coveredVersion(tableId) < 0);
    return row.recovered() && unknown ? row.with(List.of()) : row;
  }

  private static Set<String> open(List<RunRecord> rows, Consumer consumer) {
    return rows.stream()
        .filter(row -> row.consumers().stream().anyMatch(each -> isOpen(each, consumer)))
        .flatMap(row -> row.commit().stream())
        .collect(Collectors.toSet());
  }

  private static boolean isOpen(ConsumerFacts facts, Consumer consumer) {
    return facts.consumer().equals(consumer.name()) && facts.told().isEmpty();
  }

  private static RunRecord told(RunRecord row, List<Delivery> deliveries) {
    if (row.commit().isEmpty()) {
      return row;
    }
    String commit = row.commit().get();
    List<ConsumerFacts> now = new ArrayList<>();
    for (ConsumerFacts each : row.consumers()) {
      boolean isTold =
          deliveries.stream()
              .anyMatch(one -> isOpen(each, one.consumer()) && one.commits().contains(commit));
      now.add(isTold ? each.toldAt(Instant.now()) : each);
    }
    return row.with(now);
  }

  /** Consumers are told at the same time: one that hangs keeps no other waiting. */
  private List<Delivery> deliver(Map<Consumer, Set<String>> open, TablePast past) {
    ExecutorService pool = Executors.newFixedThreadPool(open.size(), Telling::thread);
    try {
      List<CompletableFuture<Delivery>> running = new ArrayList<>();
      open.forEach(
          (consumer, commits) ->
              running.add(
                  CompletableFuture.supplyAsync(() -> deliver(consumer, commits, past), pool)));
      return running.stream().map(CompletableFuture::join).toList();
    } finally {
      pool.shutdownNow();
    }
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "dayfill-notify");
    thread.setDaemon(true);
    return thread;
  }

  private Delivery deliver(Consumer consumer, Set<String> commits, TablePast past) {
    try {
      return consumer instanceof Webhook webhook
          ? send(webhook, commits, past)
          : append(new Changes(), commits, past);
    } catch (RuntimeException failure) {
      String why =
          consumer instanceof Webhook
              ? failure.getClass().getSimpleName()
              : String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
      return new Delivery(consumer, Set.of(), Optional.of(warning(consumer, why)));
    }
  }

  /** In the order of the versions; after one that does not arrive the others wait. */
  private Delivery send(Webhook webhook, Set<String> commits, TablePast past) {
    List<Message> messages =
        Messages.of(definition.table(), past, event -> commits.contains(event.origin().commit()));
    Optional<String> secret = Secrets.of(webhook);
    if (secret.isEmpty()) {
      String why = "the environment variable " + webhook.secretEnv() + " is not set";
      return new Delivery(webhook, Set.of(), Optional.of(warning(webhook, why)));
    }
    WebhookSender sender = new WebhookSender(webhook, secret.get());
    Set<String> told = new HashSet<>(commits);
    Optional<String> problem = Optional.empty();
    List<String> left = new ArrayList<>();
    for (Message message : messages) {
      if (problem.isEmpty()) {
        problem = sender.send(CloudEvent.json(message));
      }
      if (problem.isPresent()) {
        left.add(message.backfill());
        message.days().stream().map(DayChange::commit).forEach(told::remove);
      }
    }
    return new Delivery(
        webhook, told, problem.map(why -> warning(webhook, why + "; untold: " + named(left))));
  }

  private static String named(List<String> backfills) {
    int more = backfills.size() - OTHERS_FIRST;
    return "backfill "
        + String.join(", ", backfills.subList(0, Math.min(OTHERS_FIRST, backfills.size())))
        + (more > 0 ? " and " + more + " more" : "");
  }

  private String warning(Consumer consumer, String why) {
    return definition.table()
        + ": "
        + consumer.shown()
        + " could not be told: "
        + why
        + "; the next command that writes tells it again";
  }

  /** The table itself knows what is in it: another command may have told the same. */
  private Delivery append(Changes changes, Set<String> commits, TablePast past) {
    ChangesTable table = new ChangesTable(project, hadoop);
    String id = past.id().orElseThrow();
    boolean isIn = false;
    while (!isIn) {
      long from = table.toldUpTo(id);
      List<Message> messages = Messages.of(definition.table(), past, event -> isAfter(event, from));
      isIn = messages.isEmpty() || table.append(messages, id, past.version());
    }
    return new Delivery(changes, commits, Optional.empty());
  }

  private static boolean isAfter(Replaced event, long version) {
    return event.version() > version && event.origin().consumers().contains(Changes.NAME);
  }
}
