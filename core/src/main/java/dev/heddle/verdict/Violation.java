package dev.heddle.verdict;

import dev.heddle.program.FailureKind;
import dev.heddle.program.Location;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One thing that goes wrong, with the execution in which it does.
 *
 * @param location the user's line at which it happens
 * @param thread the thread that fails; threads are numbered from 0 (main) in order of creation
 * @param trace the execution, in time order, up to the failure
 * @param output what the program printed
 * @param stack the calls under way in the thread that fails, the innermost first; a library's
 *     functions are left out
 * @param object the memory that is misused, or null
 * @param waits of a deadlock, who waits for what: each thread for the next, if they form a circle
 * @param mentioned objects that the trace gives names to
 * @param threads the functions that threads run, by their numbers
 * @param schedule what leads to the failure again: which thread goes next, and how
 * @param sources for each step of the schedule, which step it reads from: its position, {@link
 *     #INITIAL} or {@link #NOTHING}; empty if every read sees the latest write before it
 * @param weakness why no interleaving is this execution; null if one is, or if nobody asked
 */
public record Violation(
    FailureKind kind,
    String message,
    Location location,
    int thread,
    List<Step> trace,
    String output,
    List<Frame> stack,
    MemoryObject object,
    List<Wait> waits,
    List<MemoryObject> mentioned,
    List<String> threads,
    List<Choice> schedule,
    List<Integer> sources,
    Weakness weakness) {
  public Violation {
    trace = List.copyOf(trace);
    stack = List.copyOf(stack);
    waits = List.copyOf(waits);
    mentioned = List.copyOf(mentioned);
    threads = List.copyOf(threads);
    schedule = List.copyOf(schedule);
    sources = List.copyOf(sources);
  }

  /** A violation in which every read sees the latest write before it. */
  public Violation(
      FailureKind kind,
      String message,
      Location location,
      int thread,
      List<Step> trace,
      String output,
      List<Frame> stack,
      MemoryObject object,
      List<Wait> waits,
      List<MemoryObject> mentioned,
      List<String> threads,
      List<Choice> schedule) {
    this(
        kind, message, location, thread, trace, output, stack, object, waits, mentioned, threads,
        schedule, List.of(), null);
  }

  /** A violation of which no more is known than its trace. */
  public Violation(
      FailureKind kind,
      String message,
      Location location,
      int thread,
      List<Step> trace,
      String output) {
    this(
        kind, message, location, thread, trace, output, List.of(), null, List.of(), List.of(),
        List.of(), List.of());
  }

  /** The same with more about why no interleaving is the execution. */
  public Violation withWeakness(Weakness more) {
    return new Violation(
        kind, message, location, thread, trace, output, stack, object, waits, mentioned, threads,
        schedule, sources, more);
  }

  /** The positions of the accesses that race, as far as they are steps; empty if nothing does. */
  public List<Integer> racing() {
    boolean isTold = kind == FailureKind.DATA_RACE && trace.stream().anyMatch(Step::fails);
    return IntStream.range(0, isTold ? trace.size() : 0)
        .filter(position -> trace.get(position).distance() == 0)
        .boxed()
        .toList();
  }

  /** The step that {@link Step#readsFrom} tells of a read of what was there from the start. */
  public static final int INITIAL = -1;

  /** What {@link Step#readsFrom} is for operations that read nothing. */
  public static final int NOTHING = -2;

  /**
   * One visible operation of an execution.
   *
   * @param operation the operation's name, such as {@code load} or {@code lock}
   * @param target the memory it touches as the user would name it, or the empty string
   * @param value what it read or wrote as a signed number, if it did
   * @param readsFrom the position in the trace of the write that a read took its value from, -1 for
   *     the initial value, -2 for operations that read nothing
   * @param text the value as its type reads, such as {@code 'a'}, or the empty string
   * @param expected of a comparison that failed, what it expected
   * @param becomes what an operation that reads and writes leaves behind
   * @param distance how far the step is from the failure: 0 for what it consists of, 1 for what
   *     that depends on, and so on; -1 if the failure does not depend on the step
   * @param fails whether the step is what goes wrong
   */
  public record Step(
      int thread,
      String operation,
      String target,
      Long value,
      int readsFrom,
      Location location,
      String text,
      String expected,
      String becomes,
      int distance,
      boolean fails) {
    /** A step of which no more is known than its value. */
    public Step(
        int thread, String operation, String target, Long value, int readsFrom, Location location) {
      this(thread, operation, target, value, readsFrom, location, number(value), "", "", 0, false);
    }

    /** Addresses are far beyond the numbers that programs count with, and read better in hex. */
    private static String number(Long value) {
      if (value == null) {
        return "";
      }
      return value < 1L << 40 ? Long.toString(value) : "0x" + Long.toHexString(value);
    }

    public Step withDistance(int newDistance) {
      return new Step(
          thread,
          operation,
          target,
          value,
          readsFrom,
          location,
          text,
          expected,
          becomes,
          newDistance,
          fails);
    }
  }

  /** A function and the place in it that a thread has come to. */
  public record Frame(String function, Location location) {}

  /** Where something was done, and by which thread. */
  public record Deed(int thread, Location location) {}

  /**
   * A piece of memory.
   *
   * @param name as the trace calls it
   * @param allocated where it was made; null if it was there from the start
   * @param freed where its life ended, or null
   */
  public record MemoryObject(String name, long bytes, Deed allocated, Deed freed) {}

  /**
   * A thread that waits forever.
   *
   * @param location where it waits
   * @param target what it waits for, such as {@code mutex a} or {@code the end of thread 1}
   * @param holder the thread that it waits for, or -1 if that is no one in particular
   * @param since where the holder took what is waited for, or null
   * @param stack the calls under way in it, the innermost first
   */
  public record Wait(
      int thread, Location location, String target, int holder, Location since, List<Frame> stack) {
    public Wait {
      stack = List.copyOf(stack);
    }
  }

  /** A thread makes its next step, by one of the ways in which the program lets it. */
  public record Choice(int thread, int alternative) {}
}
