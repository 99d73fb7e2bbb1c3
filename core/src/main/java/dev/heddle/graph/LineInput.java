package dev.heddle.graph;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.ZipException;

/** Lines of a byte stream cut into words, without an object per line or word. */
final class LineInput {
  /** An event takes few bytes; what has lines like that is no text. */
  private static final int LONGEST_LINE = 16 << 20;

  private final InputStream in;
  private byte[] buffer = new byte[1 << 16];
  private int position;
  private int limit;
  private int line;
  private int words;
  private int[] start = new int[8];
  private int[] end = new int[8];

  LineInput(InputStream in) {
    this.in = in;
  }

  /** The number of the current line, from 1. */
  int line() {
    return line;
  }

  int words() {
    return words;
  }

  /** Goes to the next line; false at the end of the input. */
  boolean nextLine() throws IOException {
    line++;
    int from = position;
    int scanned = position;
    while (true) {
      while (scanned < limit && buffer[scanned] != '\n') {
        scanned++;
      }
      if (scanned < limit) {
        position = scanned + 1;
        break;
      }
      int length = scanned - from;
      if (!refill(from)) {
        if (length == 0) {
          return false;
        }
        from = 0;
        scanned = length;
        position = limit;
        break;
      }
      from = 0;
      scanned = length;
    }
    cut(line == 1 && hasByteOrderMark(from, scanned) ? from + 3 : from, scanned);
    return true;
  }

  /** Some editors put a mark in front of UTF-8, which must not become part of the first word. */
  private boolean hasByteOrderMark(int from, int to) {
    return to - from >= 3
        && buffer[from] == (byte) 0xEF
        && buffer[from + 1] == (byte) 0xBB
        && buffer[from + 2] == (byte) 0xBF;
  }

  private void cut(int from, int to) {
    words = 0;
    int i = from;
    while (true) {
      while (i < to && isBlank(buffer[i])) {
        i++;
      }
      if (i == to || buffer[i] == '#') {
        return;
      }
      if (words == start.length) {
        start = Arrays.copyOf(start, 2 * words);
        end = Arrays.copyOf(end, 2 * words);
      }
      start[words] = i;
      while (i < to && !isBlank(buffer[i])) {
        i++;
      }
      end[words++] = i;
    }
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t' || b == '\r';
  }

  /** Moves what is left to the front and reads more; false at the end. */
  private boolean refill(int from) throws IOException {
    int rest = limit - from;
    System.arraycopy(buffer, from, buffer, 0, rest);
    if (rest == buffer.length) {
      if (rest >= LONGEST_LINE) {
        throw new MalformedTraceException("line " + line + ": it has no end; this is no trace");
      }
      buffer = Arrays.copyOf(buffer, 2 * rest);
    }
    position = 0;
    limit = rest;
    try {
      int count = in.read(buffer, rest, buffer.length - rest);
      if (count <= 0) {
        return false;
      }
      limit = rest + count;
      return true;
    } catch (EOFException e) {
      throw new MalformedTraceException("line " + line + ": the gzip data is truncated", e);
    } catch (ZipException e) {
      throw new MalformedTraceException("line " + line + ": the gzip data is damaged", e);
    }
  }

  String word(int index) {
    return new String(buffer, start[index], end[index] - start[index], StandardCharsets.UTF_8);
  }

  boolean endsWithColon(int word) {
    return end[word] - start[word] > 1 && buffer[end[word] - 1] == ':';
  }

  /** The number that a table gives to a word without its last {@code drop} bytes. */
  int intern(NameTable table, int word, int drop) {
    return table.intern(buffer, start[word], end[word] - drop);
  }

  /** The word is this ASCII text, in either case. */
  boolean is(int word, String text) {
    if (end[word] - start[word] != text.length()) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (Character.toLowerCase((char) buffer[start[word] + i])
          != Character.toLowerCase(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }
}
