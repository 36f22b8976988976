/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.delta;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** The files of a table as its folder has them. */
public final class TableFiles {
  private TableFiles() {}

  /** Whether {@code file} of the table at {@code tablePath} is there. */
  public static boolean isThere(String tablePath, FileEntry file, Configuration hadoop) {
    try {
      Path path = new Path(new Path(tablePath), file.location());
      return path.getFileSystem(hadoop).exists(path);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
