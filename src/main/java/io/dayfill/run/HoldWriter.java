/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.run;

import io.dayfill.delta.FileEntry;
import io.dayfill.delta.KernelReader;
import io.dayfill.delta.TableState;
import io.dayfill.ledger.CommitFacts;
import io.dayfill.ledger.Hold;
import io.dayfill.ledger.Hold.HeldDay;
import io.dayfill.ledger.Holds;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** Keeps staged days for {@code publish}. */
final class HoldWriter {
  private final BackfillRequest request;
  private final Configuration hadoop;

  HoldWriter(BackfillRequest request, Configuration hadoop) {
    this.request = request;
    this.hadoop = hadoop;
  }

  /** Holds {@code days}, in their order, which {@code facts} tells of. */
  void write(List<ReadyDay> days, CommitFacts facts) {
    String path = request.project().resolve(request.definition().location());
    TableState table = new KernelReader(path, hadoop).latest().orElseThrow();
    new Holds(request.project(), hadoop)
        .write(
            new Hold(
                Hold.FORMAT,
                request.definition().table(),
                table.id(),
                Instant.now(),
                table.columns().stream().map(TableState.TableColumn::name).toList(),
                facts,
                days.stream().map(HoldWriter::held).toList()));
  }

  private static HeldDay held(ReadyDay day) {
    return new HeldDay(
        day.day(),
        day.staging().baseVersion(),
        Optional.of(day.staging().adjustmentsVersion()).filter(version -> version >= 0),
        day.staging().files(day.day()).stream().map(FileEntry::json).toList());
  }
}
