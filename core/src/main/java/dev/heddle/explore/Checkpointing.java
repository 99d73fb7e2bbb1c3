package dev.heddle.explore;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Where an exploration leaves what it has not explored yet, so that another one can go on from
 * there. The state is the algorithm's own, as bytes; whoever keeps it must see to it that it comes
 * back to the same algorithm, program and limits.
 */
public final class Checkpointing {
  private final byte[] resumed;
  private final long interval;
  private final Consumer<byte[]> writer;

  /**
   * @param resumed the state to go on from, or null for the beginning
   * @param interval nanoseconds between two states
   * @param writer takes each state; an exploration that ends early leaves one, too
   */
  public Checkpointing(byte[] resumed, long interval, Consumer<byte[]> writer) {
    this.resumed = resumed;
    this.interval = interval;
    this.writer = writer;
  }

  /** The same for an exploration that begins anew. */
  public Checkpointing fromTheBeginning() {
    return new Checkpointing(null, interval, writer);
  }

  /** Which of several explorations, one after the other, has left the state; -1 for none. */
  public int phase() {
    return resumed == null || resumed.length == 0 ? -1 : resumed[0];
  }

  /**
   * The same for one of several explorations, one after the other.
   *
   * @param number from 0 on; states of others are nothing to go on from
   */
  public Checkpointing ofPhase(int number) {
    return new Checkpointing(
        phase() == number ? Arrays.copyOfRange(resumed, 1, resumed.length) : null,
        interval,
        state -> {
          byte[] whole = new byte[state.length + 1];
          whole[0] = (byte) number;
          System.arraycopy(state, 0, whole, 1, state.length);
          writer.accept(whole);
        });
  }

  /** The state to go on from, or null. */
  public byte[] resumed() {
    return resumed;
  }

  public long interval() {
    return interval;
  }

  public void save(byte[] state) {
    writer.accept(state);
  }

  /** A state that is not one, or that is one of another version. */
  public static final class DamagedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public DamagedException(Throwable cause) {
      super("the checkpoint is damaged", cause);
    }
  }
}
