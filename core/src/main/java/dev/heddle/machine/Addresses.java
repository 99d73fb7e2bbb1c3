package dev.heddle.machine;

/**
 * The layout of the 47-bit address space. An address tells the object it belongs to, and depends on
 * nothing but the program and, for objects made at run time, on (thread, how many the thread made
 * before): never on the interleaving.
 *
 * <pre>
 *   bit 46           memory that only the current thread can reach: object, 20-bit offset
 *   bit 45           made at run time: 9 bits thread, 16 bits number, 20-bit offset
 *   slot 1           functions, 16 bytes apart
 *   slots from 2     globals, each from the start of a slot of its own
 * </pre>
 *
 * A slot is 1 MiB; a larger object spans the slots that follow its first.
 */
public final class Addresses {
  static final int SLOT_BITS = 20;
  static final long SLOT_SIZE = 1L << SLOT_BITS;
  static final int MAX_THREADS = 1 << 9;
  static final int MAX_OBJECTS_PER_THREAD = 1 << 16;
  static final int FIRST_GLOBAL_SLOT = 2;

  private static final long PRIVATE = 1L << 46;
  private static final long DYNAMIC = 1L << 45;
  private static final long FUNCTIONS = SLOT_SIZE;
  private static final int FUNCTION_SPACING = 4;

  private Addresses() {}

  static long ofFunction(int function) {
    return FUNCTIONS + ((long) function << FUNCTION_SPACING);
  }

  /** The function at an address, or -1. */
  public static int functionAt(long address, int functions) {
    long offset = address - FUNCTIONS;
    long function = offset >> FUNCTION_SPACING;
    boolean exact = (offset & ((1 << FUNCTION_SPACING) - 1)) == 0;
    return exact && function >= 0 && function < functions ? (int) function : -1;
  }

  static long ofDynamic(int thread, int number) {
    return DYNAMIC | ((long) thread << (16 + SLOT_BITS)) | ((long) number << SLOT_BITS);
  }

  static long ofPrivate(int object) {
    return PRIVATE | ((long) object << SLOT_BITS);
  }

  static boolean isPrivate(long address) {
    return (address & ~(PRIVATE - 1)) == PRIVATE;
  }

  public static boolean isDynamic(long address) {
    return (address & ~(DYNAMIC - 1)) == DYNAMIC;
  }

  public static int threadOf(long dynamicAddress) {
    return (int) (dynamicAddress >>> (16 + SLOT_BITS)) & (MAX_THREADS - 1);
  }

  public static int numberOf(long dynamicAddress) {
    return (int) (dynamicAddress >>> SLOT_BITS) & (MAX_OBJECTS_PER_THREAD - 1);
  }

  /** The slot of an address below the dynamic ones, or the number of a private object. */
  static int slotOf(long address) {
    return (int) (address >>> SLOT_BITS) & ((1 << 25) - 1);
  }

  static int offsetInSlot(long address) {
    return (int) address & (int) (SLOT_SIZE - 1);
  }

  /** How many slots an object of this size occupies. */
  static int slots(long size) {
    return (int) Math.max(1, (size + SLOT_SIZE - 1) >>> SLOT_BITS);
  }
}
