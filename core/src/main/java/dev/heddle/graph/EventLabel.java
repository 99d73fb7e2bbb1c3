package dev.heddle.graph;

import java.util.Locale;

/**
 * The label ⟨op, ord⟩ of an event, packed in an int: two bits say whether the event reads and
 * whether it writes (both: a read-modify-write, neither: a fence), three bits give its memory
 * order.
 *
 * <p>A plain access is one that is not atomic. The models take it for a relaxed one. In an
 * execution without data races that is exact: there a plain read reads from a write that happens
 * before it, so whether the two synchronise makes no difference. An execution with races has no
 * meaning in C.
 */
public final class EventLabel {
  public static final int FENCE = 0;
  public static final int READ = 1;
  public static final int WRITE = 2;
  public static final int RMW = READ | WRITE;

  public static final int PLAIN = 16;
  public static final int RELAXED = 0;
  public static final int ACQUIRE = 4;
  public static final int RELEASE = 8;
  public static final int ACQUIRE_RELEASE = ACQUIRE | RELEASE;
  public static final int SEQUENTIALLY_CONSISTENT = ACQUIRE_RELEASE | 16;

  private static final int OPERATION = 3;
  private static final int ORDER = 28;

  private EventLabel() {}

  /** The event is a read or a read-modify-write. */
  public static boolean reads(int label) {
    return (label & READ) != 0;
  }

  /** The event is a write or a read-modify-write. */
  public static boolean writes(int label) {
    return (label & WRITE) != 0;
  }

  public static boolean isFence(int label) {
    return (label & OPERATION) == FENCE;
  }

  public static boolean isRmw(int label) {
    return (label & OPERATION) == RMW;
  }

  /** The event is an access that is not atomic. */
  public static boolean isPlain(int label) {
    return (label & ORDER) == PLAIN;
  }

  /** The order is at least acquire. */
  public static boolean acquires(int label) {
    return (label & ACQUIRE) != 0;
  }

  /** The order is at least release. */
  public static boolean releases(int label) {
    return (label & RELEASE) != 0;
  }

  public static boolean isSequentiallyConsistent(int label) {
    return (label & ORDER) == SEQUENTIALLY_CONSISTENT;
  }

  /** The operation alone: {@link #READ}, {@link #WRITE}, {@link #RMW} or {@link #FENCE}. */
  public static int operation(int label) {
    return label & OPERATION;
  }

  /** The order alone, for example {@link #ACQUIRE}. */
  public static int order(int label) {
    return label & ORDER;
  }

  /**
   * Operation and order fit together: no acquire write, no release read, no relaxed fence, and
   * nothing but reads and writes is plain.
   */
  public static boolean isValid(int label) {
    int order = order(label);
    boolean known =
        order == PLAIN
            || order == RELAXED
            || order == ACQUIRE
            || order == RELEASE
            || order == ACQUIRE_RELEASE
            || order == SEQUENTIALLY_CONSISTENT;
    return known
        && (label & ~(OPERATION | ORDER)) == 0
        && switch (operation(label)) {
          case READ -> order != RELEASE && order != ACQUIRE_RELEASE;
          case WRITE -> order != ACQUIRE && order != ACQUIRE_RELEASE;
          case FENCE -> order != RELAXED && order != PLAIN;
          default -> order != PLAIN;
        };
  }

  public static String operationName(int label) {
    return switch (operation(label)) {
      case READ -> "read";
      case WRITE -> "write";
      case RMW -> "rmw";
      default -> "fence";
    };
  }

  /** The letter of the operation in the text form. */
  public static char operationLetter(int label) {
    return "FRWU".charAt(operation(label));
  }

  public static String orderName(int label) {
    return switch (order(label)) {
      case PLAIN -> "plain";
      case RELAXED -> "rlx";
      case ACQUIRE -> "acq";
      case RELEASE -> "rel";
      case ACQUIRE_RELEASE -> "acq_rel";
      default -> "sc";
    };
  }

  /** The operation of a word of the text form, or -1. */
  public static int parseOperation(String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "r", "read" -> READ;
      case "w", "write" -> WRITE;
      case "u", "rmw" -> RMW;
      case "f", "fence" -> FENCE;
      default -> -1;
    };
  }

  /** The order of a word of the text form, or -1. */
  public static int parseOrder(String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "plain" -> PLAIN;
      case "rlx", "relaxed" -> RELAXED;
      case "acq", "acquire" -> ACQUIRE;
      case "rel", "release" -> RELEASE;
      case "acq_rel", "acqrel" -> ACQUIRE_RELEASE;
      case "sc", "seq_cst" -> SEQUENTIALLY_CONSISTENT;
      default -> -1;
    };
  }
}
