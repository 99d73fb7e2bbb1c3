package dev.heddle.machine;

/**
 * The objects of an execution, and what they contain at its end. Objects are numbered from 0; the
 * globals of the program come first, in their order.
 */
public interface MemoryView {
  int objects();

  /** The object that an address belongs to, or -1. */
  int objectAt(long address);

  long address(int object);

  int size(int object);

  /** Whether an object has come to life and has not been freed. */
  boolean isLive(int object);

  boolean isFreed(int object);

  boolean isHeap(int object);

  /** The instruction that made an object; below 0 for globals and thread-local ones. */
  int site(int object);

  /** The first address behind what an operation touches; one that ends an object touches all. */
  default long endOfAccess(ThreadNode operation) {
    int object = operation.kind().endsObject() ? objectAt(operation.address()) : -1;
    return operation.address() + (object < 0 ? operation.bytes() : size(object));
  }

  /** Whether there are so many bytes at an address, in one object that has come to life. */
  boolean contains(long address, int bytes);

  /** Whether all of these bytes, which are there, have been written. */
  boolean isInitialized(long address, int bytes);

  /** What these bytes, which are there, contain. */
  long read(long address, int bytes);
}
