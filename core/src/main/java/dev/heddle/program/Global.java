package dev.heddle.program;

import java.util.Arrays;
import java.util.List;

/**
 * A memory object that exists from the start.
 *
 * @param bytes its first content; its length is the object's size
 * @param relocations where in the content addresses stand
 * @param constant whether the source promises that it is never written
 * @param threadLocal whether each thread has its own copy
 * @param type what the source says it is, in the program's {@link Types}
 */
@SuppressWarnings("ArrayRecordComponent") // content can be megabytes; nobody writes to it
public record Global(
    String name,
    byte[] bytes,
    int alignment,
    List<Relocation> relocations,
    boolean constant,
    boolean threadLocal,
    Location location,
    int type) {
  public Global {
    relocations = List.copyOf(relocations);
  }

  /** A global of which nobody knows the type. */
  public Global(
      String name,
      byte[] bytes,
      int alignment,
      List<Relocation> relocations,
      boolean constant,
      boolean threadLocal,
      Location location) {
    this(name, bytes, alignment, relocations, constant, threadLocal, location, Types.UNKNOWN);
  }

  /** An address at {@code offset} in the content, 8 bytes long. */
  public record Relocation(int offset, Value target) {}

  @Override
  public boolean equals(Object other) {
    return other instanceof Global that
        && name.equals(that.name)
        && Arrays.equals(bytes, that.bytes)
        && alignment == that.alignment
        && relocations.equals(that.relocations)
        && constant == that.constant
        && threadLocal == that.threadLocal;
  }

  @Override
  public int hashCode() {
    return name.hashCode() * 31 + Arrays.hashCode(bytes);
  }
}
