package dev.heddle.machine;

/** The memory of a machine, as it is now. */
final class SharedMemoryView implements MemoryView {
  private final ObjectTable objects;
  private final SharedMemory memory;

  SharedMemoryView(ObjectTable objects, SharedMemory memory) {
    this.objects = objects;
    this.memory = memory;
  }

  @Override
  public int objects() {
    return objects.objects();
  }

  @Override
  public int objectAt(long address) {
    return objects.objectAt(address);
  }

  @Override
  public long address(int object) {
    return objects.address(object);
  }

  @Override
  public int size(int object) {
    return objects.size(object);
  }

  @Override
  public boolean isLive(int object) {
    return objects.isLive(object);
  }

  @Override
  public boolean isFreed(int object) {
    return objects.isFreed(object);
  }

  @Override
  public boolean isHeap(int object) {
    return objects.isHeap(object);
  }

  @Override
  public int site(int object) {
    return objects.site(object);
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
    return objects.locate(objects.objectAt(address), address, bytes);
  }
}
