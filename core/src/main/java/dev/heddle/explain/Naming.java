package dev.heddle.explain;

import dev.heddle.machine.Addresses;
import dev.heddle.machine.Arithmetic;
import dev.heddle.machine.Code;
import dev.heddle.machine.ExecutionView;
import dev.heddle.machine.MemoryView;
import dev.heddle.program.Global;
import dev.heddle.program.Type;
import dev.heddle.program.Types;
import dev.heddle.verdict.Violation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What the user calls memory and the values in it. Objects on the heap have no names; one that a
 * variable leads to is called by that way, as in {@code stack.top->next}, and otherwise it gets a
 * name made of its type and a number, as in {@code node#2}.
 */
final class Naming {
  /** How many pieces of variables are looked at in search of pointers. */
  private static final int MAX_PIECES = 1 << 14;

  private final ExecutionView execution;
  private final Code code;
  private final MemoryView memory;
  private final Types types;

  /** Names given to heap objects, and how many there are of each kind. */
  private final Map<Integer, String> given = new LinkedHashMap<>();

  private final Map<String, Integer> givenOfKind = new HashMap<>();

  /** The ways to heap objects when the execution had the length {@code knownAt}. */
  private final Map<Integer, AccessPath> paths = new HashMap<>();

  private int knownAt = -1;
  private int pieces;

  /** What is known of heap objects by ways that may be gone by now. */
  private final Map<Integer, Integer> seenTypes = new HashMap<>();

  /**
   * An expression whose value is the address of a heap object.
   *
   * @param root the variable that it starts with
   * @param type of what it points to
   */
  private record AccessPath(int root, String pointer, int type) {}

  /** What is at an address: what the user calls it, its type, and whether its value is private. */
  record Name(String text, int type, boolean isOpaque) {
    Name(String text, int type) {
      this(text, type, false);
    }
  }

  Naming(ExecutionView execution) {
    this.execution = execution;
    this.code = execution.code();
    this.memory = execution.memory();
    this.types = code.program().types();
  }

  // ---- Memory -------------------------------------------------------------------------------

  /**
   * What the user calls the memory that a thread accesses.
   *
   * @param bytes 0 for a whole object
   */
  Name memoryAt(long address, int bytes, int viewer) {
    int object = memory.objectAt(address);
    if (object < 0) {
      return new Name(addressText(address), Types.UNKNOWN);
    }
    long offset = address - memory.address(object);
    if (isHeap(object)) {
      AccessPath path = paths().get(object);
      if (path != null) {
        Name name = through(path, object, offset, bytes);
        return new Name(name.text + owner(path.root, viewer), name.type, name.isOpaque);
      }
      Name inside = inside(typeOf(object), memory.size(object), offset, bytes);
      return new Name(nameOfHeap(object) + inside.text, inside.type, inside.isOpaque);
    }
    Name inside = inside(typeOf(object), memory.size(object), offset, bytes);
    return new Name(
        variable(object) + inside.text + owner(object, viewer), inside.type, inside.isOpaque);
  }

  /** The object itself, as in {@code node#2} or {@code slots}. */
  String object(int object, int viewer) {
    return isHeap(object) ? nameOfHeap(object) : variable(object) + owner(object, viewer);
  }

  /** Names given to heap objects so far. */
  Map<Integer, String> given() {
    return given;
  }

  private boolean isHeap(int object) {
    return memory.isHeap(object);
  }

  /** The name of a global or of a local variable. */
  private String variable(int object) {
    if (object < code.program().globals().size()) {
      return code.program().globals().get(object).name();
    }
    if (memory.site(object) < 0) {
      Global copied = threadLocal(object);
      return copied == null ? "object" + object : copied.name();
    }
    Code.MadeObject made = code.madeAt(memory.site(object));
    return made == null || made.name().isEmpty() ? "a local variable" : made.name();
  }

  /** Whose variable it is, if another thread looks at it; as in {@code of thread 1}. */
  private String owner(int object, int viewer) {
    if (object < code.program().globals().size()) {
      return "";
    }
    int owner = Addresses.threadOf(memory.address(object));
    return owner == viewer ? "" : " of " + thread(owner);
  }

  static String thread(int t) {
    return t == 0 ? "main" : "thread " + t;
  }

  private Global threadLocal(int object) {
    return code.threadLocal(Addresses.numberOf(memory.address(object)));
  }

  private String nameOfHeap(int object) {
    if (typeOf(object) == Types.UNKNOWN) {
      paths(); // A pointer to it may tell.
    }
    return given.computeIfAbsent(
        object,
        o -> {
          String kind = types.name(typeOf(o));
          String name = kind.isEmpty() ? "heap" : kind;
          return name + "#" + givenOfKind.merge(name, 1, Integer::sum);
        });
  }

  int typeOf(int object) {
    if (object < code.program().globals().size()) {
      return code.program().globals().get(object).type();
    }
    if (memory.site(object) < 0) {
      Global copied = threadLocal(object);
      return copied == null ? Types.UNKNOWN : copied.type();
    }
    Code.MadeObject made = code.madeAt(memory.site(object));
    int type = made == null ? Types.UNKNOWN : made.type();
    return type == Types.UNKNOWN ? seenTypes.getOrDefault(object, Types.UNKNOWN) : type;
  }

  /** The way into an object that holds one thing of a type, or an array of them. */
  private Name inside(int type, long size, long offset, int bytes) {
    if (bytes == 0) {
      return new Name("", type);
    }
    if (type == Types.UNKNOWN) {
      return new Name(offset == 0 ? "" : "+" + offset, Types.UNKNOWN);
    }
    long one = types.size(type);
    boolean isArray = one > 0 && size >= 2 * one && !isOpen(type) && offset >= 0;
    String index = isArray ? "[" + offset / one + "]" : "";
    Types.Place place = types.place(type, isArray ? offset % one : offset, bytes);
    return new Name(index + place.path(), place.type(), place.isOpaque());
  }

  /** Whether a struct ends in an array of any length. */
  private boolean isOpen(int type) {
    return types.get(type) instanceof Type.Struct struct
        && !struct.members().isEmpty()
        && types.get(struct.members().get(struct.members().size() - 1).type())
            instanceof Type.Array array
        && array.count() == 0;
  }

  private Name through(AccessPath path, int object, long offset, int bytes) {
    int type = path.type == Types.UNKNOWN ? typeOf(object) : path.type;
    Name inside = inside(type, memory.size(object), offset, bytes);
    String pointer = path.pointer.startsWith("*") ? "(" + path.pointer + ")" : path.pointer;
    String text;
    if (inside.text.startsWith(".")) {
      text = pointer + "->" + inside.text.substring(1);
    } else if (inside.text.startsWith("[")) {
      boolean isArray = types.get(type) instanceof Type.Array;
      text = (isArray ? "(*" + path.pointer + ")" : pointer) + inside.text;
    } else {
      text = "*" + path.pointer + inside.text;
    }
    return new Name(text, inside.type, inside.isOpaque);
  }

  // ---- Ways to heap objects -----------------------------------------------------------------

  /** The shortest way to each heap object that a variable leads to; globals go first. */
  private Map<Integer, AccessPath> paths() {
    if (knownAt == execution.length()) {
      return paths;
    }
    knownAt = execution.length();
    paths.clear();
    pieces = 0;
    Deque<Integer> reached = new ArrayDeque<>();
    for (int object = 0; object < memory.objects(); object++) {
      int type = typeOf(object);
      if (memory.isLive(object) && !isHeap(object) && type != Types.UNKNOWN) {
        follow(object, object, type, 0, variable(object), reached);
      }
    }
    while (!reached.isEmpty() && pieces < MAX_PIECES) {
      int object = reached.remove();
      AccessPath path = paths.get(object);
      int type = path.type == Types.UNKNOWN ? typeOf(object) : path.type;
      long one = types.size(type);
      if (one > 0 && memory.isLive(object)) {
        boolean isOne = memory.size(object) < 2 * one;
        for (long offset = 0; offset + one <= memory.size(object); offset += one) {
          String element = isOne ? deref(path.pointer) : path.pointer + "[" + offset / one + "]";
          follow(path.root, object, type, offset, element, reached);
        }
      }
    }
    return paths;
  }

  /** What a pointer points to, to be followed by a member; {@link #member} makes the arrow. */
  private static String deref(String pointer) {
    return "*" + pointer;
  }

  private static String member(String owner, String name) {
    if (name.isEmpty()) {
      return owner;
    }
    return owner.startsWith("*") ? owner.substring(1) + "->" + name : owner + "." + name;
  }

  /** Finds the pointers in a piece of an object. */
  private void follow(
      int root, int object, int type, long offset, String expression, Deque<Integer> found) {
    if (pieces++ >= MAX_PIECES) {
      return;
    }
    if (types.get(type) instanceof Type.Pointer pointer) {
      reach(object, offset, new AccessPath(root, expression, pointer.target()), found);
    } else if (types.get(type) instanceof Type.Array array) {
      long size = types.size(array.element());
      boolean worthwhile = !(types.get(array.element()) instanceof Type.Basic);
      for (long i = 0; worthwhile && i < array.count(); i++) {
        String element = expression + "[" + i + "]";
        follow(root, object, array.element(), offset + i * size, element, found);
      }
    } else if (types.get(type) instanceof Type.Struct struct) {
      for (Type.Member part : struct.members()) {
        String name = part.name().startsWith("_") ? "" : part.name();
        long at = offset + part.offset();
        follow(root, object, part.type(), at, member(expression, name), found);
      }
    }
  }

  private void reach(int object, long offset, AccessPath path, Deque<Integer> found) {
    long pointer = memory.address(object) + offset;
    if (!memory.contains(pointer, 8) || !memory.isInitialized(pointer, 8)) {
      return;
    }
    long address = memory.read(pointer, 8);
    int target = memory.objectAt(address);
    if (target >= 0
        && isHeap(target)
        && memory.address(target) == address
        && !paths.containsKey(target)) {
      paths.put(target, path);
      if (path.type != Types.UNKNOWN) {
        seenTypes.putIfAbsent(target, path.type);
      }
      found.add(target);
    }
  }

  // ---- Values -------------------------------------------------------------------------------

  /** A value as its type reads. */
  String value(int type, long bits, int bytes, int viewer) {
    long signed = Arithmetic.signExtend(bits, 8 * bytes);
    Type at = types.get(type);
    if (at instanceof Type.Basic number) {
      return number(number, bits, bytes);
    } else if (at instanceof Type.Enumeration enumeration) {
      return enumeration.constants().stream()
          .filter(constant -> constant.value() == signed)
          .map(Type.Enumerator::name)
          .findFirst()
          .orElse(Long.toString(signed));
    } else if (at instanceof Type.Pointer pointer) {
      return pointer(bits, types.size(pointer.target()), viewer);
    }
    boolean isAddress =
        bytes == 8
            && (memory.objectAt(bits) >= 0
                || Addresses.functionAt(bits, code.program().functions().size()) >= 0);
    return isAddress ? pointer(bits, 0, viewer) : Long.toString(signed);
  }

  private static String number(Type.Basic type, long bits, int bytes) {
    long unsigned = Arithmetic.zeroExtend(bits, 8 * bytes);
    long signed = Arithmetic.signExtend(bits, 8 * bytes);
    return switch (type.form()) {
      case SIGNED -> Long.toString(signed);
      case UNSIGNED -> Long.toUnsignedString(unsigned);
      case CHARACTER -> character(signed);
      case BOOLEAN -> unsigned == 0 ? "false" : unsigned == 1 ? "true" : Long.toString(unsigned);
      case FLOATING ->
          bytes == 4
              ? Float.toString(Float.intBitsToFloat((int) bits))
              : Double.toString(Double.longBitsToDouble(bits));
    };
  }

  private static String character(long code) {
    if (code == '\n') {
      return "'\\n'";
    } else if (code == '\t') {
      return "'\\t'";
    } else if (code == '\'' || code == '\\') {
      return "'\\" + (char) code + "'";
    }
    return code >= ' ' && code <= '~' ? "'" + (char) code + "'" : Long.toString(code);
  }

  private String pointer(long address, long targetSize, int viewer) {
    if (address == 0) {
      return "NULL";
    }
    int object = memory.objectAt(address);
    if (object < 0) {
      return addressText(address);
    }
    int type = typeOf(object);
    long offset = address - memory.address(object);
    long one = types.size(type);
    boolean isArray = one > 0 && isHeap(object) && memory.size(object) >= 2 * one && !isOpen(type);
    boolean isInside = offset >= 0 && one > 0;
    String index = isArray && isInside && offset > 0 ? "[" + offset / one + "]" : "";
    String path =
        isInside
            ? types.pathTo(type, isArray ? offset % one : offset, targetSize)
            : offset == 0 ? "" : "+" + offset;
    String name = isHeap(object) ? nameOfHeap(object) : variable(object);
    return "&" + name + index + path + (isHeap(object) ? "" : owner(object, viewer));
  }

  private String addressText(long address) {
    int function = Addresses.functionAt(address, code.program().functions().size());
    if (function >= 0) {
      return code.program().functions().get(function).name();
    }
    return address == 0 ? "NULL" : "0x" + Long.toHexString(address).toLowerCase(Locale.ROOT);
  }

  // ---- Objects ------------------------------------------------------------------------------

  /** What reports say about an object; its end is for the caller to know. */
  Violation.MemoryObject describe(int object, int viewer, Violation.Deed freed) {
    Violation.Deed made = null;
    if (memory.site(object) >= 0) {
      int maker = Addresses.threadOf(memory.address(object));
      made = new Violation.Deed(maker, code.location(memory.site(object)));
    }
    return new Violation.MemoryObject(object(object, viewer), memory.size(object), made, freed);
  }
}
