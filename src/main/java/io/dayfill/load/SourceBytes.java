/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.load;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Reads a file's bytes: their SHA-256, and their characters, which must be UTF-8. */
final class SourceBytes {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int ZIP_FILE = 0x504b0304;
  private static final int EMPTY_ZIP = 0x504b0506;
  private static final int BYTE_ORDER_MARK = '\uFEFF';

  private final FileSystem fileSystem;
  private final Path path;

  SourceBytes(FileSystem fileSystem, Path path) {
    this.fileSystem = fileSystem;
    this.path = path;
  }

  /** The SHA-256 of the file's bytes. */
  String sha256() throws IOException {
    MessageDigest digest = newDigest();
    byte[] buffer = new byte[BUFFER_BYTES];
    try (InputStream in = fileSystem.open(path)) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        digest.update(buffer, 0, read);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /**
   * Gives the file's characters to {@code scanner} and returns the SHA-256 of its bytes, from one
   * reading.
   *
   * @throws BadSource when the bytes are not UTF-8 or the scanner refuses the characters
   */
  String scan(CsvScanner scanner) throws IOException {
    MessageDigest digest = newDigest();
    try (InputStream raw = fileSystem.open(path);
        DigestInputStream bytes = new DigestInputStream(raw, digest);
        InputStream content = content(bytes)) {
      decode(content, scanner);
      bytes.transferTo(java.io.OutputStream.nullOutputStream());
    } catch (EOFException | ZipException damaged) {
      // Java says nothing of a file that is cut in the header or the trailer.
      String found = damaged.getMessage() == null ? "it ends too early" : damaged.getMessage();
      throw new BadSource("is a damaged or cut gzip file (" + found + "): deliver it again");
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private InputStream content(InputStream bytes) throws IOException {
    return path.getName().endsWith(".gz") ? new GZIPInputStream(bytes, BUFFER_BYTES) : bytes;
  }

  private static void decode(InputStream in, CsvScanner scanner) throws IOException {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer bytes = ByteBuffer.allocate(BUFFER_BYTES);
    CharBuffer chars = CharBuffer.allocate(BUFFER_BYTES);
    boolean first = true;
    boolean end = false;
    while (!end) {
      int read = in.read(bytes.array(), bytes.position(), bytes.remaining());
      end = read < 0;
      bytes.position(bytes.position() + Math.max(0, read)).flip();
      if (first && bytes.hasRemaining()) {
        refuseOtherEncodings(bytes);
      }
      CoderResult result = decoder.decode(bytes, chars, end);
      chars.flip();
      if (first && chars.hasRemaining() && chars.get(0) == BYTE_ORDER_MARK) {
        chars.get();
      }
      first &= !chars.hasRemaining();
      char[] text = new char[chars.remaining()];
      chars.get(text);
      scanner.accept(text, text.length);
      if (result.isError()) {
        throw new BadSource("is not UTF-8 on line " + scanner.line() + ": write it as UTF-8");
      }
      bytes.compact();
      chars.clear();
    }
  }

  private static void refuseOtherEncodings(ByteBuffer bytes) {
    int start = bytes.remaining() < 2 ? 0 : bytes.getChar(0);
    switch (start) {
      case 0xfffe, 0xfeff -> throw new BadSource("is UTF-16: write it as UTF-8");
      case 0x1f8b ->
          throw new BadSource(
              "is gzip-compressed but its name does not end in .gz: unpack it, or name it so in the definition");
      default -> {}
    }
    int mark = bytes.remaining() < Integer.BYTES ? 0 : bytes.getInt(0);
    if (mark == ZIP_FILE || mark == EMPTY_ZIP) {
      throw new BadSource("is a zip archive: unpack it");
    }
  }

  private static MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }
}
