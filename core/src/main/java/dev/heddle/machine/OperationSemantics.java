package dev.heddle.machine;

import dev.heddle.program.FailureKind;

/**
 * What visible operations mean, from the operation and the content of its location alone: whether
 * it may happen, whether it writes and what, what its thread gets, how it fails. Under which memory
 * model a location comes to its content is for others to say.
 *
 * <p>A mutex is 8 bytes: the number of its owner plus 1 in the lower half, how often the owner took
 * it again in the upper; all ones when it has been destroyed. Its kind stands behind it and does
 * not change while it is in use.
 */
public final class OperationSemantics {
  /** The kinds of mutexes; the third one checks for errors. */
  static final int NORMAL = 0;

  static final int RECURSIVE = 1;

  private static final int DEADLOCK_ERROR = 35;
  private static final int PERMISSION_ERROR = 1;
  private static final long AGAIN = 1L << 32;
  private static final long DESTROYED = -1;

  private final MutexKinds kinds;

  /** Tells what stands behind a mutex. */
  @FunctionalInterface
  public interface MutexKinds {
    /** The lowest byte of the 8 bytes behind the mutex that an operation is about. */
    int kind(ThreadNode node);
  }

  public OperationSemantics(MutexKinds kinds) {
    this.kinds = kinds;
  }

  private int kind(ThreadNode node) {
    return node.operator == 0 ? NORMAL : kinds.kind(node);
  }

  /** Whether an operation accesses memory. */
  public static boolean isAccess(ThreadNode node) {
    return switch (node.kind()) {
      case JOIN, FREE, LEAVE, SIZE, CHOOSE, ATOMIC_BEGIN, FENCE, NONE -> false;
      default -> true;
    };
  }

  /** Whether what the operation does depends on the content of what it touches. */
  public static boolean reads(ThreadNode node) {
    if (node.wide != null) {
      return node.wide.reads();
    }
    return switch (node.opcode) {
      case Opcode.STORE,
          Opcode.POKE,
          Opcode.JOIN,
          Opcode.CHOOSE,
          Opcode.FREE,
          Opcode.LEAVE,
          Opcode.FENCE,
          Opcode.ATOMIC_BEGIN ->
          false;
      default -> true;
    };
  }

  /** Whether the operation goes wrong if bytes that it touches are not initialised. */
  public static boolean needsContent(ThreadNode node) {
    return switch (node.opcode) {
      case Opcode.STORE, Opcode.PEEK, Opcode.POKE -> false;
      default -> true;
    };
  }

  /** Whether the operation only reads, whatever it finds. */
  public static boolean onlyReads(ThreadNode node) {
    if (node.wide != null) {
      return node.wide.onlyReads();
    }
    return switch (node.opcode) {
      case Opcode.LOAD, Opcode.PEEK -> true;
      case Opcode.AWAIT, Opcode.ATTEMPT -> node.operator < 0;
      default -> false;
    };
  }

  /** Whether the operation writes or not depending on what it reads. */
  public static boolean isConditional(ThreadNode node) {
    if (node.wide != null) {
      return node.wide.isConditional();
    }
    return switch (node.opcode) {
      case Opcode.CAS, Opcode.TRY_LOCK, Opcode.ATTEMPT, Opcode.SIGNAL -> true;
      case Opcode.AWAIT -> node.operator >= 0 && node.straddles();
      default -> false;
    };
  }

  /** Whether the operation may have to wait for a content. */
  public static boolean mayWait(ThreadNode node) {
    if (node.wide != null) {
      return node.wide.mayWait();
    }
    return node.opcode == Opcode.LOCK || node.opcode == Opcode.AWAIT;
  }

  /** Whether memory contains what an operation with a guard wants. */
  public static boolean holds(ThreadNode node, long content) {
    return node.guard.holds(content);
  }

  /** Whether a thread need not wait any longer with that content. */
  public boolean isPossible(ThreadNode node, int t, long content) {
    if (node.wide != null) {
      return node.wide.isPossible(this, t, content);
    }
    return switch (node.opcode) {
      case Opcode.LOCK ->
          content == 0 || content == DESTROYED || (owner(content) == t && kind(node) != NORMAL);
      case Opcode.AWAIT -> node.guard.holds(content);
      default -> true;
    };
  }

  /** How the operation goes wrong with that content, or null. */
  public FailureKind failure(ThreadNode node, int t, long content) {
    if (node.wide != null) {
      return node.wide.failure(this, t, content);
    }
    return switch (node.opcode) {
      case Opcode.LOCK, Opcode.TRY_LOCK -> content == DESTROYED ? FailureKind.LOCK_MISUSE : null;
      case Opcode.UNLOCK ->
          content == DESTROYED
              ? FailureKind.LOCK_MISUSE
              : owner(content) != t && kind(node) == NORMAL ? FailureKind.UNLOCK_NOT_HELD : null;
      default -> null;
    };
  }

  /**
   * Whether the operation writes if it happens with that content; one that fails counts as writing
   * if it would have written had it not failed.
   */
  public boolean writes(ThreadNode node, int t, long content) {
    if (node.wide != null) {
      return node.wide.writes(this, t, content);
    }
    return switch (node.opcode) {
      case Opcode.STORE, Opcode.POKE, Opcode.RMW, Opcode.ADD -> true;
      case Opcode.CAS -> content == node.operand;
      case Opcode.AWAIT, Opcode.ATTEMPT -> node.operator >= 0 && node.guard.holds(content);
      case Opcode.SIGNAL -> content != 0;
      case Opcode.LOCK -> content == 0 || content == DESTROYED || kind(node) == RECURSIVE;
      case Opcode.TRY_LOCK ->
          content == 0 || content == DESTROYED || (owner(content) == t && kind(node) == RECURSIVE);
      case Opcode.UNLOCK -> owner(content) == t || content == DESTROYED || kind(node) == NORMAL;
      default -> false;
    };
  }

  /** What an operation that writes leaves where it has found that content. */
  public static long written(ThreadNode node, int t, long content, int alternative) {
    if (node.wide != null) {
      return node.wide.written(t, content, alternative);
    }
    return switch (node.opcode) {
      case Opcode.STORE, Opcode.POKE -> node.operand;
      case Opcode.CAS -> node.desired;
      case Opcode.LOCK, Opcode.TRY_LOCK -> content == 0 ? t + 1L : content + AGAIN;
      case Opcode.UNLOCK -> owner(content) != t ? content : content >= AGAIN ? content - AGAIN : 0;
      case Opcode.SIGNAL -> signalled(content, alternative);
      default -> Arithmetic.readModifyWrite(node.operator, 8 * node.bytes, content, node.operand);
    };
  }

  /** What the operation gives its thread when it finds that content and does not fail. */
  public long observed(ThreadNode node, int t, long content) {
    if (node.wide != null) {
      return node.wide.observed(this, t, content);
    }
    return switch (node.opcode) {
      case Opcode.STORE, Opcode.POKE, Opcode.ADD -> 0;
      case Opcode.LOCK -> writes(node, t, content) ? 0 : DEADLOCK_ERROR;
      case Opcode.TRY_LOCK -> writes(node, t, content) ? 1 : 0;
      case Opcode.UNLOCK -> owner(content) == t ? 0 : PERMISSION_ERROR;
      default -> content;
    };
  }

  /** A content in which the bytes that are not initialised read as 0. */
  public static long withoutBytes(long content, int missing) {
    return Arithmetic.withoutBytes(content, (byte) missing);
  }

  /** How many alternatives the operation has with that content. */
  public static int alternatives(ThreadNode node, long content) {
    if (node.wide != null) {
      return node.wide.alternatives(content);
    }
    return node.opcode == Opcode.SIGNAL ? Math.max(1, Long.bitCount(content)) : 1;
  }

  /** The thread that has a mutex, or -1. */
  public static int owner(long mutex) {
    return (int) mutex - 1;
  }

  /** Clears the alternative-th of the bits that are set. */
  private static long signalled(long bits, int alternative) {
    long rest = bits;
    for (int i = 0; i < alternative; i++) {
      rest &= rest - 1;
    }
    return bits & ~Long.lowestOneBit(rest);
  }
}
