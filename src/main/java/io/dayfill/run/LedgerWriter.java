/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import io.dayfill.delta.DayReplacement;
import io.dayfill.delta.DeltaFiles;
import io.dayfill.delta.DeltaInternals;
import io.dayfill.delta.FileEntry;
import io.dayfill.delta.KernelReader;
import io.dayfill.delta.TableState;
import io.dayfill.ledger.Json;
import io.dayfill.ledger.Ledger;
import io.dayfill.ledger.RunRecord;
import io.dayfill.spark.Sessions;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends to the ledger. When its small files have become many and a session is there, the same
 * commit joins them into one, so that the ledger stays fast without a command for it.
 */
final class LedgerWriter {
  private static final Logger LOG = LoggerFactory.getLogger(LedgerWriter.class);
  private static final int MANY_FILES = 50;
  private static final String ALL = "true";
  private static final String JOINED = "the ledger's files joined";

  private final Ledger ledger;
  private final String path;
  private final Configuration hadoop;
  private final Optional<Sessions> sessions;

  /**
   * A writer of {@code ledger}, which lies at {@code path}.
   *
   * @param sessions the command's session; empty where Spark took no part
   */
  LedgerWriter(Ledger ledger, String path, Configuration hadoop, Optional<Sessions> sessions) {
    this.ledger = ledger;
    this.path = path;
    this.hadoop = hadoop;
    this.sessions = sessions;
  }

  /** Adds {@code records} in one commit. */
  void append(List<RunRecord> records) {
    if (sessions.isEmpty() || !DeltaInternals.canStage() || !joined(records, sessions.get())) {
      ledger.append(records);
    }
  }

  /** Whether the rows are in, in one file with all that were there. */
  private boolean joined(List<RunRecord> records, Sessions open) {
    try {
      Optional<TableState> now = new KernelReader(path, hadoop).latest();
      if (now.isEmpty() || now.get().files().size() < MANY_FILES) {
        return false;
      }
      SparkSession session = open.child(ZoneOffset.UTC);
      List<String> lines = new ArrayList<>(ledger.lines());
      records.forEach(record -> lines.add(Json.line(record)));
      Dataset<Row> rows =
          session
              .read()
              .schema(session.read().format("delta").load(path).schema())
              .json(session.createDataset(lines, Encoders.STRING()).coalesce(1));
      DeltaFiles files = new DeltaFiles(session, path);
      List<FileEntry> added = files.stage(rows);
      DeltaFiles.HeadTransaction transaction = files.begin();
      if (transaction.readVersion() != now.get().version()) {
        return false;
      }
      transaction.commit(
          new DayReplacement(ALL, Optional.empty(), now.get().files(), added, JOINED));
      return true;
    } catch (RuntimeException failed) {
      LOG.debug("the ledger's files were not joined this time", failed);
      return false;
    }
  }
}
