/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.ledger;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.dayfill.definition.DefinitionParts;
import java.util.List;
import java.util.Optional;

/**
 * What a commit of dayfill says of itself in Delta's {@code userMetadata}: data and facts are one
 * transaction, so they cannot disagree.
 *
 * @param dayfill the version of dayfill that wrote the commit
 * @param format the version of this record's own shape
 * @param commit an id that no other commit has; it settles whose a version is
 * @param backfill the id of the command that published
 * @param definition the fingerprint of the definition
 * @param parts the definition's parts; empty in commits of versions that did not write them
 * @param by who ran the command; empty as above
 * @param reason the operator's reason, if one was given
 * @param undoes the backfill that the commit undoes: each day has again what it had before that
 * @param consumers the names of those who are to be told of the commit
 * @param corrects the table's version whose days the signed rows of the commit correct; empty in
 *     commits of the table itself
 * @param days the days that the commit replaced
 */
public record CommitFacts(
    String dayfill,
    int format,
    String commit,
    String backfill,
    String definition,
    Optional<DefinitionParts> parts,
    Optional<Writer> by,
    Optional<String> reason,
    Optional<String> undoes,
    List<String> consumers,
    Optional<Long> corrects,
    List<DayFacts> days) {
  /** The shape that this version writes. */
  public static final int FORMAT = 1;

  public CommitFacts {
    consumers = consumers == null ? List.of() : List.copyOf(consumers);
    days = List.copyOf(days);
  }

  /** The facts of a commit of the table itself. */
  public CommitFacts(
      String dayfill,
      int format,
      String commit,
      String backfill,
      String definition,
      Optional<DefinitionParts> parts,
      Optional<Writer> by,
      Optional<String> reason,
      Optional<String> undoes,
      List<String> consumers,
      List<DayFacts> days) {
    this(
        dayfill,
        format,
        commit,
        backfill,
        definition,
        parts,
        by,
        reason,
        undoes,
        consumers,
        Optional.empty(),
        days);
  }

  /** The same facts for a commit of signed rows that correct the table's {@code version}. */
  public CommitFacts correcting(long version) {
    return with(commit, undoes, consumers, Optional.of(version));
  }

  /** The same facts for another commit. */
  public CommitFacts withCommit(String other) {
    return with(other, undoes, consumers, corrects);
  }

  /** The same facts of a commit that {@code names} are to be told of. */
  public CommitFacts telling(List<String> names) {
    return with(commit, undoes, names, corrects);
  }

  /** The facts of the commit that takes this one back at once. */
  public CommitFacts takenBack() {
    return with(commit + "-taken-back", Optional.of(backfill), consumers, corrects);
  }

  private CommitFacts with(
      String itsCommit, Optional<String> itUndoes, List<String> itTells, Optional<Long> version) {
    return new CommitFacts(
        dayfill,
        format,
        itsCommit,
        backfill,
        definition,
        parts,
        by,
        reason,
        itUndoes,
        itTells,
        version,
        days);
  }

  /** As one line of JSON. */
  public String json() {
    return Json.line(this);
  }

  /** The facts in {@code userMetadata}; empty if something else wrote it. */
  public static Optional<CommitFacts> parse(String userMetadata) {
    try {
      JsonNode node = Json.mapper().readTree(userMetadata);
      boolean ours =
          node.path("dayfill").isTextual()
              && node.path("commit").isTextual()
              && node.path("days").isArray();
      return ours
          ? Optional.of(Json.mapper().treeToValue(node, CommitFacts.class))
          : Optional.empty();
    } catch (JsonProcessingException notOurs) {
      return Optional.empty();
    }
  }
}
