/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.load;

import io.dayfill.definition.DayfillException;
import io.dayfill.definition.Definition;
import io.dayfill.definition.FilesInput;
import io.dayfill.definition.Outcome;
import io.dayfill.definition.Project;
import io.dayfill.definition.Redaction;
import io.dayfill.ledger.InputFacts;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Finds the files of a day and looks through their bytes before Spark reads them. Thread-safe. */
public final class SourceReader {
  private final Project project;
  private final Definition definition;
  private final Configuration hadoop;

  /** A reader of the files of {@code definition}'s inputs. */
  public SourceReader(Project project, Definition definition, Configuration hadoop) {
    this.project = project;
    this.definition = definition;
    this.hadoop = hadoop;
  }

  /** How the file at {@code path}, relative to the project, is now; empty if there is none. */
  public Optional<FileStatus> status(String path) {
    try {
      Path resolved = resolved(path, definition.table());
      return Optional.of(resolved.getFileSystem(hadoop).getFileStatus(resolved));
    } catch (FileNotFoundException absent) {
      return Optional.empty();
    } catch (IOException unreadable) {
      throw unreadable(path, unreadable);
    }
  }

  /** The SHA-256 of the file at {@code path}, relative to the project, in hexadecimal. */
  public String sha256(String path) {
    try {
      Path resolved = resolved(path, definition.table());
      return new SourceBytes(resolved.getFileSystem(hadoop), resolved).sha256();
    } catch (IOException unreadable) {
      throw unreadable(path, unreadable);
    }
  }

  /**
   * The files of {@code day}, one an input, each with its SHA-256, header and number of records.
   *
   * @throws DayfillException NOT_READY when a file is not there, REFUSED when one cannot be taken
   */
  public List<SourceFile> read(LocalDate day) {
    List<SourceFile> files = new ArrayList<>();
    for (FilesInput input : definition.files()) {
      files.add(read(input, day));
    }
    return files;
  }

  /**
   * Compares the files with what they were.
   *
   * @throws DayfillException NOT_READY when one has changed since it was found
   */
  public void requireUnchanged(List<SourceFile> files) {
    for (SourceFile file : files) {
      try {
        Path path = new Path(file.path());
        FileSystem fileSystem = path.getFileSystem(hadoop);
        FileStatus status = fileSystem.getFileStatus(path);
        InputFacts facts = file.facts();
        boolean same =
            status.getLen() == facts.sizeBytes()
                && status.getModificationTime() == facts.modified().toEpochMilli()
                && new SourceBytes(fileSystem, path).sha256().equals(facts.sha256());
        if (!same) {
          throw changed(file);
        }
      } catch (FileNotFoundException gone) {
        throw changed(file);
      } catch (IOException unreadable) {
        throw unreadable(file.facts().path(), unreadable);
      }
    }
  }

  private Path resolved(String path, String what) {
    try {
      return new Path(project.resolve(path));
    } catch (DayfillException outside) {
      throw outside.in(what);
    }
  }

  private SourceFile read(FilesInput input, LocalDate day) {
    String name = input.path(day);
    try {
      Path path = resolved(name, what(day) + " refused");
      FileSystem fileSystem = path.getFileSystem(hadoop);
      FileStatus status = fileSystem.getFileStatus(path);
      if (!status.isFile() || status.getLen() == 0) {
        throw new BadSource(
            status.isFile()
                ? "is empty (0 bytes): an upload may have failed; deliver it again"
                : "is a folder, not a file");
      }
      CsvScanner scanner = new CsvScanner(line -> {});
      String sha256 = new SourceBytes(fileSystem, path).scan(scanner);
      CsvShape shape = scanner.end();
      new ShapeRules(input, shape).check();
      Instant modified = Instant.ofEpochMilli(status.getModificationTime());
      return new SourceFile(
          input,
          day,
          path.toString(),
          new InputFacts(input.name(), Redaction.of(name), status.getLen(), modified, sha256),
          shape);
    } catch (FileNotFoundException absent) {
      throw new DayfillException(
          Outcome.NOT_READY,
          what(day)
              + " is not ready: "
              + name
              + " does not exist; run it again when the file is there");
    } catch (BadSource bad) {
      throw new DayfillException(
          Outcome.REFUSED, what(day) + " refused: " + name + " " + bad.problem());
    } catch (IOException unreadable) {
      throw unreadable(name, unreadable);
    }
  }

  private DayfillException changed(SourceFile file) {
    return new DayfillException(
        Outcome.NOT_READY,
        what(file.day())
            + " is not ready: "
            + file.facts().path()
            + " changed while it was read; run it again when it is complete");
  }

  private String what(LocalDate day) {
    return definition.table() + " " + day;
  }

  private DayfillException unreadable(String name, IOException cause) {
    return new DayfillException(
        Outcome.FAILED,
        definition.table() + ": " + name + " cannot be read: " + cause.getMessage(),
        cause);
  }
}
