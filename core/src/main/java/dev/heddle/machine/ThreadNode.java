package dev.heddle.machine;

/**
 * A thread in front of a visible operation, or at its end: one history of the thread. Nodes form a
 * tree, whose branches are the values that operations gave.
 */
public final class ThreadNode {
  /** What keeps a thread from its next operation. */
  public enum Status {
    /** In front of a visible operation. */
    READY,
    FINISHED,
    /** Stopped for good by an assumption. */
    ASSUME_BLOCKED,
    /** Stopped by the loop bound. */
    CUT,
    /** It has ended the whole program. */
    EXITED,
    FAILED
  }

  final Status status;
  final ThreadState state;

  /** The visible operation: an {@link Opcode}, its address or thread, size and numbers. */
  int opcode;

  int operator;
  int bytes;
  long address;
  long operand;
  long desired;
  Guard guard;

  /** Whether the operation lies in an atomic section. */
  boolean inSection;

  /** The object at the address, once it is known; objects keep their numbers. */
  private int object = -1;

  /** Of a finished thread, what it returned. */
  long returned;

  Failure failure;
  Effects effects;

  // The tree: the value under which the parent has this child, first child, next sibling.
  private long observed;

  private byte missing;
  private ThreadNode child;
  private ThreadNode sibling;

  ThreadNode(Status status, ThreadState state) {
    this.status = status;
    this.state = state;
  }

  public Status status() {
    return status;
  }

  public Failure failure() {
    return failure;
  }

  int object(SharedMemory memory) {
    if (object < 0) {
      object = memory.objectAt(address);
    }
    return object;
  }

  /** The child for a value with missing bytes, or null if the tree does not have it. */
  ThreadNode child(long value, byte missingBytes) {
    ThreadNode first = child;
    if (first == null || (first.observed == value && first.missing == missingBytes)) {
      return first;
    }
    for (ThreadNode before = first; before.sibling != null; before = before.sibling) {
      ThreadNode next = before.sibling;
      if (next.observed == value && next.missing == missingBytes) {
        before.sibling = next.sibling;
        next.sibling = first;
        child = next;
        return next;
      }
    }
    return null;
  }

  void addChild(long value, byte missingBytes, ThreadNode node) {
    node.observed = value;
    node.missing = missingBytes;
    node.sibling = child;
    child = node;
  }

  /** Forgets all children but one; null forgets all. */
  void keepOnly(ThreadNode kept) {
    child = kept;
    if (kept != null) {
      kept.sibling = null;
    }
  }
}
