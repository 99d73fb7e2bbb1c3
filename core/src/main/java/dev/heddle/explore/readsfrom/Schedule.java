package dev.heddle.explore.readsfrom;

import dev.heddle.explore.overflow.Backlog;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/** ⟨σ, E″⟩: how to go on from the trace in front of an event, and an execution of all of it. */
final class Schedule {
  private static final int ALTERNATIVE_BITS = 14;

  /** How schedules are packed; millions of them can wait for being explored. */
  static final Backlog.Form<Schedule> FORM =
      new Backlog.Form<>() {
        @Override
        public int bytes(Schedule schedule) {
          return schedule.bytes();
        }

        @Override
        public int room(Schedule schedule) {
          return OWN_ROOM + Integer.BYTES * (schedule.sigma.length + schedule.witness.length);
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

  /** About how many bytes the object and its arrays have beside the numbers. */
  private static final int OWN_ROOM = 56;

  private final int[] sigma;

  /** Which event of σ stays unmarked; all others are copies. */
  final int unmarked;

  private final int[] witness;

  /**
   * @param sigma the threads of σ's events, in order; for a thread that waits for good, {@code
   *     ~thread}
   * @param witness E″, as steps
   */
  Schedule(int[] sigma, int unmarked, int[] witness) {
    this.sigma = sigma;
    this.unmarked = unmarked;
    this.witness = witness;
  }

  /** The threads of σ's events, in order; for a thread that waits for good, {@code ~thread}. */
  int[] sigma() {
    return sigma;
  }

  /** E″, as steps. */
  int[] witness() {
    return witness;
  }

  // ---- As bytes -----------------------------------------------------------------------------

  /** How many bytes {@link #put} puts. */
  private int bytes() {
    return 3 * Integer.BYTES
        + sigma.length * bytesOfEach(sigma, 0)
        + witness.length * bytesOfEach(witness, ALTERNATIVE_BITS);
  }

  /** One, if the lower bits of all numbers are zeros and the others fit into a byte. */
  private static int bytesOfEach(int[] numbers, int lowerBits) {
    for (int number : numbers) {
      if ((byte) (number >> lowerBits) << lowerBits != number) {
        return Integer.BYTES;
      }
    }
    return 1;
  }

  private void put(ByteBuffer target) {
    target.putInt(unmarked);
    put(sigma, 0, target);
    put(witness, ALTERNATIVE_BITS, target);
  }

  /** Where each number is one byte, the length is what it is; else its bits are inverted. */
  private static void put(int[] numbers, int lowerBits, ByteBuffer target) {
    boolean isShort = bytesOfEach(numbers, lowerBits) == 1;
    target.putInt(isShort ? numbers.length : ~numbers.length);
    for (int number : numbers) {
      if (isShort) {
        target.put((byte) (number >> lowerBits));
      } else {
        target.putInt(number);
      }
    }
  }

  private static Schedule get(ByteBuffer source) {
    int unmarked = source.getInt();
    return new Schedule(get(source, 0), unmarked, get(source, ALTERNATIVE_BITS));
  }

  private static int[] get(ByteBuffer source, int lowerBits) {
    int length = source.getInt();
    int[] numbers = new int[length < 0 ? ~length : length];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = length < 0 ? source.getInt() : source.get() << lowerBits;
    }
    return numbers;
  }

  void write(DataOutputStream out) throws IOException {
    write(sigma, out);
    out.writeInt(unmarked);
    write(witness, out);
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
