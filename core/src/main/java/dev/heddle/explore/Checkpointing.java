package dev.heddle.explore;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;

/**
 * Where an exploration leaves what it has not explored yet, so that another one can go on from
 * there. The state is the algorithm's own, as bytes; whoever keeps it must see to it that it comes
 * back to the same algorithm, program and limits.
 */
public final class Checkpointing {
  private static final int BUFFER = 1 << 16;

  /** A state to go on from. It may be larger than memory. */
  public interface Resumed {
    InputStream open() throws IOException;
  }

  /** A state to be kept. It may be larger than memory. */
  public interface State {
    void write(DataOutputStream out) throws IOException;
  }

  private final Resumed resumed;
  private final long interval;
  private final Consumer<State> keeper;

  /**
   * @param resumed the state to go on from, or null for the beginning
   * @param interval nanoseconds between two states
   * @param keeper takes each state; an exploration that ends early leaves one, too
   */
  public Checkpointing(Resumed resumed, long interval, Consumer<State> keeper) {
    this.resumed = resumed;
    this.interval = interval;
    this.keeper = keeper;
  }

  /** The same for an exploration that begins anew. */
  public Checkpointing fromTheBeginning() {
    return new Checkpointing(null, interval, keeper);
  }

  /** Which of several explorations, one after the other, has left the state; -1 for none. */
  public int phase() {
    if (resumed == null) {
      return -1;
    }
    try (InputStream in = resumed.open()) {
      return in.read();
    } catch (IOException e) {
      throw new DamagedException(e);
    }
  }

  /**
   * The same for one of several explorations, one after the other.
   *
   * @param number from 0 on; states of others are nothing to go on from
   */
  public Checkpointing ofPhase(int number) {
    return new Checkpointing(
        phase() == number ? this::openBehindPhase : null,
        interval,
        state ->
            keeper.accept(
                out -> {
                  out.writeByte(number);
                  state.write(out);
                }));
  }

  private InputStream openBehindPhase() throws IOException {
    InputStream in = resumed.open();
    in.skipNBytes(1);
    return in;
  }

  /** Whether there is a state to go on from. */
  public boolean isResumed() {
    return resumed != null;
  }

  /** The state to go on from. */
  public DataInputStream resumed() {
    try {
      return new DataInputStream(new BufferedInputStream(resumed.open(), BUFFER));
    } catch (IOException e) {
      throw new DamagedException(e);
    }
  }

  public long interval() {
    return interval;
  }

  public void save(State state) {
    keeper.accept(state);
  }

  /** A state that is not one, or that is one of another version. */
  public static final class DamagedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public DamagedException(Throwable cause) {
      super("the checkpoint is damaged", cause);
    }
  }
}
