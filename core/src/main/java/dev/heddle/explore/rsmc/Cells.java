package dev.heddle.explore.rsmc;

import dev.heddle.litmus.LitmusInstruction;
import dev.heddle.litmus.LitmusLocation;
import dev.heddle.litmus.LitmusTest;
import dev.heddle.litmus.LitmusThread;
import dev.heddle.litmus.Operator;
import java.util.List;

/** The locations of a test whose accesses all have one size. */
final class Cells implements CommitLocations {
  private final List<LitmusLocation> objects;
  private final int size;
  private final int[] first;
  private final int count;

  private Cells(LitmusTest test, int size) {
    this.objects = test.objects();
    this.size = size;
    first = new int[objects.size()];
    int cells = 0;
    for (int object = 0; object < first.length; object++) {
      first[object] = cells;
      cells += objects.get(object).initial().size();
    }
    count = cells;
  }

  /** The cells of a test, or null if sizes mix. */
  static Cells of(LitmusTest test) {
    int size = 0;
    for (LitmusThread thread : test.threads()) {
      for (LitmusInstruction instruction : thread.instructions()) {
        int own = size(instruction);
        if (own > 0 && size > 0 && own != size) {
          return null;
        }
        size = Math.max(size, own);
      }
    }
    int common = size == 0 ? test.architecture().wordSize() : size;
    for (LitmusLocation object : test.objects()) {
      if (object.elementSize() != 0 && object.elementSize() != common) {
        return null;
      }
    }
    return new Cells(test, common);
  }

  private static int size(LitmusInstruction instruction) {
    if (instruction instanceof LitmusInstruction.Load load) {
      return load.size();
    }
    if (instruction instanceof LitmusInstruction.Store store) {
      return store.size();
    }
    if (instruction instanceof LitmusInstruction.ReadModifyWrite update) {
      return update.size();
    }
    return instruction instanceof LitmusInstruction.StoreConditional store ? store.size() : 0;
  }

  @Override
  public int count() {
    return count;
  }

  int size() {
    return size;
  }

  int first(int object) {
    return first[object];
  }

  /**
   * The number of the cell at an address, or {@link #STRAY} if no location is near it.
   *
   * @throws OddAddressException if the address lies in a location and is not that of a cell
   */
  @Override
  public int at(long address, int bytes) {
    long object = LitmusLocation.number(address);
    if (object < 0 || object >= first.length) {
      return STRAY;
    }
    long offset = LitmusLocation.offset(address);
    long element = offset / size;
    if (offset % size != 0 || element >= objects.get((int) object).initial().size()) {
      throw new OddAddressException();
    }
    return first[(int) object] + (int) element;
  }

  @Override
  public long initial(int cell) {
    int object = first.length - 1;
    while (first[object] > cell) {
      object--;
    }
    return stored(objects.get(object).initial().get(cell - first[object]));
  }

  @Override
  public long signed(long content) {
    return Operator.SIGN_EXTEND.apply(content, 8L * size);
  }

  @Override
  public long stored(long value) {
    return size == 8 ? value : value & ((1L << (8 * size)) - 1);
  }
}
