package dev.heddle.explore;

import dev.heddle.machine.Footprint;
import dev.heddle.machine.Machine;
import dev.heddle.machine.ThreadNumbers;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * What Optimal-DPOR has left to explore, as bytes: the current execution E, and for each of its
 * prefixes the sleep set and the wakeup tree. That is all the algorithm knows. What events touch is
 * not written: memory may lie elsewhere next time, and performing an event shows it.
 */
final class OptimalState {
  private final DataInputStream in;
  private final ThreadNumbers numbers;

  private OptimalState(DataInputStream in, ThreadNumbers numbers) {
    this.in = in;
    this.numbers = numbers;
  }

  /** The numbers that the threads of the state have. */
  ThreadNumbers numbers() {
    return numbers;
  }

  // ---- Writing ------------------------------------------------------------------------------

  static void write(
      DataOutputStream out,
      Tally tally,
      ThreadNumbers numbers,
      Machine machine,
      SleepSets sleep,
      WakeupTrees wut,
      DoneBranches done,
      boolean isLeft)
      throws IOException {
    tally.write(out);
    numbers.write(out);
    out.writeBoolean(isLeft);
    out.writeInt(machine.length());
    for (int depth = 0; depth <= machine.length(); depth++) {
      sleep.write(depth, out);
      wut.write(depth, out);
      if (depth < machine.length()) {
        write(machine.thread(depth), machine.footprint(depth), out);
      }
    }
    done.write(out);
  }

  /** An event: who performs it, and by which alternative. */
  static void write(int thread, long footprint, DataOutputStream out) throws IOException {
    out.writeShort(thread);
    out.writeInt(Footprint.alternative(footprint));
  }

  // ---- Reading ------------------------------------------------------------------------------

  /** Reads what was counted; the rest follows when there is a machine. */
  static OptimalState read(DataInputStream in, Tally tally) {
    try {
      tally.read(in);
      return new OptimalState(in, ThreadNumbers.read(in));
    } catch (IOException | RuntimeException e) {
      throw new Checkpointing.DamagedException(e);
    }
  }

  /** What goes on from a state, with nothing performed yet. */
  record Resumed(
      Machine machine,
      HappensBefore happensBefore,
      SleepSets sleep,
      WakeupTrees wut,
      DoneBranches done) {}

  /** Goes back to where the state was; false if nothing is left to explore. */
  boolean restore(Resumed search) {
    try (in) {
      if (!in.readBoolean()) {
        return false;
      }
      int length = in.readInt();
      for (int depth = 0; depth <= length; depth++) {
        restoreSleepSet(depth, search);
        search.wut.clear(depth);
        restoreTree(depth, 0, search);
        if (depth < length) {
          perform(search);
        }
      }
      search.done.read(in);
      return true;
    } catch (IOException | RuntimeException e) {
      throw new Checkpointing.DamagedException(e);
    }
  }

  private void restoreSleepSet(int depth, Resumed search) throws IOException {
    search.sleep.begin(depth);
    for (int i = in.readInt(); i > 0; i--) {
      int thread = perform(search);
      search.sleep.add(
          depth, thread, search.machine.footprint(depth), search.happensBefore.index(depth));
      undo(search);
    }
  }

  /** The children of a node, or of the root if that is 0, each with all below it. */
  private void restoreTree(int depth, int parent, Resumed search) throws IOException {
    int at = search.machine.length();
    for (int i = in.readInt(); i > 0; i--) {
      int thread = perform(search);
      int node =
          search.wut.add(
              depth, parent, thread, search.machine.footprint(at), search.happensBefore.index(at));
      restoreTree(depth, node, search);
      undo(search);
    }
  }

  private int perform(Resumed search) throws IOException {
    int thread = in.readShort();
    int alternative = in.readInt();
    if (thread < 0 || thread >= search.machine.threads() || !search.machine.isEnabled(thread)) {
      throw new IOException("thread " + thread + " cannot go on");
    }
    search.machine.step(thread, alternative);
    search.happensBefore.append();
    return thread;
  }

  private static void undo(Resumed search) {
    search.happensBefore.removeLast();
    search.machine.undo();
  }
}
