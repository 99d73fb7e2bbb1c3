package dev.heddle.model.axiomatic;

import java.util.Arrays;

/**
 * What is known about the values and addresses of a candidate while its reads get their sources one
 * by one. Knowledge only grows while sources are added; {@link #mark} and {@link #undo} go back.
 */
final class CandidateValues {
  private final CandidateEvents events;
  private final MemoryLayout layout;

  /** The write that each read reads from, or -1. */
  private final int[] source;

  // By event; a read of several cells keeps its value at the first of them.
  private final boolean[] hasValue;
  private final long[] value;
  private final boolean[] inProgress;
  private final boolean[] isGuessed;
  private final long[] guess;
  private final boolean[] hasAddress;
  private final long[] address;

  /** What became known, in this order: an event, or ~event for its address. */
  private final int[] trail;

  private int known;
  private long result;

  CandidateValues(CandidateEvents events, MemoryLayout layout) {
    this.events = events;
    this.layout = layout;
    int size = events.size();
    source = new int[size];
    Arrays.fill(source, -1);
    hasValue = new boolean[size];
    value = new long[size];
    inProgress = new boolean[size];
    isGuessed = new boolean[size];
    guess = new long[size];
    hasAddress = new boolean[size];
    address = new long[size];
    trail = new int[2 * size];
    for (int event = 0; event < size; event++) {
      if (events.isInitial(event)) {
        hasAddress[event] = true;
        address[event] = events.initialAddress(event);
      }
    }
  }

  int[] sources() {
    return source;
  }

  int mark() {
    return known;
  }

  void undo(int mark) {
    while (known > mark) {
      int item = trail[--known];
      if (item >= 0) {
        hasValue[item] = false;
      } else {
        hasAddress[~item] = false;
      }
    }
  }

  /** The last value that {@link #evaluate}, {@link #locate} or {@link #read} found. */
  long result() {
    return result;
  }

  boolean evaluate(Term term) {
    if (term instanceof Term.Constant constant) {
      result = constant.value();
      return true;
    }
    if (term instanceof Term.ReadValue read) {
      return read(events.first(read.thread(), read.index()));
    }
    Term.Compound compound = (Term.Compound) term;
    if (!evaluate(compound.left())) {
      return false;
    }
    long left = result;
    if (!evaluate(compound.right())) {
      return false;
    }
    result = compound.operator().apply(left, result);
    return true;
  }

  /** The value of a read, given by its first event. */
  boolean read(int first) {
    if (hasValue[first]) {
      result = value[first];
      return true;
    }
    if (inProgress[first]) {
      result = guess[first];
      return isGuessed[first];
    }
    inProgress[first] = true;
    boolean complete = true;
    long whole = 0;
    for (int piece = 0; piece < events.pieces(first) && complete; piece++) {
      complete = source[first + piece] >= 0 && written(source[first + piece]);
      whole |= result << (8 * events.cellSize(first) * piece);
    }
    inProgress[first] = false;
    if (!complete) {
      result = guess[first];
      return isGuessed[first];
    }
    if (!isGuessed[first]) {
      hasValue[first] = true;
      value[first] = whole;
      trail[known++] = first;
    }
    result = whole;
    return true;
  }

  /** What a write puts into its cell. */
  boolean written(int write) {
    int size = events.cellSize(write);
    if (events.isInitial(write)) {
      result = layout.initial(address[write], size);
      return true;
    }
    if (!evaluate(events.origin(write).value())) {
      return false;
    }
    long whole = result >>> (8 * size * events.piece(write));
    result = size == 8 ? whole : whole & ((1L << (8 * size)) - 1);
    return true;
  }

  /** The address of the cell of an access. */
  boolean locate(int event) {
    if (!hasAddress[event]) {
      if (!evaluate(events.origin(event).address())) {
        return false;
      }
      hasAddress[event] = true;
      address[event] = result + (long) events.piece(event) * events.cellSize(event);
      trail[known++] = ~event;
    }
    result = address[event];
    return true;
  }

  /** Assumes the value of a read whose value depends on itself. */
  void guess(int first, long assumed) {
    isGuessed[first] = true;
    guess[first] = assumed;
  }

  boolean isGuessed(int first) {
    return isGuessed[first];
  }

  void forgetGuess(int first) {
    isGuessed[first] = false;
  }

  /** Whether what a read really gets is what was guessed. */
  boolean guessIsRight(int first) {
    boolean right = true;
    for (int piece = 0; piece < events.pieces(first) && right; piece++) {
      int size = events.cellSize(first);
      long expected = guess[first] >>> (8 * size * piece);
      long mask = size == 8 ? -1L : (1L << (8 * size)) - 1;
      right = written(source[first + piece]) && result == (expected & mask);
    }
    return right;
  }
}
