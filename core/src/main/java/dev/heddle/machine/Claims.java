package dev.heddle.machine;

import dev.heddle.program.ClaimKind;
import dev.heddle.program.Instruction.RmwOperator;
import java.util.HashMap;
import java.util.Map;

/**
 * What transformations have taken for granted about memory, compared with all that threads do. An
 * operation counts as soon as a thread stands in front of it, whatever execution that is in; so
 * what is not refuted here holds in all executions that were explored. What {@code main} does
 * before it starts a thread, and after all have ended, does not count.
 *
 * <p>Several searches may share one of these.
 */
final class Claims {
  private static final int NOBODY = -1;
  private static final int SEVERAL = -2;

  private final Code code;
  private final Map<Long, ClaimedByte> known = new HashMap<>();

  /** Of memory that only one thread has. */
  private final Map<PrivateByte, ClaimedByte> ofPrivate = new HashMap<>();

  private record PrivateByte(int thread, long address) {}

  /** Whether something was left out of account because all threads had been waited for. */
  private boolean countsOnJoins;

  private boolean othersStartThreads;

  /** What is known about one byte. */
  private static final class ClaimedByte {
    boolean rises;
    boolean falls;
    boolean isRaised;
    boolean isLowered;
    boolean isLock;
    int owner = NOBODY;
    boolean isOtherThanSum;
    boolean isOtherThanLock;
    int writer = NOBODY;
    int passer = NOBODY;
    int looker = NOBODY;
    int user = NOBODY;

    boolean isRefuted() {
      boolean isWrittenByOthers = owner != NOBODY && writer != NOBODY && writer != owner;
      boolean isSum = rises || falls || isRaised || isLowered;
      // A thread that waits for a small sum must not have met one that is small only for a while.
      boolean isMixed = (rises && (falls || isLowered)) || (falls && isRaised);
      return (isSum && isOtherThanSum)
          || isMixed
          || (isLock && isOtherThanLock)
          || isWrittenByOthers
          || isSeenWhilePassing();
    }

    private boolean isSeenWhilePassing() {
      boolean isUsedByOthers = user != NOBODY && user != passer;
      return passer != NOBODY && (isUsedByOthers || looker == passer || looker == SEVERAL);
    }
  }

  Claims(Code code) {
    this.code = code;
  }

  /** A condition under which what is claimed would not be enough. */
  static void doubt(boolean holds) {
    if (holds) {
      throw new ClaimRefutedException();
    }
  }

  /** A thread has come to where something is claimed. */
  synchronized void claim(ClaimKind kind, long address, int bytes, int thread) {
    boolean isPassing = kind == ClaimKind.PASSING || kind == ClaimKind.NOT_PASSING;
    if (Addresses.isPrivate(address) && !isPassing) {
      return;
    }
    for (int i = 0; i < bytes; i++) {
      ClaimedByte cell =
          Addresses.isPrivate(address)
              ? ofPrivate.computeIfAbsent(
                  new PrivateByte(thread, address + i), a -> new ClaimedByte())
              : claimedByte(address + i);
      switch (kind) {
        case RISING_SUM -> cell.rises = true;
        case FALLING_SUM -> cell.falls = true;
        case RAISED_SUM -> cell.isRaised = true;
        case LOWERED_SUM -> cell.isLowered = true;
        case LOCK -> cell.isLock = true;
        case OWNED -> cell.owner = together(cell.owner, thread);
        case PASSING -> cell.passer = together(cell.passer, thread);
        case NOT_PASSING -> cell.looker = together(cell.looker, thread);
        case LOOKING, PLAIN_LOOK, ATOMIC_LOOK, VAIN_UPDATE -> throw new AssertionError(kind);
      }
      check(cell);
    }
  }

  /** Whether what a thread stores at a place is nobody else's business. */
  synchronized boolean isPassing(int thread, long address, int bytes) {
    for (int i = 0; i < bytes; i++) {
      ClaimedByte cell = known.get(address + i);
      if (cell == null || cell.passer != thread) {
        return false;
      }
    }
    return true;
  }

  /** A thread starts another one. */
  synchronized void starts(int thread) {
    othersStartThreads |= thread > 0;
    if (othersStartThreads && countsOnJoins) {
      throw new ClaimRefutedException();
    }
  }

  /** A thread stands in front of an operation. */
  synchronized void access(int thread, ThreadNode node) {
    if (isOnMemory(node.opcode) && !isAlone(thread, node.state)) {
      for (int i = 0; i < node.bytes; i++) {
        ClaimedByte cell = claimedByte(node.address + i);
        cell.isOtherThanSum |= !adds(node);
        cell.isOtherThanLock |= node.opcode != Opcode.LOCK && node.opcode != Opcode.UNLOCK;
        cell.writer = mayWrite(node) ? together(cell.writer, thread) : cell.writer;
        cell.user = together(cell.user, thread);
        check(cell);
      }
    }
  }

  private ClaimedByte claimedByte(long address) {
    return known.computeIfAbsent(address, a -> new ClaimedByte());
  }

  private static void check(ClaimedByte cell) {
    if (cell.isRefuted()) {
      throw new ClaimRefutedException();
    }
  }

  private static int together(int known, int thread) {
    return known == NOBODY || known == thread ? thread : SEVERAL;
  }

  /** Whether no other thread runs. */
  private boolean isAlone(int thread, ThreadState state) {
    if (thread > 0 || state.spawns == 0) {
      return thread == 0;
    }
    boolean isAlone = state.joins >= state.spawns && !othersStartThreads;
    countsOnJoins |= isAlone;
    return isAlone;
  }

  private static boolean isOnMemory(int opcode) {
    return switch (opcode) {
      case Opcode.LOAD,
          Opcode.STORE,
          Opcode.PEEK,
          Opcode.POKE,
          Opcode.RMW,
          Opcode.CAS,
          Opcode.ADD,
          Opcode.AWAIT,
          Opcode.ATTEMPT,
          Opcode.SIGNAL,
          Opcode.LOCK,
          Opcode.TRY_LOCK,
          Opcode.UNLOCK ->
          true;
      default -> false;
    };
  }

  private static boolean mayWrite(ThreadNode node) {
    return switch (node.opcode) {
      case Opcode.LOAD, Opcode.PEEK -> false;
      case Opcode.AWAIT, Opcode.ATTEMPT -> node.operator >= 0;
      default -> true;
    };
  }

  /** Whether an operation adds and lets nobody know to what, or waits in place of a loop. */
  private boolean adds(ThreadNode node) {
    boolean isAddition =
        node.operator == RmwOperator.ADD.ordinal() || node.operator == RmwOperator.SUB.ordinal();
    return switch (node.opcode) {
      case Opcode.ADD -> true;
      case Opcode.AWAIT -> isAddition && code.waitsInsteadOfLooping(node);
      default -> false;
    };
  }
}
