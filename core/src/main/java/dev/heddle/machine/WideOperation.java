package dev.heddle.machine;

import dev.heddle.program.FailureKind;

/**
 * A visible operation on 16 bytes that are one location. What is written to the location, and what
 * is read from it, are words of {@link WideNumbers}.
 */
abstract class WideOperation {
  final WideNumbers numbers;

  WideOperation(WideNumbers numbers) {
    this.numbers = numbers;
  }

  /** Where the 16 bytes begin. */
  abstract long address();

  abstract boolean reads();

  abstract boolean onlyReads();

  abstract boolean isConditional();

  abstract boolean mayWait();

  abstract boolean isPossible(OperationSemantics semantics, int t, long content);

  abstract FailureKind failure(OperationSemantics semantics, int t, long content);

  abstract boolean writes(OperationSemantics semantics, int t, long content);

  abstract long written(int t, long content, int alternative);

  abstract long observed(OperationSemantics semantics, int t, long content);

  abstract int alternatives(long content);

  /** What it is about of a content. */
  abstract long own(long content);

  /** Which of its own bytes are not initialised if these of the 16 are not. */
  abstract int missing(int ofAll);

  /** Which of the 16 bytes are not initialised behind it, if these were not before. */
  abstract int missingAfter(int before);

  /** Whether it writes bytes of a location without reading it. */
  abstract boolean writesPartOnly();

  /** Where the thread goes on if the operation gave it a value. */
  abstract ThreadNode next(ValueDrivenThreads threads, int t, long value, int missing);

  /**
   * An atomic operation on all 16 bytes, of which the program has a section: it reads both halves,
   * writes both, or does one after the other.
   */
  static final class Whole extends WideOperation {
    private final ValueDrivenThreads threads;
    private final boolean writesAlways;
    private final boolean writesNever;
    private final int t;

    /** In front of the first access. */
    private final ThreadNode first;

    Whole(
        WideNumbers numbers,
        ValueDrivenThreads threads,
        int t,
        ThreadNode first,
        boolean writesNever) {
      super(numbers);
      this.threads = threads;
      this.t = t;
      this.first = first;
      this.writesNever = writesNever;
      this.writesAlways = first.opcode == Opcode.STORE;
    }

    @Override
    long address() {
      return first.address;
    }

    @Override
    boolean reads() {
      return !writesAlways;
    }

    @Override
    boolean onlyReads() {
      return writesNever;
    }

    @Override
    boolean isConditional() {
      return !writesAlways && !writesNever;
    }

    @Override
    boolean mayWait() {
      return false;
    }

    @Override
    boolean isPossible(OperationSemantics semantics, int thread, long content) {
      return true;
    }

    @Override
    FailureKind failure(OperationSemantics semantics, int thread, long content) {
      return null;
    }

    /** The thread behind its reads: in front of the first write, or behind the section. */
    private ThreadNode afterReads(long content) {
      if (writesAlways) {
        return first;
      }
      ThreadNode second = threads.next(t, first, numbers.low(content), 0);
      return threads.next(t, second, numbers.high(content), 0);
    }

    private static boolean isInFrontOfWrite(ThreadNode node) {
      return node.inSection && node.kind() == OperationKind.STORE;
    }

    @Override
    boolean writes(OperationSemantics semantics, int thread, long content) {
      return isInFrontOfWrite(afterReads(content));
    }

    @Override
    long written(int thread, long content, int alternative) {
      ThreadNode low = afterReads(content);
      ThreadNode high = threads.next(t, low, 0, 0);
      return numbers.of(low.operand, high.operand);
    }

    @Override
    long observed(OperationSemantics semantics, int thread, long content) {
      return reads() ? content : 0;
    }

    @Override
    int alternatives(long content) {
      return 1;
    }

    @Override
    long own(long content) {
      return content;
    }

    @Override
    int missing(int ofAll) {
      return ofAll;
    }

    @Override
    int missingAfter(int before) {
      return 0;
    }

    @Override
    boolean writesPartOnly() {
      return false;
    }

    @Override
    ThreadNode next(ValueDrivenThreads same, int thread, long value, int missing) {
      ThreadNode node = afterReads(value);
      if (isInFrontOfWrite(node)) {
        node = same.next(thread, node, 0, 0);
        node = same.next(thread, node, 0, 0);
      }
      return node;
    }
  }

  /** An operation on some of 16 bytes that others access as a whole. */
  static final class Part extends WideOperation {
    private final ThreadNode node;
    private final long address;
    private final int offset;

    Part(WideNumbers numbers, ThreadNode node, long address) {
      super(numbers);
      this.node = node;
      this.address = address;
      this.offset = (int) (node.address - address);
    }

    @Override
    long own(long content) {
      return part(content);
    }

    private long part(long content) {
      return numbers.part(content, offset, node.bytes);
    }

    private int mask() {
      return (1 << node.bytes) - 1;
    }

    @Override
    long address() {
      return address;
    }

    @Override
    boolean reads() {
      return true;
    }

    @Override
    boolean onlyReads() {
      return OperationSemantics.onlyReads(node);
    }

    @Override
    boolean isConditional() {
      return OperationSemantics.isConditional(node);
    }

    @Override
    boolean mayWait() {
      return OperationSemantics.mayWait(node);
    }

    @Override
    boolean isPossible(OperationSemantics semantics, int t, long content) {
      return semantics.isPossible(node, t, part(content));
    }

    @Override
    FailureKind failure(OperationSemantics semantics, int t, long content) {
      return semantics.failure(node, t, part(content));
    }

    @Override
    boolean writes(OperationSemantics semantics, int t, long content) {
      return semantics.writes(node, t, part(content));
    }

    @Override
    long written(int t, long content, int alternative) {
      long value = OperationSemantics.written(node, t, part(content), alternative);
      return numbers.withPart(content, offset, node.bytes, value);
    }

    @Override
    long observed(OperationSemantics semantics, int t, long content) {
      return semantics.observed(node, t, part(content));
    }

    @Override
    int alternatives(long content) {
      return OperationSemantics.alternatives(node, part(content));
    }

    @Override
    int missing(int ofAll) {
      return ofAll >>> offset & mask();
    }

    @Override
    int missingAfter(int before) {
      int written = node.opcode == Opcode.POKE ? (int) node.desired & mask() : 0;
      return (before & ~(mask() << offset)) | written << offset;
    }

    @Override
    boolean writesPartOnly() {
      return !OperationSemantics.reads(node);
    }

    @Override
    ThreadNode next(ValueDrivenThreads threads, int t, long value, int missing) {
      return threads.next(t, node, value, missing);
    }
  }
}
