package dev.heddle.explore.rsmc;

import dev.heddle.litmus.Architecture;
import dev.heddle.litmus.LitmusLocation;
import dev.heddle.litmus.Observed;
import dev.heddle.model.axiomatic.MemoryLayout;

/**
 * The locations of a test in which accesses to an object have several sizes: parts of objects, such
 * that an access covers some of them, with an event for each.
 */
final class SplitCells implements LitmusCells {
  private final MemoryLayout layout;
  private final int[] first;
  private final int count;

  SplitCells(MemoryLayout layout) {
    this.layout = layout;
    first = new int[layout.objects()];
    int cells = 0;
    for (int object = 0; object < first.length; object++) {
      first[object] = cells;
      int size = layout.cell(LitmusLocation.address(object));
      cells += (layout.bytes(object) + size - 1) / size;
    }
    count = cells;
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public boolean splitAccesses() {
    return true;
  }

  /**
   * @throws OddAddressException if the instruction accesses parts of different sizes
   */
  @Override
  public int part(int thread, int instruction, int bytes) {
    int size = layout.accessed(thread, instruction, bytes);
    if (size < 0) {
      throw new OddAddressException();
    }
    return size;
  }

  /**
   * @throws OddAddressException if the cells at the address have another size
   */
  @Override
  public int at(long address, int bytes) {
    if (!layout.isValid(address, bytes)) {
      return STRAY;
    }
    long offset = LitmusLocation.offset(address);
    if (layout.cell(address) != bytes || offset % bytes != 0) {
      throw new OddAddressException();
    }
    return first[(int) LitmusLocation.number(address)] + (int) offset / bytes;
  }

  @Override
  public long initial(int cell) {
    int object = first.length - 1;
    while (first[object] > cell) {
      object--;
    }
    long start = LitmusLocation.address(object);
    int size = layout.cell(start);
    return layout.initial(start + (long) (cell - first[object]) * size, size);
  }

  @Override
  public long memory(CommitState state, Observed.FinalMemory what, Architecture architecture) {
    int object = what.object();
    int size = layout.elementSize(object);
    int cell = layout.cell(LitmusLocation.address(object));
    long value = 0;
    for (int i = 0; i < size; i++) {
      int offset = what.element() * size + i;
      long content = state.memory(first[object] + offset / cell);
      value |= ((content >>> (8 * (offset % cell))) & 0xFF) << (8 * i);
    }
    return architecture.isSigned() ? signed(value, size) : value;
  }
}
