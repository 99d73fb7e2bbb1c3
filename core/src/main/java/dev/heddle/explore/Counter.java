package dev.heddle.explore;

import dev.heddle.execution.DataRaces;
import dev.heddle.machine.ExecutionView;
import dev.heddle.machine.Machine;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;

/** Counts the executions that one thread explores, and tells the {@link Tally} now and then. */
public final class Counter {
  /** Where the counts are: with so much room around that no cache line has those of two threads. */
  private static final int COMPLETE = 16;

  private static final int BLOCKED = 17;

  private final Tally tally;

  /** How many executions are counted before they are told. */
  private final int batch;

  private final long[] counts = new long[32];

  /** Which share of the search tree has been explored, or null if that is not known. */
  private DoubleSupplier share;

  /** Is shown each execution; null if nobody wants to see them. */
  private final Consumer<ExecutionView> observer;

  Counter(Tally tally, int batch, Consumer<ExecutionView> observer) {
    this.tally = tally;
    this.batch = batch;
    this.observer = observer;
  }

  /** Lets the tally know now and then how much of its tree a search has explored. */
  public void watch(DoubleSupplier explored) {
    share = explored;
  }

  /** Takes in a maximal execution; false if the exploration ends with it. */
  public boolean count(ExecutionView execution) {
    boolean isComplete = execution.isComplete();
    counts[isComplete ? COMPLETE : BLOCKED]++;
    if (observer != null) {
      observer.accept(execution);
    }
    boolean isKnown = isOrdinary(execution) && tally.hasSuccess();
    return (isKnown || tally.inspect(execution, isComplete)) && goesOnSoFar();
  }

  /** Whether nothing is wrong in an execution, and nothing left to ask about it. */
  public static boolean isOrdinary(ExecutionView execution) {
    return execution.isComplete()
        && !execution.hasFailedThread()
        && !execution.hasExited()
        && !execution.hasLiveHeap();
  }

  /** Whether ordinary executions can be counted without being shown. */
  public boolean needsNoLook() {
    return observer == null && tally.hasSuccess();
  }

  /** Takes in an ordinary execution; false if the exploration ends with it. */
  public boolean countUnseen() {
    counts[COMPLETE]++;
    return goesOnSoFar();
  }

  private boolean goesOnSoFar() {
    return counts[COMPLETE] + counts[BLOCKED] < batch || goesOn();
  }

  /**
   * Takes in a maximal execution that may have data races.
   *
   * @param races looks for them; null if nobody wants to know
   */
  public boolean count(Machine machine, DataRaces races) {
    int second = races == null ? -1 : races.find();
    if (races != null && second < 0) {
      races.tellOfLooks();
    }
    return (second < 0 || race(machine, races, second)) && count(machine);
  }

  /**
   * Takes in a data race; false if the exploration, and with it the execution, ends there.
   *
   * @param races has just found it
   * @param second the place of its second access
   */
  public boolean race(Machine machine, DataRaces races, int second) {
    boolean goesOn = tally.judge(machine, races, second);
    if (!goesOn) {
      counts[machine.isComplete() ? COMPLETE : BLOCKED]++;
    }
    return goesOn;
  }

  private boolean goesOn() {
    tell();
    if (share != null) {
      tally.estimate(this, share.getAsDouble());
    }
    return tally.goesOn();
  }

  /** Tells what has been counted. */
  public void tell() {
    tally.add(counts[COMPLETE], counts[BLOCKED]);
    counts[COMPLETE] = 0;
    counts[BLOCKED] = 0;
  }
}
