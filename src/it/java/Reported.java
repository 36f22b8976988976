/* SPDX-License-Identifier: Apache-2.0 */
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Compares what commands say that they have published with what is in the table's log: {@code
 * Reported HISTORY COMMAND...}, files with the JSON of {@code history} and of commands that run
 * days. Ends with 1 if a publication is missing.
 */
final class Reported {
  private static final ObjectMapper JSON = new ObjectMapper();

  private int published;
  private int missing;
  private int lost;
  private int lostLater;
  private int otherConflicts;

  private Reported() {}

  /** Prints one line. */
  public static void main(String[] args) throws IOException {
    Map<Long, JsonNode> commits = new HashMap<>();
    for (JsonNode commit : JSON.readTree(new File(args[0])).path("history")) {
      commits.put(commit.path("version").asLong(), commit);
    }
    Reported all = new Reported();
    for (int i = 1; i < args.length; i++) {
      all.count(JSON.readTree(new File(args[i])), commits);
    }
    System.out.printf(
        "%d publications reported, %d of them not in the log; %d commits lost and told as conflicts"
            + " (%d seen at once, %d at the end); %d other conflicts%n",
        all.published,
        all.missing,
        all.lost + all.lostLater,
        all.lost,
        all.lostLater,
        all.otherConflicts);
    if (all.missing > 0) {
      System.exit(1);
    }
  }

  private void count(JsonNode command, Map<Long, JsonNode> commits) {
    for (JsonNode run : command.path("runs")) {
      String reason = run.path("reason").asText();
      switch (run.path("outcome").asText()) {
        case "PUBLISHED" -> {
          published++;
          JsonNode commit = commits.get(run.path("version").asLong());
          if (!isOf(commit, command.path("backfill").asText(), run.path("day").asText())) {
            missing++;
            System.out.println("missing: " + run + ", there is " + commit);
          }
        }
        case "CONFLICT" -> {
          if (reason.contains("was ours")) {
            lostLater++;
          } else if (reason.contains("lets two writers win")) {
            lost++;
          } else {
            otherConflicts++;
          }
        }
        default -> System.out.println("other: " + run);
      }
    }
  }

  private static boolean isOf(JsonNode commit, String backfill, String day) {
    if (commit == null || !commit.path("backfill").asText().equals(backfill)) {
      return false;
    }
    for (JsonNode each : commit.path("days")) {
      if (each.asText().equals(day)) {
        return true;
      }
    }
    return false;
  }
}
