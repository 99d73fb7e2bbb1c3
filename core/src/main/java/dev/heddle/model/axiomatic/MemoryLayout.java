package dev.heddle.model.axiomatic;

import dev.heddle.litmus.LitmusLocation;
import dev.heddle.litmus.LitmusTest;
import dev.heddle.litmus.LitmusThread;
import java.util.ArrayList;
import java.util.List;

/**
 * How memory is cut into cells, the units that have a coherence order. Where all accesses to an
 * object have one size, that is the cell; where sizes mix, an access covers several cells and is
 * several events of one instruction.
 */
public final class MemoryLayout {
  /** Thrown when an access whose address was not known meets cells of another size. */
  static final class MismatchException extends Exception {
    private static final long serialVersionUID = 1;
  }

  private static final int VARIES = -1;

  private final List<LitmusLocation> objects;

  /** Cells of all objects have this size, or 0 if each object has its own. */
  private final int uniform;

  /**
   * The size of the cells that each instruction of each thread accesses; 0 if it accesses nothing.
   */
  private final int[][] accessed;

  private final int[] cell;
  private final int[] elementSize;
  private final int[] bytes;

  private MemoryLayout(LitmusTest test, List<List<ThreadPath>> paths, boolean uniform) {
    objects = test.objects();
    int count = objects.size();
    cell = new int[count];
    elementSize = new int[count];
    bytes = new int[count];
    for (int object = 0; object < count; object++) {
      elementSize[object] = objects.get(object).elementSize();
    }
    int smallest = 0;
    for (List<ThreadPath> ways : paths) {
      for (ThreadPath path : ways) {
        for (PathEvent event : path.events()) {
          smallest = gcd(smallest, event.size());
          if (event.address() instanceof Term.Constant address) {
            smallest = gcd(smallest, (int) (LitmusLocation.offset(address.value()) & 0xF));
            see(address.value(), event.size());
          }
        }
      }
    }
    for (int object = 0; object < count; object++) {
      if (elementSize[object] == 0) {
        elementSize[object] = cell[object] > 0 ? bytes[object] : test.architecture().wordSize();
      }
      int declared = elementSize[object] * objects.get(object).initial().size();
      bytes[object] = Math.max(bytes[object], declared);
      if (cell[object] == 0) {
        cell[object] = elementSize[object];
      }
    }
    this.uniform = uniform ? Math.max(1, smallest) : 0;
    accessed = new int[paths.size()][];
    for (int thread = 0; thread < accessed.length; thread++) {
      accessed[thread] = accessed(test.threads().get(thread), paths.get(thread));
    }
  }

  private int[] accessed(LitmusThread thread, List<ThreadPath> ways) {
    int[] sizes = new int[thread.instructions().size()];
    for (ThreadPath path : ways) {
      for (PathEvent event : path.events()) {
        if (event.kind() != PathEvent.Kind.FENCE) {
          int at = event.instruction();
          int size =
              event.address() instanceof Term.Constant address && isObject(address.value())
                  ? cell(address.value())
                  : assumedCell(event.size());
          sizes[at] = sizes[at] == 0 || sizes[at] == size ? size : VARIES;
        }
      }
    }
    return sizes;
  }

  /**
   * Layouts of a test, the one with larger cells first.
   *
   * @param unroll how often a loop may go back
   */
  public static List<MemoryLayout> of(LitmusTest test, int unroll) {
    List<List<ThreadPath>> paths = new ArrayList<>();
    for (ThreadUnfolding.Unfolded unfolded : ThreadUnfolding.unfold(test, unroll)) {
      paths.add(unfolded.paths());
    }
    return List.of(natural(test, paths), uniform(test, paths));
  }

  private void see(long address, int size) {
    int object = (int) LitmusLocation.number(address);
    if (isObject(address)) {
      int offset = (int) LitmusLocation.offset(address);
      cell[object] = gcd(gcd(cell[object], size), offset);
      bytes[object] = Math.max(bytes[object], offset + size);
    }
  }

  static MemoryLayout natural(LitmusTest test, List<List<ThreadPath>> paths) {
    return new MemoryLayout(test, paths, false);
  }

  static MemoryLayout uniform(LitmusTest test, List<List<ThreadPath>> paths) {
    return new MemoryLayout(test, paths, true);
  }

  private static int gcd(int a, int b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  private boolean isObject(long address) {
    long object = LitmusLocation.number(address);
    return object >= 0 && object < objects.size();
  }

  public boolean isValid(long address, int size) {
    return isObject(address)
        && LitmusLocation.offset(address) + size <= bytes[(int) LitmusLocation.number(address)];
  }

  /**
   * The size of the cells that an instruction accesses, not above that of the access; -1 if it
   * varies.
   */
  public int accessed(int thread, int instruction, int size) {
    int known = accessed[thread][instruction];
    return known == 0 ? assumedCell(size) : known;
  }

  /** The size of the cells at a valid address. */
  public int cell(long address) {
    return uniform > 0 ? uniform : cell[(int) LitmusLocation.number(address)];
  }

  /** The size of the cells that an access covers whose address is not known yet. */
  int assumedCell(int size) {
    return uniform > 0 ? uniform : size;
  }

  void requireCell(long address, int size) throws MismatchException {
    if (cell(address) != size || LitmusLocation.offset(address) % size != 0) {
      throw new MismatchException();
    }
  }

  public int objects() {
    return objects.size();
  }

  public int bytes(int object) {
    return bytes[object];
  }

  public int elementSize(int object) {
    return elementSize[object];
  }

  /** What the bytes from an address hold at the start, little end first. */
  public long initial(long address, int size) {
    LitmusLocation object = objects.get((int) LitmusLocation.number(address));
    int element = elementSize[(int) LitmusLocation.number(address)];
    int offset = (int) LitmusLocation.offset(address);
    long value = 0;
    for (int i = 0; i < size; i++) {
      int index = (offset + i) / element;
      long whole = index < object.initial().size() ? object.initial().get(index) : 0;
      int shift = 8 * ((offset + i) % element);
      long part = shift < 64 ? whole >>> shift & 0xFF : 0;
      value |= part << (8 * i);
    }
    return value;
  }

  /** How an address is called: {@code x}, {@code a[1]}, {@code x+4}. */
  String name(long address) {
    int number = (int) LitmusLocation.number(address);
    LitmusLocation object = objects.get(number);
    int offset = (int) LitmusLocation.offset(address);
    if (offset == 0 && object.initial().size() == 1) {
      return object.name();
    }
    return object.initial().size() > 1 && offset % elementSize[number] == 0
        ? object.name() + "[" + offset / elementSize[number] + "]"
        : object.name() + "+" + offset;
  }
}
