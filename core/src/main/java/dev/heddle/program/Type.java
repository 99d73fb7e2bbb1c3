package dev.heddle.program;

import java.util.List;

/**
 * What the source says about a piece of memory. Types refer to each other by their position in
 * {@link Types}, as a struct can point to itself; {@link Types#UNKNOWN} stands for one that is not
 * known.
 */
public sealed interface Type {
  /** How the bits of a number read. */
  enum Form {
    SIGNED,
    UNSIGNED,
    CHARACTER,
    BOOLEAN,
    FLOATING
  }

  record Basic(String name, int bytes, Form form) implements Type {}

  record Enumeration(String name, int bytes, List<Enumerator> constants) implements Type {
    public Enumeration {
      constants = List.copyOf(constants);
    }
  }

  /** A name of an enumeration and what it stands for. */
  record Enumerator(String name, long value) {}

  /** An address; what lies there is unknown for {@code void *} and for functions. */
  record Pointer(int target) implements Type {}

  record Array(int element, long count) implements Type {}

  /** A struct, a union or a class. */
  record Struct(String name, long bytes, List<Member> members) implements Type {
    public Struct {
      members = List.copyOf(members);
    }
  }

  /**
   * A part of a struct.
   *
   * @param name empty if it has none, as an anonymous union in a struct
   * @param offset bytes from the start of the struct
   * @param bytes how many bytes it spans; those of a bit-field, it shares with others
   */
  record Member(String name, long offset, long bytes, int type) {}
}
