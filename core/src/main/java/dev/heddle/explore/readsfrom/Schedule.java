package dev.heddle.explore.readsfrom;

import dev.heddle.explore.overflow.Backlog;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/** ⟨σ, E″⟩: how to go on from the trace in front of an event, and an execution of all of it. */
final class Schedule {
  private static final int ALTERNATIVE_BITS = 14;

  /** How a schedule is packed. */
  static final Backlog.Form<Schedule> FORM =
      new Backlog.Form<>() {
        @Override
        public int bytes(Schedule schedule) {
          return schedule.bytes();
        }

        @Override
        public void put(Schedule schedule, ByteBuffer target) {
          schedule.put(target);
        }

        @Override
        public Schedule get(ByteBuffer source) {
          return Schedule.get(source);
        }
      };

  private final Object sigma;

  /** Which event of σ stays unmarked; all others are copies. */
  final int unmarked;

  private final Object witness;

  /**
   * Millions of schedules can wait for being explored, so that most are kept as bytes.
   *
   * @param sigma the threads of σ's events, in order; for a thread that waits for good, {@code
   *     ~thread}
   * @param witness E″, as steps
   */
  Schedule(int[] sigma, int unmarked, int[] witness) {
    this.sigma = packed(sigma, 0);
    this.unmarked = unmarked;
    this.witness = packed(witness, ALTERNATIVE_BITS);
  }

  /** The threads of σ's events, in order; for a thread that waits for good, {@code ~thread}. */
  int[] sigma() {
    return unpacked(sigma, 0);
  }

  /** E″, as steps. */
  int[] witness() {
    return unpacked(witness, ALTERNATIVE_BITS);
  }

  /** Puts the steps of E″ into an array that is long enough. */
  void copyWitness(int[] target) {
    if (witness instanceof byte[] bytes) {
      for (int i = 0; i < bytes.length; i++) {
        target[i] = bytes[i] << ALTERNATIVE_BITS;
      }
    } else {
      int[] numbers = (int[]) witness;
      System.arraycopy(numbers, 0, target, 0, numbers.length);
    }
  }

  /** The length of E″. */
  int witnessLength() {
    return witness instanceof byte[] bytes ? bytes.length : ((int[]) witness).length;
  }

  /** Bytes, if the lower bits are zeros and the others fit into one; or else the numbers. */
  private static Object packed(int[] numbers, int lowerBits) {
    byte[] bytes = new byte[numbers.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (numbers[i] >> lowerBits);
      if (bytes[i] << lowerBits != numbers[i]) {
        return numbers;
      }
    }
    return bytes;
  }

  private static int[] unpacked(Object packed, int lowerBits) {
    if (packed instanceof int[] numbers) {
      return numbers;
    }
    byte[] bytes = (byte[]) packed;
    int[] numbers = new int[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      numbers[i] = bytes[i] << lowerBits;
    }
    return numbers;
  }

  private Schedule(Object sigma, int unmarked, Object witness) {
    this.sigma = sigma;
    this.unmarked = unmarked;
    this.witness = witness;
  }

  /** How many bytes {@link #put} puts. */
  private int bytes() {
    return Integer.BYTES + bytes(sigma) + bytes(witness);
  }

  private static int bytes(Object packed) {
    return Integer.BYTES
        + (packed instanceof int[] numbers ? 4 * numbers.length : ((byte[]) packed).length);
  }

  /** The shortest form, as bytes. */
  private void put(ByteBuffer target) {
    target.putInt(unmarked);
    put(sigma, target);
    put(witness, target);
  }

  /** The length of numbers has its bits inverted. */
  private static void put(Object packed, ByteBuffer target) {
    if (packed instanceof int[] numbers) {
      target.putInt(~numbers.length);
      for (int number : numbers) {
        target.putInt(number);
      }
    } else {
      byte[] bytes = (byte[]) packed;
      target.putInt(bytes.length).put(bytes);
    }
  }

  private static Schedule get(ByteBuffer source) {
    int unmarked = source.getInt();
    return new Schedule(getPacked(source), unmarked, getPacked(source));
  }

  private static Object getPacked(ByteBuffer source) {
    int length = source.getInt();
    if (length >= 0) {
      byte[] bytes = new byte[length];
      source.get(bytes);
      return bytes;
    }
    int[] numbers = new int[~length];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = source.getInt();
    }
    return numbers;
  }

  void write(DataOutputStream out) throws IOException {
    write(sigma(), out);
    out.writeInt(unmarked);
    write(witness(), out);
  }

  static Schedule read(DataInputStream in) throws IOException {
    return new Schedule(readNumbers(in), in.readInt(), readNumbers(in));
  }

  private static void write(int[] numbers, DataOutputStream out) throws IOException {
    out.writeInt(numbers.length);
    for (int number : numbers) {
      out.writeInt(number);
    }
  }

  private static int[] readNumbers(DataInputStream in) throws IOException {
    int[] numbers = new int[in.readInt()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = in.readInt();
    }
    return numbers;
  }

  /** A step of the machine: which thread, and which alternative of its operation. */
  static int step(int thread, int alternative) {
    return thread << ALTERNATIVE_BITS | alternative;
  }

  static int thread(int step) {
    return step >>> ALTERNATIVE_BITS;
  }

  static int alternative(int step) {
    return step & ((1 << ALTERNATIVE_BITS) - 1);
  }
}
