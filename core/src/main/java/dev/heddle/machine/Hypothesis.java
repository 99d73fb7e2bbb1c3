package dev.heddle.machine;

/**
 * What the operations of an execution would do if memory contained something else: the questions
 * that an exploration asks before it gives a read another source.
 *
 * <p>An operation is the next one of a thread, given by the history of the thread in front of it;
 * {@code word} is the content of the first word that it touches.
 */
public final class Hypothesis {
  private final Machine machine;

  public Hypothesis(Machine machine) {
    this.machine = machine;
  }

  /** The operation that an event performed. */
  public ThreadNode operation(int event) {
    return machine.log.before(event);
  }

  /** Whether the operation only reads, whatever it finds. */
  public static boolean isLoad(ThreadNode node) {
    return node.opcode == Opcode.LOAD;
  }

  public static boolean isLock(ThreadNode node) {
    return node.opcode == Opcode.LOCK;
  }

  public static boolean isAwait(ThreadNode node) {
    return node.opcode == Opcode.AWAIT;
  }

  /** Whether the operation writes bytes that are not initialised then. */
  public static boolean leavesUninitialized(ThreadNode node) {
    return node.opcode == Opcode.POKE && node.desired != 0;
  }

  /** Whether an event that may block could have happened with this content in its word. */
  public boolean isPossible(int event, long word) {
    long footprint = machine.footprint(event);
    return isPossible(operation(event), machine.thread(event), footprint, word);
  }

  /** The same of the operation that a thread waits to perform. */
  public boolean isPendingPossible(int t, long word) {
    return isPossible(machine.current(t), t, machine.pendingFootprint(t), word);
  }

  /** Whether an event writes or not depending on what it reads. */
  public boolean isConditional(int event) {
    return OperationSemantics.isConditional(operation(event));
  }

  /** What a conditional event would touch if it found nothing to read. */
  public long footprintGivenNothing(int event) {
    return Footprint.withWrite(Footprint.withAlternative(machine.footprint(event), 0), false);
  }

  /** What a conditional event would touch if its word, and the next, contained this. */
  public long footprintGiven(int event, long word, long nextWord) {
    ThreadNode node = operation(event);
    long touched = Footprint.withAlternative(machine.footprint(event), 0);
    long content = extract(node, touched, word);
    if (Footprint.straddles(touched)) {
      int shift = 8 * Integer.numberOfTrailingZeros(Footprint.mask(touched));
      content =
          Arithmetic.zeroExtend((word >>> shift) | (nextWord << (64 - shift)), 8 * node.bytes);
    }
    boolean writes = machine.operations.semantics.writes(node, machine.thread(event), content);
    return Footprint.withWrite(touched, writes);
  }

  /** Whether the operation can happen with that content. */
  public boolean isPossible(ThreadNode node, int t, long footprint, long word) {
    return machine.operations.semantics.isPossible(node, t, extract(node, footprint, word));
  }

  /** Whether the operation writes if it happens with that content. */
  public boolean writes(ThreadNode node, int t, long footprint, long word) {
    long content = extract(node, footprint, word);
    return machine.operations.semantics.writes(node, t, content);
  }

  /** How many alternatives the operation has with that content. */
  public int alternatives(ThreadNode node, long footprint, long word) {
    return OperationSemantics.alternatives(node, extract(node, footprint, word));
  }

  /** The word after the operation has written with that content. */
  public long after(ThreadNode node, int t, long footprint, long word, int alternative) {
    long content = extract(node, footprint, word);
    long written = OperationSemantics.written(node, t, content, alternative);
    int shift = 8 * Integer.numberOfTrailingZeros(Footprint.mask(footprint));
    long mask = node.bytes == 8 ? -1L : (1L << (8 * node.bytes)) - 1;
    return (word & ~(mask << shift)) | ((written & mask) << shift);
  }

  /** What a node's bytes contain if their word contains this. */
  private static long extract(ThreadNode node, long footprint, long word) {
    int shift = 8 * Integer.numberOfTrailingZeros(Footprint.mask(footprint));
    return Arithmetic.zeroExtend(word >>> shift, 8 * node.bytes);
  }
}
