package dev.heddle.program;

import java.util.List;
import java.util.Set;

/** The types of a program, as far as its debug information tells. */
public record Types(List<Type> list) {
  /** Where a type would be that is not known. */
  public static final int UNKNOWN = -1;

  public static final Types NONE = new Types(List.of());

  /** What libstdc++ calls the number or the pointer that an atomic object is. */
  private static final Set<String> INSIDE_ATOMICS = Set.of("_M_i", "_M_p", "_M_b", "_M_base");

  private static final int DEEPEST = 64;

  public Types {
    list = List.copyOf(list);
  }

  /** The type at a position, or null if it is unknown. */
  public Type get(int type) {
    return type < 0 ? null : list.get(type);
  }

  /** How many bytes a type has, or 0 if that is not known. */
  public long size(int type) {
    Type at = get(type);
    if (at instanceof Type.Basic number) {
      return number.bytes();
    } else if (at instanceof Type.Enumeration enumeration) {
      return enumeration.bytes();
    } else if (at instanceof Type.Pointer) {
      return 8;
    } else if (at instanceof Type.Array array) {
      return array.count() * size(array.element());
    } else if (at instanceof Type.Struct struct) {
      return struct.bytes();
    }
    return 0;
  }

  /** What a pointer of a type points to, or {@link #UNKNOWN}. */
  public int target(int type) {
    return get(type) instanceof Type.Pointer pointer ? pointer.target() : UNKNOWN;
  }

  /** What a user calls a type, such as {@code node}; empty if it has no name of its own. */
  public String name(int type) {
    Type at = get(type);
    if (at instanceof Type.Basic number) {
      return number.name();
    } else if (at instanceof Type.Enumeration enumeration) {
      return enumeration.name();
    } else if (at instanceof Type.Struct struct) {
      return struct.name();
    }
    return "";
  }

  /**
   * A piece of an object.
   *
   * @param path from the object to the piece as C writes it, such as {@code .count[1]}
   * @param type of the piece; unknown if it is not exactly one thing that has a type
   * @param isOpaque whether it is the inside of a library's type, such as that of a mutex
   */
  public record Place(String path, int type, boolean isOpaque) {
    Place(String path, int type) {
      this(path, type, false);
    }
  }

  /** What an access of {@code bytes} bytes at an offset in an object of a type touches. */
  public Place place(int type, long offset, long bytes) {
    return walk(type, offset, bytes, false);
  }

  /**
   * What an address at an offset in an object of a type points to.
   *
   * @param bytes the size of what the pointer says to point to; 0 if it does not say
   */
  public String pathTo(int type, long offset, long bytes) {
    return walk(type, offset, bytes, true).path();
  }

  /**
   * Goes from an object to one of its pieces.
   *
   * @param outermost whether to stop at the first thing of the right size, or to go on to numbers
   */
  private Place walk(int type, long offset, long bytes, boolean outermost) {
    StringBuilder path = new StringBuilder();
    int at = type;
    long rest = offset;
    for (int depth = 0; depth < DEEPEST; depth++) {
      if (outermost && rest == 0 && (bytes == 0 || size(at) <= bytes)) {
        return new Place(path.toString(), at);
      }
      if (get(at) instanceof Type.Array array && size(array.element()) > 0 && rest >= 0) {
        long size = size(array.element());
        long first = rest / size;
        long last = (rest + Math.max(1, bytes) - 1) / size;
        if (first != last && !outermost) {
          path.append('[').append(first).append("..").append(last).append(']');
          return new Place(path.toString(), UNKNOWN);
        }
        path.append('[').append(first).append(']');
        rest -= first * size;
        at = array.element();
      } else if (get(at) instanceof Type.Struct struct) {
        Type.Member member = member(struct, rest, bytes);
        if (member == null || (rest == 0 && bytes == struct.bytes() && bytes > member.bytes())) {
          break;
        }
        boolean isInsideAtomic = INSIDE_ATOMICS.contains(member.name());
        if (isReserved(member.name()) && !isInsideAtomic) {
          // The inside of a library's type is not what its user thinks of.
          return new Place(path.toString(), UNKNOWN, true);
        }
        String bitFields = bitFields(struct, member);
        if (bitFields != null) {
          return new Place(path + "." + bitFields, UNKNOWN);
        }
        if (!member.name().isEmpty() && !isInsideAtomic) {
          path.append('.').append(member.name());
        }
        rest -= member.offset();
        at = member.type();
      } else {
        break;
      }
    }
    if (rest != 0) {
      return new Place(path + "+" + rest, UNKNOWN);
    }
    return new Place(path.toString(), size(at) == bytes ? at : UNKNOWN);
  }

  /** The member of a struct that an access meets: of those of a union, one that has its size. */
  private Type.Member member(Type.Struct struct, long offset, long bytes) {
    Type.Member first = null;
    for (Type.Member member : struct.members()) {
      boolean open = get(member.type()) instanceof Type.Array array && array.count() == 0;
      long end = open ? Long.MAX_VALUE : member.offset() + member.bytes();
      if (member.offset() <= offset && offset < end) {
        if (first == null) {
          first = member;
        }
        if (place(member.type(), offset - member.offset(), bytes).type() != UNKNOWN) {
          return member;
        }
      }
    }
    return first;
  }

  /** The names of the bit-fields that share bytes with this one; null if it is none. */
  private String bitFields(Type.Struct struct, Type.Member member) {
    if (member.bytes() == size(member.type()) || size(member.type()) == 0) {
      return null;
    }
    StringBuilder names = new StringBuilder();
    int count = 0;
    for (Type.Member other : struct.members()) {
      if (other.offset() < member.offset() + member.bytes()
          && member.offset() < other.offset() + other.bytes()) {
        names.append(count++ == 0 ? "" : "|").append(other.name());
      }
    }
    return count == 1 ? names.toString() : "{" + names + "}";
  }

  /** Names that C keeps for the implementation: {@code __x} and {@code _X}. */
  private static boolean isReserved(String name) {
    return name.length() > 1
        && name.charAt(0) == '_'
        && (name.charAt(1) == '_' || Character.isUpperCase(name.charAt(1)));
  }
}
