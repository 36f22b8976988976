/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A folder with {@code conf/}, {@code landing/} and {@code warehouse/}; relative paths start here.
 */
public record Project(Path root) {
  private static final String FILE = "file:";
  private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:/.*");

  public Project {
    root = Objects.requireNonNull(root, "root").toAbsolutePath().normalize();
  }

  /** The folder of the definitions. */
  public Path conf() {
    return root.resolve("conf");
  }

  /**
   * {@code path} as an absolute path or a URI: what has a scheme or is absolute stays as it is.
   *
   * @throws DayfillException when it is a local path that leads out of the project, or a link does
   */
  public String resolve(String path) {
    boolean isUri = SCHEME.matcher(path).matches();
    if (isUri && !isFile(path)) {
      return path;
    }
    Path local = root.resolve(isUri ? withoutScheme(path) : path).normalize();
    Confinement.require(root, local, path);
    return isUri ? path : local.toString();
  }

  private static boolean isFile(String uri) {
    return uri.regionMatches(true, 0, FILE, 0, FILE.length());
  }

  /** The path of a {@code file:} URI, as Hadoop reads it: nothing in it is an escape. */
  private static String withoutScheme(String uri) {
    return uri.substring(FILE.length()).replaceFirst("^//[^/]*", "");
  }

  /** Where dayfill keeps what is not a table: staging folders and the workshop's copies. */
  public String scratch(String name) {
    return resolve("warehouse/.dayfill/" + name);
  }

  /**
   * As above for what all machines of a cluster must see: beside the table at {@code location}
   * where that lies in another store.
   */
  public String scratch(String name, String location) {
    String folder = location.replaceFirst("/+[^/]+/*$", "");
    return SCHEME.matcher(folder).matches() && !isFile(location)
        ? folder + "/.dayfill/" + name
        : scratch(name);
  }
}
