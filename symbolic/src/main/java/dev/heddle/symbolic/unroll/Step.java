package dev.heddle.symbolic.unroll;

import dev.heddle.program.Instruction.RmwOperator;
import dev.heddle.program.Location;
import dev.heddle.program.MemoryOrder;
import dev.heddle.symbolic.term.Term;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * One visible operation of an unrolled thread, with the condition under which control gets there.
 */
public final class Step {
  /** What a step does. */
  public enum Kind {
    /** The first step of the program, which does nothing. */
    START,
    LOAD,
    STORE,
    PEEK,
    POKE,
    READ_MODIFY_WRITE,
    COMPARE_EXCHANGE,
    AWAIT,
    ATTEMPT,
    SIGNAL,
    LOCK,
    TRY_LOCK,
    UNLOCK,
    FREE,
    LEAVE,
    SIZE,
    JOIN,
    CHOOSE,
    SPAWN,
    ATOMIC_BEGIN,
    FENCE,
    EXIT;

    /** Whether it has to do with memory. */
    public boolean isAccess() {
      return compareTo(LOAD) >= 0 && compareTo(SIZE) <= 0;
    }
  }

  final Kind kind;
  final int thread;
  final int index;
  final Location location;
  final int identity;

  // Set once by the unrolling.
  Term guard;
  Term passed;
  Term address;
  int bytes;
  Term operand;
  Term desired;
  Term missing;
  RmwOperator update;
  UnaryOperator<Term> condition;
  boolean typed;
  Term result;
  Term picked;
  int width;
  MemoryOrder order = MemoryOrder.PLAIN;

  /** The order of an update that does not write. */
  MemoryOrder failureOrder = MemoryOrder.PLAIN;

  /** Whether other threads cannot have changed what it touches, so that its result is computed. */
  boolean direct;

  /** Whether it lies in an atomic section, behind its start. */
  boolean inSection;

  /** Whether a thread that waits here waits for no one: by an assumption, or in a loop. */
  boolean spins;

  /**
   * Whether a thread that waits here does so by an assumption, so that its waiting means nothing.
   */
  boolean assumed;

  /** The thread that is started, or those that may be joined. */
  List<Integer> threads = List.of();

  /** For each thread that may be joined, whether it is meant. */
  List<Term> chosen = List.of();

  // What is known of all ways to the step.
  Set<Step> before;
  BitSet spawned;
  BitSet joined;
  Map<Long, Set<Long>> held;

  Step(Kind kind, int thread, int index, Location location, int identity) {
    this.kind = kind;
    this.thread = thread;
    this.index = index;
    this.location = location;
    this.identity = identity;
  }

  public Kind kind() {
    return kind;
  }

  public int thread() {
    return thread;
  }

  /** Steps of a thread are numbered such that control only goes to higher numbers. */
  public int index() {
    return index;
  }

  /** The same for the same copy of an instruction, however far loops are unrolled. */
  public int identity() {
    return identity;
  }

  public Location location() {
    return location;
  }

  /** When control gets in front of the step. */
  public Term guard() {
    return guard;
  }

  /** When control gets behind it: not if it waits for ever or goes wrong. */
  public Term passed() {
    return passed;
  }

  public Term address() {
    return address;
  }

  public int bytes() {
    return bytes;
  }

  /** What it gives its thread, or null. */
  public Term result() {
    return result;
  }

  /** Of a peek, the bytes that are not initialised. */
  public Term missing() {
    return missing;
  }

  /** Of a signal, the bit that it clears. */
  public Term picked() {
    return picked;
  }

  public Term operand() {
    return operand;
  }

  /** How it changes what it finds, or null. */
  public RmwOperator update() {
    return update;
  }

  /** What it writes whatever it finds, if it writes at all; null if that depends on it. */
  public Term replacement() {
    return switch (kind) {
      case STORE, POKE -> operand;
      case COMPARE_EXCHANGE -> desired;
      case READ_MODIFY_WRITE, AWAIT, ATTEMPT -> update == RmwOperator.EXCHANGE ? operand : null;
      default -> null;
    };
  }

  /** How many bits a choice has that starts at 0 and has all numbers of these bits; else 0. */
  public int width() {
    return width;
  }

  public MemoryOrder order() {
    return order;
  }

  /** The order of an update that does not write. */
  public MemoryOrder failureOrder() {
    return failureOrder;
  }

  public boolean isDirect() {
    return direct;
  }

  public boolean isInSection() {
    return inSection;
  }

  public boolean spins() {
    return spins;
  }

  public List<Integer> threads() {
    return threads;
  }

  public List<Term> chosen() {
    return chosen;
  }

  /** The steps of the thread that can come right before it. */
  public Set<Step> before() {
    return before;
  }

  /** The threads that its thread, or an ancestor before that started it, may have started. */
  public BitSet spawned() {
    return spawned;
  }

  /** The threads that have surely ended. */
  public BitSet joined() {
    return joined;
  }

  /** The mutexes that are surely held, and for each those that were taken since. */
  public Map<Long, Set<Long>> held() {
    return held;
  }

  /** Whether it may have to wait. */
  public boolean canWait() {
    return kind == Kind.LOCK || kind == Kind.AWAIT || kind == Kind.JOIN;
  }

  /** The value of the conditions of an await or attempt for a content. */
  public Term holds(Term content) {
    return condition.apply(content);
  }

  @Override
  public String toString() {
    return "t" + thread + "." + index + " " + kind + " at " + location;
  }
}
