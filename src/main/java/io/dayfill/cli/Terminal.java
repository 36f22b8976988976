/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cli;

import io.dayfill.definition.Redaction;
import io.dayfill.ledger.Json;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a command writes: results to stdout, everything else to stderr, both in UTF-8 whatever the
 * locale says, and without the secrets that can be recognised.
 */
public final class Terminal {
  private final PrintStream out;
  private final PrintStream err;
  private final List<String> failures = new ArrayList<>();

  /** A terminal that writes to {@code out} and {@code err}. */
  public Terminal(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  /** The terminal of this process. */
  public static Terminal ofProcess() {
    return new Terminal(utf8(FileDescriptor.out), utf8(FileDescriptor.err));
  }

  /** A line of the result. */
  void result(String line) {
    out.println(Redaction.of(line));
    out.flush();
  }

  /** The result as one JSON document. */
  void json(Object document) {
    result(Json.pretty(document));
  }

  /** A line that is no result: progress, or why something failed. */
  void note(String line) {
    err.println(Redaction.of(line));
    err.flush();
  }

  /** A failure, after the program's name. */
  void failure(String message) {
    failures.add(Redaction.of(message));
    note("dayfill: " + message);
  }

  /** The messages of all failures so far. */
  List<String> failures() {
    return List.copyOf(failures);
  }

  /** Whether a person sees stderr as it is written. */
  @SuppressWarnings("SystemConsoleNull") // JDK 22 answers for redirected streams too; this is 17.
  static boolean isInteractive() {
    return System.console() != null && System.getenv("CI") == null;
  }

  private static PrintStream utf8(FileDescriptor descriptor) {
    return new PrintStream(new FileOutputStream(descriptor), false, StandardCharsets.UTF_8);
  }
}
