package dev.heddle.machine;

import java.util.Objects;

/**
 * A thread in front of a visible operation, or at its end. Nodes form a graph, whose edges are the
 * values that operations gave; histories after which a thread does the same lead to one node.
 */
public final class ThreadNode {
  /** What keeps a thread from its next operation. */
  public enum Status {
    /** In front of a visible operation. */
    READY,
    FINISHED,
    /** Stopped for good by an assumption. */
    ASSUME_BLOCKED,
    /** Stopped in a loop, which it would only go through again if memory stays as it is. */
    SPINNING,
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
  ContentGuard guard;

  /** The memory orders of the operation, as {@link Orders} packs them. */
  byte orders;

  /** Of an operation on 16 bytes that are one location, or on some of them, what it does. */
  WideOperation wide;

  /** Of the beginning of a section of such an operation, the whole; null as long as nobody asks. */
  ThreadNode whole;

  /** Whether the operation lies in an atomic section. */
  boolean inSection;

  /** The object at the address, once it is known; objects keep their numbers. */
  private int object = -1;

  /** Of a finished thread, what it returned; of one that ends the program, the exit status. */
  long returned;

  /** Whether the process ends here, be it by a call or because {@code main} returns. */
  boolean endsProgram;

  Failure failure;
  Effects effects;

  /** How often an execution has passed here, while somebody counts. */
  int visits;

  /** The value that the operation gave first, and where the thread went on from it. */
  private long observed;

  private byte missing;
  private ThreadNode next;

  /** The same for further values, or null. */
  private EdgeTable edges;

  ThreadNode(Status status, ThreadState state) {
    this.status = status;
    this.state = state;
  }

  /** The end of a thread whose operation goes wrong. */
  static ThreadNode failed(ThreadNode node, Failure failure) {
    ThreadNode failed = new ThreadNode(Status.FAILED, node.state);
    failed.failure = failure;
    failed.address = node.address;
    return failed;
  }

  public Status status() {
    return status;
  }

  /** Whether the process ends here, be it by a call or because {@code main} returns. */
  public boolean endsProgram() {
    return endsProgram;
  }

  /** Of a finished thread, what it returned; of one that ends the program, the exit status. */
  public long returned() {
    return returned;
  }

  public Failure failure() {
    return failure;
  }

  /** The visible operation that the thread is in front of. */
  public OperationKind kind() {
    return status == Status.READY ? OperationKind.of(opcode) : OperationKind.NONE;
  }

  /** What the operation works on, also if it has failed; of a join, the thread plus 1. */
  public long address() {
    return address;
  }

  /** The memory orders of the operation, as {@link Orders} packs them. */
  public byte orders() {
    return orders;
  }

  /** Whether the operation is on 16 bytes that are one location, or on some of them. */
  public boolean isWide() {
    return wide != null;
  }

  /** Where the 16 bytes begin that a wide operation is about. */
  public long wideAddress() {
    return wide.address();
  }

  /** Whether a wide operation writes a part of the location without reading any. */
  public boolean writesPartOnly() {
    return wide != null && wide.writesPartOnly();
  }

  /** What of a content of its location an operation is about. */
  public long own(long content) {
    return wide == null ? content : wide.own(content);
  }

  /** Which bytes of the operation are missing if these of its location are. */
  public int missing(int ofLocation) {
    return wide == null ? ofLocation : wide.missing(ofLocation);
  }

  /** Which bytes of a location are missing behind an operation that writes, given those before. */
  public int missingAfter(int before) {
    if (wide != null) {
      return wide.missingAfter(before);
    }
    return opcode == Opcode.POKE ? (int) desired & 0xff : 0;
  }

  /** Whether the thread has come by a loop in which it may look at something to get here. */
  public boolean isBehindLooks() {
    return state.isLooking;
  }

  /** How many bytes the operation accesses. */
  public int bytes() {
    return bytes;
  }

  /** The number that the operation writes or adds, or of a comparison what it expects. */
  public long operand() {
    return operand;
  }

  /** What a comparison writes if it finds what it expects. */
  public long desired() {
    return desired;
  }

  /** What an operation that reads and writes does with what it finds, or -1 for nothing. */
  public int operator() {
    return operator;
  }

  /** What the thread does to the rest of the system before it gets here; null if nothing. */
  public Effects effects() {
    return effects;
  }

  /** Of a join, the thread that is joined. */
  public int joined() {
    return (int) address - 1;
  }

  /** Whether two histories are in front of the same operation, perhaps with other numbers. */
  public boolean isSameOperation(ThreadNode that) {
    return that.status == Status.READY
        && opcode == that.opcode
        && address == that.address
        && bytes == that.bytes
        && operator == that.operator
        && isAtInstructionOf(that)
        && state.depth() == that.state.depth();
  }

  /** Whether two histories have come to the same instruction. */
  public boolean isAtInstructionOf(ThreadNode that) {
    return state.pc == that.state.pc;
  }

  /** Whether a thread has the same state at both nodes: it has failed where it was. */
  public boolean isAt(ThreadNode that) {
    return state == that.state;
  }

  int object(ObjectTable objects) {
    if (object < 0) {
      object = objects.objectAt(address);
    }
    return object;
  }

  /** Whether the operation reaches into a second word. Such a one does not wait, but gives up. */
  boolean straddles() {
    return (address & 7) + bytes > 8;
  }

  /** The node that a value with missing bytes leads to, or null if that is not known. */
  ThreadNode next(long value, byte missingBytes) {
    if (observed == value && missing == missingBytes) {
      return next;
    }
    return edges == null ? null : edges.get(value, missingBytes);
  }

  void addNext(long value, byte missingBytes, ThreadNode node) {
    if (next == null) {
      observed = value;
      missing = missingBytes;
      next = node;
      return;
    }
    if (edges == null) {
      edges = new EdgeTable();
    }
    edges.put(value, missingBytes, node);
  }

  /** Forgets all that follows. */
  void forgetNext() {
    whole = null;
    next = null;
    edges = null;
  }

  /** Whether a thread at either node will do the same from here on. */
  boolean isSame(ThreadNode that) {
    return status == that.status
        && opcode == that.opcode
        && operator == that.operator
        && bytes == that.bytes
        && address == that.address
        && operand == that.operand
        && desired == that.desired
        && returned == that.returned
        && Objects.equals(guard, that.guard)
        && state.isSame(that.state);
  }

  /** Equal for nodes that are the same. */
  int hash() {
    long hash = state.hash() + 31 * (address + 31 * (operand + 31 * desired));
    return (int) (hash ^ (hash >>> 32));
  }
}
