package dev.heddle.symbolic.unroll;

import dev.heddle.program.Global;
import dev.heddle.program.Location;
import dev.heddle.program.Program;
import dev.heddle.program.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The memory objects of an unrolled program and their addresses. As on the machine, functions lie
 * 16 bytes apart, and each object starts at a slot of its own of 1 MiB.
 */
public final class ObjectTable {
  private static final int SLOT_BITS = 20;
  private static final long SLOT = 1L << SLOT_BITS;
  private static final long FUNCTIONS = SLOT;
  private static final long FUNCTION_SPACING = 16;
  private static final long DYNAMIC = 1L << 45;
  private static final int LARGEST = 1 << 16;
  private static final int MAX_HEAP_OBJECTS = 1024;

  private final Program program;

  /** The objects that may get bytes without a value while the program runs. */
  private final Set<String> forgotten;

  private final List<MemoryObject> objects = new ArrayList<>();
  private final TreeMap<Long, MemoryObject> byAddress = new TreeMap<>();
  private long nextDynamic = DYNAMIC;
  private int heapObjects;

  ObjectTable(Program program, Set<String> forgotten) {
    this.program = program;
    this.forgotten = forgotten;
    long address = 2 * SLOT;
    for (Global global : program.globals()) {
      int size = global.bytes().length;
      add(address, size, MemoryObject.Kind.GLOBAL, global, false, global.name());
      address += slots(size);
    }
  }

  private static long slots(long size) {
    return Math.max(1, (size + SLOT - 1) >>> SLOT_BITS) << SLOT_BITS;
  }

  private MemoryObject add(
      long address, int size, MemoryObject.Kind kind, Global global, boolean zeroed, String key) {
    MemoryObject object =
        new MemoryObject(objects.size(), address, size, kind, global, zeroed, key);
    objects.add(object);
    byAddress.put(address, object);
    return object;
  }

  /** A new object that is made at run time. */
  MemoryObject allocate(
      long size,
      MemoryObject.Kind kind,
      Global global,
      boolean zeroed,
      String key,
      Location place) {
    if (size < 0 || size > LARGEST) {
      throw new UnrollingException(
          place,
          ("an object of " + Long.toUnsignedString(size) + " bytes is too large for a symbolic")
              + (" check, which takes up to " + LARGEST + "; check a smaller instance"));
    }
    if (kind == MemoryObject.Kind.HEAP && ++heapObjects > MAX_HEAP_OBJECTS) {
      throw new UnrollingException(
          place,
          ("more than " + MAX_HEAP_OBJECTS + " objects may be allocated; --unroll N bounds a loop")
              + " that allocates, for example --unroll 10");
    }
    MemoryObject object = add(nextDynamic, (int) size, kind, global, zeroed, key);
    nextDynamic += slots(size);
    return object;
  }

  /** Whether there may be bytes in an object that have no value. */
  public boolean mayLackValues(MemoryObject object) {
    return !object.isInitialized() || forgotten.contains(object.key());
  }

  public InitialContent initialContent() {
    return new InitialContent(this);
  }

  public List<MemoryObject> all() {
    return Collections.unmodifiableList(objects);
  }

  MemoryObject global(int number) {
    return objects.get(number);
  }

  long addressOf(Value value) {
    if (value instanceof Value.GlobalAddress address) {
      return objects.get(address.global()).address() + address.offset();
    }
    return FUNCTIONS + FUNCTION_SPACING * ((Value.FunctionAddress) value).function();
  }

  static long addressOfFunction(int function) {
    return FUNCTIONS + FUNCTION_SPACING * function;
  }

  /** The function at an address, or -1. */
  int functionAt(long address) {
    long offset = address - FUNCTIONS;
    boolean isOne =
        offset >= 0
            && offset % FUNCTION_SPACING == 0
            && offset / FUNCTION_SPACING < program.functions().size();
    return isOne ? (int) (offset / FUNCTION_SPACING) : -1;
  }

  /** The object whose slots an address is in, or null. */
  MemoryObject at(long address) {
    Map.Entry<Long, MemoryObject> entry = byAddress.floorEntry(address);
    boolean isInside = entry != null && address - entry.getKey() < slots(entry.getValue().size());
    return isInside ? entry.getValue() : null;
  }

  /** The object that an address is computed from that is near one, or null. */
  MemoryObject near(long address) {
    MemoryObject below = at(address);
    if (below != null && (address - below.address() < SLOT / 2 || below.size() > SLOT / 2)) {
      return below;
    }
    MemoryObject above = at(address + SLOT / 2);
    return above == null ? below : above;
  }
}
