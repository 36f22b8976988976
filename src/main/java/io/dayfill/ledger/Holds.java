/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.ledger;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Outcome;
import io.dayfill.definition.Project;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** A project's held backfills: one small file each beside the ledger, in plain Java. */
public final class Holds {
  private static final String FOLDER = "dayfill_held";
  private static final String SUFFIX = ".json";

  private final Path folder;
  private final Configuration hadoop;

  /** The held backfills of {@code project}. */
  public Holds(Project project, Configuration hadoop) {
    this.folder = new Path(project.resolve("warehouse/" + FOLDER));
    this.hadoop = hadoop;
  }

  /** Keeps {@code hold}; whoever lists the folder meanwhile sees all of it or nothing. */
  public void write(Hold hold) {
    try {
      FileSystem fileSystem = fileSystem();
      Path file = fileFor(hold);
      Path partial = new Path(folder, "." + file.getName());
      try (OutputStream out = fileSystem.create(partial, true)) {
        out.write(Json.pretty(hold).getBytes(StandardCharsets.UTF_8));
      }
      if (!fileSystem.rename(partial, file)) {
        throw new IOException("the file could not be given its name");
      }
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    }
  }

  /** What is held of backfill {@code id}, a table each; those that others read come first. */
  public List<Hold> find(String id) {
    return all().stream().filter(hold -> hold.id().equals(id)).toList();
  }

  /** The held backfills of {@code table}, oldest first. */
  public List<Hold> of(String table) {
    return all().stream().filter(hold -> hold.table().equals(table)).toList();
  }

  private List<Hold> all() {
    List<Hold> found = new ArrayList<>();
    try {
      for (FileStatus file : fileSystem().listStatus(folder)) {
        String name = file.getPath().getName();
        if (name.endsWith(SUFFIX) && !name.startsWith(".")) {
          read(file.getPath()).ifPresent(found::add);
        }
      }
    } catch (FileNotFoundException none) {
      return List.of();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    found.sort(Comparator.comparing(Hold::created).thenComparing(Hold::id));
    return found;
  }

  /** Forgets {@code hold}; its files are no part of any version. */
  public void remove(Hold hold) {
    try {
      fileSystem().delete(fileFor(hold), false);
    } catch (IOException unremovable) {
      throw new UncheckedIOException(unremovable);
    }
  }

  private Optional<Hold> read(Path file) {
    try (InputStream in = fileSystem().open(file)) {
      Hold hold = Json.mapper().readValue(in.readAllBytes(), Hold.class);
      if (hold.format() > Hold.FORMAT) {
        throw unreadable(file, "a newer dayfill wrote it (format " + hold.format() + ")");
      }
      return Optional.of(hold);
    } catch (FileNotFoundException none) {
      return Optional.empty();
    } catch (JsonProcessingException broken) {
      throw unreadable(file, "it is not a held backfill");
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static DayfillException unreadable(Path file, String why) {
    return new DayfillException(
        Outcome.FAILED,
        "warehouse/"
            + FOLDER
            + "/"
            + file.getName()
            + " cannot be read: "
            + why
            + "; move it away");
  }

  /** The first table of a backfill has the id's file, derived ones have files of their own. */
  private Path fileFor(Hold hold) throws IOException {
    Path first = new Path(folder, hold.id() + SUFFIX);
    Path other = new Path(folder, hold.id() + "." + hold.table() + SUFFIX);
    boolean isOthers = read(first).filter(known -> !known.table().equals(hold.table())).isPresent();
    return isOthers || fileSystem().exists(other) ? other : first;
  }

  private FileSystem fileSystem() throws IOException {
    return folder.getFileSystem(hadoop);
  }
}
