/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A folder with {@code conf/}, {@code landing/} and {@code warehouse/}; relative paths start here.
 */
public record Project(Path root) {
  private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:/.*");

  public Project {
    root = Objects.requireNonNull(root, "root").toAbsolutePath().normalize();
  }

  /** The folder of the definitions. */
  public Path conf() {
    return root.resolve("conf");
  }

  /** {@code path} as an absolute path or a URI: what has a scheme or is absolute stays as it is. */
  public String resolve(String path) {
    return SCHEME.matcher(path).matches() ? path : root.resolve(path).normalize().toString();
  }

  /** Where dayfill keeps what is not a table: staging folders and the workshop's copies. */
  public String scratch(String name) {
    return resolve("warehouse/.dayfill/" + name);
  }
}
