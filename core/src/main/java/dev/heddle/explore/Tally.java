package dev.heddle.explore;

import dev.heddle.execution.DataRaces;
import dev.heddle.execution.FailureDetection;
import dev.heddle.execution.Leaks;
import dev.heddle.execution.RaceWitness;
import dev.heddle.explore.overflow.OverflowException;
import dev.heddle.machine.EndlessException;
import dev.heddle.machine.ExecutionView;
import dev.heddle.machine.Machine;
import dev.heddle.machine.ThreadNode;
import dev.heddle.program.FailureKind;
import dev.heddle.program.Location;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import dev.heddle.verdict.Violation;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Counts executions, collects what goes wrong in them, and tells when to stop. Several threads may
 * count together, each with a {@link Counter} of its own.
 */
public final class Tally {
  /** Executions between two looks at the clock and at requests to stop. */
  private static final int LOOK = 256;

  private static final int EVENTS_PER_LOOK = 128;

  /** Behind so many events there is mostly one loop that takes all the time. */
  private static final int LONG_EXECUTION = 1 << 14;

  /** Programs that lose memory mostly do so early and often. */
  private static final int MAX_LEAK_SEARCHES = 1000;

  private static final int MAX_CUT_SEARCHES = 1000;

  /** The share of a limit that the first state may take to be kept, and its most. */
  private static final int SAVING_SHARE = 20;

  private static final long LONGEST_FIRST_SAVING = 2_000_000_000;

  private final Limits limits;
  private final Progress progress;
  private final long deadline;

  /** How long it probably takes to keep what is left when the time is over. */
  private volatile long savingTime;

  private final Map<List<Object>, Violation> violations = new LinkedHashMap<>();

  /** Which violation the execution that was inspected last shows, or -1. */
  private int latestViolation = -1;

  private final Map<Location, String> livelocks = new LinkedHashMap<>();
  private final Set<Location> leaks = Leaks.newPlaces();
  private final Endings endings = new Endings();
  private int leakSearches;
  private int cutSearches;
  private final List<Counter> counters = new ArrayList<>();
  private long complete;
  private long blocked;

  /** Those within the limit. */
  private long reportedComplete;

  private long reportedBlocked;

  /** How many were counted before this exploration went on from there. */
  private long countedBefore;

  private boolean bounded;
  private String stopped;
  private boolean endless;

  /** The shares of the tree that the searches see, by their counters. */
  private final Map<Counter, Double> shares = new HashMap<>();

  private final TreeSize treeSize = new TreeSize();

  public Tally(Limits limits, Progress progress) {
    this.limits = limits;
    this.progress = progress;
    this.deadline = limits.nanoseconds() > 0 ? System.nanoTime() + limits.nanoseconds() : 0;
    this.savingTime =
        progress.checkpointing() == null
            ? 0
            : Math.min(limits.nanoseconds() / SAVING_SHARE, LONGEST_FIRST_SAVING);
  }

  /** Ends an exploration from within an execution. */
  private static final class StoppedException extends RuntimeException {
    StoppedException() {
      super(null, null, false, false);
    }
  }

  /** The outcome of an exploration, which may be stopped within an execution. */
  public Outcome of(Runnable exploration) {
    try {
      exploration.run();
    } catch (StoppedException e) {
      // What stopped it is known.
    } catch (EndlessException e) {
      stopped = e.getMessage();
      endless = true;
    } catch (OverflowException e) {
      stopped = e.getMessage();
    }
    return outcome();
  }

  /** To be called at every step of executions that may be long; as {@link #lookAtTheClock}. */
  public boolean look(ExecutionView execution) {
    return execution.length() % EVENTS_PER_LOOK != EVENTS_PER_LOOK - 1 || lookAtTheClock(execution);
  }

  /**
   * To be called now and then where a step may take long. Ends the exploration if a limit is
   * reached; where the state of the exploration is kept, it gives false instead, so that it ends
   * when the execution does.
   */
  public boolean lookAtTheClock(ExecutionView execution) {
    if (isInTime()) {
      return true;
    }
    if (progress.checkpointing() != null) {
      return false;
    }
    int events = execution.length();
    if (events >= LONG_EXECUTION) {
      stopped +=
          ", "
              + events
              + " steps into an execution: "
              + EndlessException.in(execution).getMessage();
    }
    throw new StoppedException();
  }

  /** Keeps a state. The last one has to be kept within the limit, and will take as long. */
  public void save(Checkpointing checkpointing, Checkpointing.State state) {
    long start = System.nanoTime();
    checkpointing.save(state);
    savingTime = System.nanoTime() - start;
  }

  /** A counter for one thread. */
  public synchronized Counter counter() {
    Counter counter = new Counter(this, limits.executions() > 0 ? 1 : LOOK, progress.observer());
    counters.add(counter);
    return counter;
  }

  /** Adds executions that have been counted. */
  synchronized void add(long moreComplete, long moreBlocked) {
    complete += moreComplete;
    blocked += moreBlocked;
    if (!isBeyondLimit()) {
      reportedComplete = complete;
      reportedBlocked = blocked;
    }
  }

  /** Whether several threads have come to the limit at once; what is one too many is not told. */
  private boolean isBeyondLimit() {
    return limits.executions() > 0 && complete + blocked - countedBefore > limits.executions();
  }

  /**
   * Takes in how much of the tree is explored, as one search sees it. A search takes what others
   * work on for done, so that the least share is nearest to the truth.
   */
  synchronized void estimate(Counter counter, double share) {
    shares.put(counter, share);
    double least = shares.values().stream().mapToDouble(one -> one).min().orElse(1);
    progress.publish(treeSize.at(least, complete + blocked));
  }

  /** Whether neither a limit nor somebody ends the exploration. */
  synchronized boolean goesOn() {
    if (limits.executions() > 0 && complete + blocked - countedBefore >= limits.executions()) {
      stopped = "the limit of " + limits.executions() + " executions is reached";
      return false;
    }
    return isInTime();
  }

  /** Whether the exploration has been ended before all was explored. */
  public synchronized boolean isStopped() {
    return stopped != null;
  }

  /** Whether some execution came to its end with success. */
  boolean hasSuccess() {
    return endings.hasSuccess();
  }

  /** Looks at an execution more closely; false if the exploration ends with it. */
  synchronized boolean inspect(ExecutionView execution, boolean isComplete) {
    // A program that fails does not get to where it would clean up.
    if (isComplete
        && execution.hasLiveHeap()
        && !execution.hasFailedThread()
        && leakSearches < MAX_LEAK_SEARCHES) {
      leakSearches++;
      Leaks.addTo(leaks, execution);
    }
    if (!isComplete || execution.hasExited()) {
      noteCuts(execution);
    }
    if (!execution.hasFailedThread() && !endings.hasSuccess()) {
      endings.add(execution, isComplete);
    }
    // What waits when the program exits does not wait any longer.
    return (isComplete && !execution.hasFailedThread()) || judge(execution);
  }

  /**
   * The place, in the outcome, of the violation that executions have shown since this was last
   * asked for; -1 if they have shown none.
   */
  public synchronized int takeViolation() {
    int taken = latestViolation;
    latestViolation = -1;
    return taken;
  }

  private void noteCuts(ExecutionView execution) {
    for (int t = 0; t < execution.threads() && !bounded; t++) {
      ThreadNode node = execution.current(t);
      bounded = node != null && node.status() == ThreadNode.Status.CUT;
    }
  }

  /** Looks for failures and deadlocks; false if the first one ends the exploration. */
  private boolean judge(ExecutionView execution) {
    // Loops that were cut are mostly the same ones.
    boolean looksAtCuts = bounded && cutSearches++ < MAX_CUT_SEARCHES;
    FailureDetection detection =
        new FailureDetection(execution, looksAtCuts, limits.checkLiveness());
    FailureDetection.Finding finding = detection.finding();
    if (finding == null) {
      return true;
    }
    if (finding.kind() == FailureKind.LIVELOCK && !limits.checkLiveness()) {
      livelocks.putIfAbsent(finding.location(), finding.message());
      return true;
    }
    List<Object> found = List.of(finding.kind(), finding.location());
    violations.computeIfAbsent(found, key -> detection.report(finding));
    latestViolation = new ArrayList<>(violations.keySet()).indexOf(found);
    return limits.keepGoing();
  }

  /**
   * Takes in a data race; false if the exploration ends with it.
   *
   * @param races has just found it
   * @param second the place of its second access
   */
  public synchronized boolean judge(Machine machine, DataRaces races, int second) {
    RaceWitness witness = new RaceWitness(machine, races, second);
    violations.computeIfAbsent(
        List.of(FailureKind.DATA_RACE, witness.location()), key -> witness.report());
    return limits.keepGoing();
  }

  private synchronized boolean isInTime() {
    progress.publish(reportedComplete, reportedBlocked);
    if (deadline != 0 && System.nanoTime() + savingTime - deadline >= 0) {
      stopped = "the time limit is reached";
      return false;
    }
    stopped = progress.stopReason();
    return stopped == null;
  }

  /** The outcome, after all have counted. */
  private synchronized Outcome outcome() {
    counters.forEach(Counter::tell);
    progress.publish(reportedComplete, reportedBlocked);
    boolean isEmpty = violations.isEmpty() && complete + blocked > 0;
    String open = stopped != null ? stopped : isEmpty ? endings.problem() : null;
    Verdict verdict =
        !violations.isEmpty()
            ? Verdict.VIOLATION
            : open != null ? Verdict.INCONCLUSIVE : bounded ? Verdict.BOUNDED : Verdict.SAFE;
    String reason =
        verdict == Verdict.BOUNDED
            ? limits.unroll() > 0
                ? "loops were cut after " + limits.unroll() + " passes"
                : "a loop was cut at the bound that the program gives it"
            : open;
    return new Outcome(
        verdict,
        reason,
        reportedComplete,
        reportedBlocked,
        new ArrayList<>(violations.values()),
        warnings(),
        endless);
  }

  private List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    livelocks.forEach(
        (place, message) ->
            warnings.add(
                (place + ": livelock: " + message)
                    + " (--check-liveness makes it a violation and shows the execution)"));
    for (Location place : leaks) {
      warnings.add(
          place + ": memory allocated here leaks: an execution ends without freeing or keeping it");
    }
    return warnings;
  }

  // ---- State ---------------------------------------------------------------------------------

  /** Writes what has been counted and found, while nobody counts. */
  public synchronized void write(DataOutputStream out) throws IOException {
    counters.forEach(Counter::tell);
    out.writeLong(complete);
    out.writeLong(blocked);
    out.writeBoolean(bounded);
    endings.write(out);
    out.writeInt(leakSearches);
    out.writeInt(leaks.size());
    for (Location place : leaks) {
      write(place, out);
    }
    out.writeInt(livelocks.size());
    for (Map.Entry<Location, String> livelock : livelocks.entrySet()) {
      write(livelock.getKey(), out);
      out.writeUTF(livelock.getValue());
    }
    out.writeInt(violations.size());
    for (Violation violation : violations.values()) {
      out.writeInt(violation.kind().ordinal());
      out.writeUTF(violation.message());
      write(violation.location(), out);
      out.writeInt(violation.thread());
      out.writeInt(violation.schedule().size());
      for (Violation.Choice choice : violation.schedule()) {
        out.writeInt(choice.thread());
        out.writeInt(choice.alternative());
      }
      out.writeInt(violation.sources().size());
      for (int source : violation.sources()) {
        out.writeInt(source);
      }
    }
  }

  /** Goes on from what was written. Violations come back with their schedules only. */
  public synchronized void read(DataInputStream in) throws IOException {
    complete = in.readLong();
    blocked = in.readLong();
    countedBefore = complete + blocked;
    reportedComplete = complete;
    reportedBlocked = blocked;
    bounded = in.readBoolean();
    endings.read(in);
    leakSearches = in.readInt();
    for (int i = in.readInt(); i > 0; i--) {
      leaks.add(readLocation(in));
    }
    for (int i = in.readInt(); i > 0; i--) {
      livelocks.put(readLocation(in), in.readUTF());
    }
    for (int i = in.readInt(); i > 0; i--) {
      FailureKind kind = FailureKind.values()[in.readInt()];
      String message = in.readUTF();
      Location location = readLocation(in);
      int thread = in.readInt();
      List<Violation.Choice> schedule = new ArrayList<>();
      for (int steps = in.readInt(); steps > 0; steps--) {
        schedule.add(new Violation.Choice(in.readInt(), in.readInt()));
      }
      List<Integer> sources = new ArrayList<>();
      for (int reads = in.readInt(); reads > 0; reads--) {
        sources.add(in.readInt());
      }
      violations.put(
          List.of(kind, location),
          new Violation(
              kind, message, location, thread, List.of(), "", List.of(), null, List.of(), List.of(),
              List.of(), schedule, sources, null));
    }
  }

  private static void write(Location location, DataOutputStream out) throws IOException {
    out.writeUTF(location.file());
    out.writeInt(location.line());
    out.writeInt(location.column());
  }

  private static Location readLocation(DataInputStream in) throws IOException {
    return new Location(in.readUTF(), in.readInt(), in.readInt());
  }
}
