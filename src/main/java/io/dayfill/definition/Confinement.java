/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Keeps what definitions name inside the project's folder: a definition is text that somebody else
 * may have written, and must not make a job read or replace what it was never given. Folders of the
 * environment variable {@value #VARIABLE} count as inside; stores behind a URL are confined by
 * their own rights.
 */
final class Confinement {
  /** Folders beside the project that definitions may name, separated as in a search path. */
  static final String VARIABLE = "DAYFILL_ALLOWED_FOLDERS";

  /** The same as a system property, for those who call dayfill from Java. */
  static final String PROPERTY = "dayfill.allowed.folders";

  private Confinement() {}

  /**
   * Refuses a local path that leads out.
   *
   * @param root the project's folder, absolute
   * @param path what {@code said} means, absolute and without {@code ..}
   * @param said the path as the definition has it
   * @throws DayfillException usage when the path itself leads out, REFUSED when a link does
   */
  static void require(Path root, Path path, String said) {
    List<Path> folders = new ArrayList<>(List.of(root));
    folders.addAll(allowed());
    if (folders.stream().noneMatch(path::startsWith)) {
      throw DayfillException.usage(
          "'" + said + "' leads out of the project " + root + ": " + remedy("name a path in it"));
    }
    Optional<Path> real = real(path);
    boolean inside =
        real.isPresent()
            && folders.stream().flatMap(Confinement::known).anyMatch(real.get()::startsWith);
    if (!inside && Files.exists(root)) {
      throw new DayfillException(
          Outcome.REFUSED,
          "'"
              + said
              + "' is, or lies behind, a link that leads out of the project "
              + root
              + ": "
              + remedy("put a copy there"));
    }
  }

  private static String remedy(String first) {
    return first + ", or allow its folder in the environment variable " + VARIABLE;
  }

  private static List<Path> allowed() {
    String named =
        Optional.ofNullable(System.getProperty(PROPERTY))
            .or(() -> Optional.ofNullable(System.getenv(VARIABLE)))
            .orElse("");
    return Stream.of(named.split(File.pathSeparator))
        .filter(folder -> !folder.isBlank())
        .map(folder -> Path.of(folder).toAbsolutePath().normalize())
        .toList();
  }

  private static Stream<Path> known(Path folder) {
    return real(folder).stream();
  }

  /** Where {@code path} really lies, as far as it exists; empty behind a link to nowhere. */
  private static Optional<Path> real(Path path) {
    Path there = path;
    while (there.getParent() != null && !Files.exists(there, LinkOption.NOFOLLOW_LINKS)) {
      there = there.getParent();
    }
    try {
      return Optional.of(there.toRealPath());
    } catch (IOException nowhere) {
      return Optional.empty();
    }
  }
}
