/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.delta;

import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The commits of a table, read from its log's JSON files in plain Java. Reads only; thread-safe.
 */
public final class TableLog {
  private static final Pattern COMMIT = Pattern.compile("(\\d{20})\\.json");

  private final Path folder;
  private final Configuration hadoop;

  /** The log of the table at {@code tablePath}, a path or URI that Hadoop understands. */
  public TableLog(String tablePath, Configuration hadoop) {
    this.folder = new Path(new Path(tablePath), "_delta_log");
    this.hadoop = hadoop;
  }

  /** The versions whose commit files are there, oldest first; empty if there is no table. */
  public List<Long> versions() {
    try {
      FileStatus[] files = fileSystem().listStatus(folder);
      return Arrays.stream(files)
          .map(file -> COMMIT.matcher(file.getPath().getName()))
          .filter(Matcher::matches)
          .map(name -> Long.parseLong(name.group(1)))
          .sorted()
          .toList();
    } catch (FileNotFoundException noTable) {
      return List.of();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** The newest version; empty if there is no table. */
  public OptionalLong latestVersion() {
    return versions().stream().mapToLong(Long::longValue).max();
  }

  /**
   * The newest version from {@code known} on, a version that was there. The next ones are asked for
   * by name: a listing grows with the table's age.
   */
  public long latestVersion(long known) {
    try {
      long version = known;
      while (fileSystem().exists(file(version + 1))) {
        version++;
      }
      return version;
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private Path file(long version) {
    return new Path(folder, String.format(Locale.ROOT, "%020d.json", version));
  }

  /** The commit of {@code version}; empty if its file is not there. */
  public Optional<LogCommit> commit(long version) {
    Path file = file(version);
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(fileSystem().open(file), StandardCharsets.UTF_8))) {
      CommitParser parser = new CommitParser(version);
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.isBlank()) {
          parser.accept(LogJson.read(line));
        }
      }
      return Optional.of(parser.commit());
    } catch (FileNotFoundException absent) {
      return Optional.empty();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private FileSystem fileSystem() throws IOException {
    return folder.getFileSystem(hadoop);
  }
}
