package dev.heddle.explore.rsmc;

import dev.heddle.litmus.Architecture;
import dev.heddle.litmus.LitmusLocation;
import dev.heddle.litmus.LitmusTest;
import dev.heddle.litmus.Observed;
import java.util.List;

/**
 * The locations of a test in which all accesses to an object have one size, and are to one of its
 * elements each.
 */
final class Cells implements LitmusCells {
  private final List<LitmusLocation> objects;
  private final int[] first;
  private final int count;

  /** The size of the elements of each object; 0 until it is declared or accessed. */
  private final int[] size;

  Cells(LitmusTest test) {
    objects = test.objects();
    first = new int[objects.size()];
    size = new int[objects.size()];
    int cells = 0;
    for (int object = 0; object < first.length; object++) {
      first[object] = cells;
      size[object] = objects.get(object).elementSize();
      cells += objects.get(object).initial().size();
    }
    count = cells;
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public int part(int thread, int instruction, int bytes) {
    return bytes;
  }

  @Override
  public long memory(CommitState state, Observed.FinalMemory what, Architecture architecture) {
    long value = state.memory(first[what.object()] + what.element());
    int bytes = size[what.object()] == 0 ? architecture.wordSize() : size[what.object()];
    return architecture.isSigned() ? signed(value, bytes) : value;
  }

  /**
   * The number of the cell at an address, or {@link #STRAY} if no location is near it.
   *
   * @throws OddAddressException if the address lies in a location and is not that of a cell, or if
   *     the cell has another size
   */
  @Override
  public int at(long address, int bytes) {
    long object = LitmusLocation.number(address);
    if (object < 0 || object >= first.length) {
      return STRAY;
    }
    int which = (int) object;
    if (size[which] == 0) {
      size[which] = bytes;
    }
    long offset = LitmusLocation.offset(address);
    long element = offset / bytes;
    if (size[which] != bytes
        || offset % bytes != 0
        || element >= objects.get(which).initial().size()) {
      throw new OddAddressException();
    }
    return first[which] + (int) element;
  }

  @Override
  public long initial(int cell) {
    int object = first.length - 1;
    while (first[object] > cell) {
      object--;
    }
    long value = objects.get(object).initial().get(cell - first[object]);
    return size[object] == 0 ? value : stored(value, size[object]);
  }
}
