package dev.heddle.explore;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * Objects that several parts of a state refer to, by number: each is written where it comes first.
 */
public final class References {
  private static final int NONE = -1;

  private References() {}

  /** Writes one object. */
  public interface ReferenceWriting<T> {
    void write(T object, DataOutputStream out) throws IOException;
  }

  /** Reads one object. */
  public interface ReferenceReading<T> {
    T read(DataInputStream in) throws IOException;
  }

  /** Writes references. */
  public static final class Writer<T> {
    private final DataOutputStream out;
    private final ReferenceWriting<T> content;
    private final IdentityHashMap<T, Integer> written = new IdentityHashMap<>();

    public Writer(DataOutputStream out, ReferenceWriting<T> content) {
      this.out = out;
      this.content = content;
    }

    /** The number of an object, and when it comes first, its content; nothing if it is null. */
    public void write(T object) throws IOException {
      if (object == null) {
        out.writeInt(NONE);
        return;
      }
      int next = written.size();
      Integer known = written.putIfAbsent(object, next);
      out.writeInt(known == null ? next : known);
      if (known == null) {
        content.write(object, out);
      }
    }
  }

  /** Reads references. */
  public static final class Reader<T> {
    private final DataInputStream in;
    private final ReferenceReading<T> content;
    private final List<T> known = new ArrayList<>();

    public Reader(DataInputStream in, ReferenceReading<T> content) {
      this.in = in;
      this.content = content;
    }

    /** The object that is referred to, or null. */
    public T read() throws IOException {
      int number = in.readInt();
      if (number == NONE) {
        return null;
      }
      if (number == known.size()) {
        known.add(content.read(in));
      }
      return known.get(number);
    }
  }
}
