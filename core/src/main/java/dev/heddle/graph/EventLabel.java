package dev.heddle.graph;

import java.util.Locale;

/**
 * The label ⟨op, ord⟩ of an event, packed in an int: two bits say whether the event reads and
 * whether it writes (both: a read-modify-write, neither: a fence), three bits give its memory
 * order.
 */
public final class EventLabel {
  public static final int FENCE = 0;
  public static final int READ = 1;
  public static final int WRITE = 2;
  public static final int RMW = READ | WRITE;

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

  /** Operation and order fit together: no acquire write, no release read, no relaxed fence. */
  public static boolean isValid(int label) {
    int order = order(label);
    boolean known =
        order == RELAXED
            || order == ACQUIRE
            || order == RELEASE
            || order == ACQUIRE_RELEASE
            || order == SEQUENTIALLY_CONSISTENT;
    return known
        && (label & ~(OPERATION | ORDER)) == 0
        && switch (operation(label)) {
          case READ -> order == RELAXED || order == ACQUIRE || order == SEQUENTIALLY_CONSISTENT;
          case WRITE -> order == RELAXED || order == RELEASE || order == SEQUENTIALLY_CONSISTENT;
          case FENCE -> order != RELAXED;
          default -> true;
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
      case "rlx", "relaxed" -> RELAXED;
      case "acq", "acquire" -> ACQUIRE;
      case "rel", "release" -> RELEASE;
      case "acq_rel", "acqrel" -> ACQUIRE_RELEASE;
      case "sc", "seq_cst" -> SEQUENTIALLY_CONSISTENT;
      default -> -1;
    };
  }
}
