package dev.heddle.machine;

/** The memory of a machine, as it is now. */
final class SharedMemoryView implements MemoryView {
  private final SharedMemory memory;

  SharedMemoryView(SharedMemory memory) {
    this.memory = memory;
  }

  @Override
  public int objects() {
    return memory.objects();
  }

  @Override
  public int objectAt(long address) {
    return memory.objectAt(address);
  }

  @Override
  public long address(int object) {
    return memory.address(object);
  }

  @Override
  public int size(int object) {
    return memory.size(object);
  }

  @Override
  public boolean isLive(int object) {
    return memory.isLive(object);
  }

  @Override
  public boolean isFreed(int object) {
    return memory.isFreed(object);
  }

  @Override
  public boolean isHeap(int object) {
    return memory.isHeap(object);
  }

  @Override
  public int site(int object) {
    return memory.site(object);
  }

  @Override
  public boolean contains(long address, int bytes) {
    return position(address, bytes) >= 0;
  }

  @Override
  public boolean isInitialized(long address, int bytes) {
    return memory.isInitialized(position(address, bytes), bytes);
  }

  @Override
  public long read(long address, int bytes) {
    return memory.read(position(address, bytes), bytes);
  }

  private long position(long address, int bytes) {
    return memory.locate(memory.objectAt(address), address, bytes);
  }
}
