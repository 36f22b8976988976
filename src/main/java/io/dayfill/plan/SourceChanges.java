/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.plan;

import io.dayfill.definition.Definition;
import io.dayfill.definition.FilesInput;
import io.dayfill.ledger.InputFacts;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Compares a day's sources with those that it was made of: size and time first, the hash only where
 * they differ.
 */
final class SourceChanges {
  private static final int SHOWN_HASH = 8;

  private final Definition definition;
  private final SourceLook sources;
  private final Instant now;

  SourceChanges(Definition definition, SourceLook sources, Instant now) {
    this.definition = definition;
    this.sources = sources;
    this.now = now;
  }

  /** The first source of {@code day} that is not there, in words. */
  Optional<String> missing(LocalDate day) {
    return definition.files().stream()
        .map(input -> input.path(day))
        .filter(path -> sources.stat(path).isEmpty())
        .findFirst()
        .map(path -> path + " is not there yet");
  }

  /** The bytes that a run of {@code day} would read. */
  long sizeBytes(LocalDate day) {
    return definition.files().stream()
        .map(input -> sources.stat(input.path(day)))
        .mapToLong(stat -> stat.map(SourceLook.Stat::sizeBytes).orElse(0L))
        .sum();
  }

  /** What has changed since {@code publication}. */
  List<Cause> since(Publication publication, LocalDate day) {
    List<Cause> causes = new ArrayList<>();
    for (FilesInput input : definition.files()) {
      publication.inputs().stream()
          .filter(then -> then.name().equals(input.name()))
          .findFirst()
          .flatMap(then -> changed(then, input.path(day), publication))
          .ifPresent(causes::add);
    }
    return causes;
  }

  private Optional<Cause> changed(InputFacts then, String path, Publication publication) {
    Optional<SourceLook.Stat> found = sources.stat(path);
    if (found.isEmpty()) {
      return Optional.of(
          new Cause(
              Cause.Code.SOURCE_GONE,
              path + " is not there any more: the day can't be computed again from it"));
    }
    SourceLook.Stat stat = found.get();
    boolean isFromFuture = stat.modified().isAfter(now);
    boolean looksSame =
        stat.sizeBytes() == then.sizeBytes() && stat.modified().equals(then.modified());
    if (looksSame && !isFromFuture) {
      return Optional.empty();
    }
    String sha256 = sources.sha256(path);
    if (!sha256.equals(then.sha256())) {
      Cause.Code code = publication.rows() == 0 ? Cause.Code.NEW_SOURCE : Cause.Code.SOURCE_CHANGED;
      return Optional.of(new Cause(code, difference(then, path, stat, sha256)));
    }
    return isFromFuture
        ? Optional.of(
            new Cause(
                Cause.Code.SOURCE_FROM_FUTURE,
                path
                    + " was modified in the future ("
                    + stat.modified()
                    + "), a clock is wrong; its content is the same"))
        : Optional.empty();
  }

  private static String difference(
      InputFacts then, String path, SourceLook.Stat now, String sha256) {
    return path
        + " changed: "
        + described(then.sizeBytes(), then.sha256())
        + " then, "
        + described(now.sizeBytes(), sha256)
        + " now";
  }

  private static String described(long sizeBytes, String sha256) {
    String hash = sha256.substring(0, Math.min(SHOWN_HASH, sha256.length()));
    return sizeBytes + " bytes (" + hash + ")";
  }
}
