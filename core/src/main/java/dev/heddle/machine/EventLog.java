package dev.heddle.machine;

import java.util.Arrays;

/**
 * The events of an execution in the order in which they happened, and what it takes to undo them.
 */
final class EventLog {
  private int length;

  /**
   * The events in the order in which they happened; behind these all numbers that are free. As long
   * as nobody rearranges them ({@link Rearrangement}), an event's number is its place.
   */
  private int[] order = identity(64, new int[0]);

  /** The place of each event in the order. */
  private int[] position = identity(64, new int[0]);

  /** Up to here, events that have been lifted may stand behind the others. */
  private int liftedEnd;

  private int numberings;

  private int[] thread = new int[64];

  /** The history of the event's thread in front of it. */
  private ThreadNode[] before = new ThreadNode[64];

  private long[] footprint = new long[64];

  /** What the event gave its thread: the value it read, or a result. */
  private long[] observed = new long[64];

  /** Of a read for a copy, the bytes that were not initialised. */
  private byte[] missing = new byte[64];

  /** The first word that the event touches, before and after it, and the bytes initialised. */
  private long[] oldWord = new long[64];

  private long[] newWord = new long[64];
  private byte[] oldInitialized = new byte[64];
  private byte[] newInitialized = new byte[64];

  /** The same of the next word, for accesses that reach into it. */
  private long[] oldNextWord = new long[64];

  private long[] newNextWord = new long[64];
  private byte[] oldNextInitialized = new byte[64];
  private byte[] newNextInitialized = new byte[64];

  /** The latest event before this one that freed the object it touches; below 0 for none. */
  private int[] freedBy = new int[64];

  /** How many alternatives the event had. */
  private int[] alternatives = new int[64];

  /** Room for one more event; gives its number. */
  int append() {
    if (Math.max(length, liftedEnd) == thread.length) {
      grow(2 * thread.length);
    }
    if (length < liftedEnd) {
      swap(length, liftedEnd++);
    }
    return order[length++];
  }

  int length() {
    return length;
  }

  /** The event at a place. */
  int at(int place) {
    return order[place];
  }

  /** The place of an event. */
  int place(int event) {
    return position[event];
  }

  /** Takes the latest event away; gives its number. */
  int removeLast() {
    return order[--length];
  }

  /** Lifts the latest event ({@link Rearrangement}); gives its number. */
  int lift() {
    liftedEnd = Math.max(liftedEnd, length);
    return order[--length];
  }

  /** No event is lifted any longer. */
  void endLifting() {
    liftedEnd = 0;
  }

  /** Lets a lifted event come next. */
  void moveToEnd(int event) {
    swap(length++, position[event]);
  }

  private void swap(int one, int other) {
    int event = order[one];
    order[one] = order[other];
    order[other] = event;
    position[order[one]] = one;
    position[event] = other;
  }

  /** Events are numbered by their places again; only if there are none. */
  void renumber() {
    order = identity(order.length, new int[0]);
    position = identity(order.length, new int[0]);
    numberings++;
  }

  /** How often events have got new numbers. */
  int numberings() {
    return numberings;
  }

  private static int[] identity(int size, int[] known) {
    int[] identity = Arrays.copyOf(known, size);
    for (int i = known.length; i < size; i++) {
      identity[i] = i;
    }
    return identity;
  }

  private void grow(int grown) {
    order = identity(grown, order);
    position = identity(grown, position);
    thread = Arrays.copyOf(thread, grown);
    before = Arrays.copyOf(before, grown);
    footprint = Arrays.copyOf(footprint, grown);
    observed = Arrays.copyOf(observed, grown);
    missing = Arrays.copyOf(missing, grown);
    oldWord = Arrays.copyOf(oldWord, grown);
    newWord = Arrays.copyOf(newWord, grown);
    oldInitialized = Arrays.copyOf(oldInitialized, grown);
    newInitialized = Arrays.copyOf(newInitialized, grown);
    oldNextWord = Arrays.copyOf(oldNextWord, grown);
    newNextWord = Arrays.copyOf(newNextWord, grown);
    oldNextInitialized = Arrays.copyOf(oldNextInitialized, grown);
    newNextInitialized = Arrays.copyOf(newNextInitialized, grown);
    freedBy = Arrays.copyOf(freedBy, grown);
    alternatives = Arrays.copyOf(alternatives, grown);
  }

  // ---- What is known of an event, by its number ----------------------------------------------

  /** Says what an event is: the operation at which its thread stands. */
  void begin(int event, int t, ThreadNode node) {
    thread[event] = t;
    before[event] = node;
  }

  /** An event that touches nothing and reads nothing, until somebody says more. */
  void clear(int event) {
    footprint[event] = Footprint.NONE;
    observed[event] = 0;
    missing[event] = 0;
    freedBy[event] = -1;
    alternatives[event] = 1;
  }

  /** What the first word contains in front of an event. */
  void setFound(int event, long word, byte initialized) {
    oldWord[event] = word;
    oldInitialized[event] = initialized;
  }

  /** The same of the next word. */
  void setFoundNext(int event, long word, byte initialized) {
    oldNextWord[event] = word;
    oldNextInitialized[event] = initialized;
  }

  int thread(int event) {
    return thread[event];
  }

  ThreadNode before(int event) {
    return before[event];
  }

  long footprint(int event) {
    return footprint[event];
  }

  void setFootprint(int event, long value) {
    footprint[event] = value;
  }

  long observed(int event) {
    return observed[event];
  }

  void setObserved(int event, long value) {
    observed[event] = value;
  }

  byte missing(int event) {
    return missing[event];
  }

  void setMissing(int event, byte value) {
    missing[event] = value;
  }

  long oldWord(int event) {
    return oldWord[event];
  }

  void setOldWord(int event, long value) {
    oldWord[event] = value;
  }

  long newWord(int event) {
    return newWord[event];
  }

  void setNewWord(int event, long value) {
    newWord[event] = value;
  }

  byte oldInitialized(int event) {
    return oldInitialized[event];
  }

  byte newInitialized(int event) {
    return newInitialized[event];
  }

  void setNewInitialized(int event, byte value) {
    newInitialized[event] = value;
  }

  long oldNextWord(int event) {
    return oldNextWord[event];
  }

  long newNextWord(int event) {
    return newNextWord[event];
  }

  void setNewNextWord(int event, long value) {
    newNextWord[event] = value;
  }

  byte oldNextInitialized(int event) {
    return oldNextInitialized[event];
  }

  void setNewNextInitialized(int event, byte value) {
    newNextInitialized[event] = value;
  }

  int freedBy(int event) {
    return freedBy[event];
  }

  void setFreedBy(int event, int value) {
    freedBy[event] = value;
  }

  int alternatives(int event) {
    return alternatives[event];
  }

  void setAlternatives(int event, int value) {
    alternatives[event] = value;
  }

  // ---- What events found and left in memory ---------------------------------------------------

  /** What an event left in its bytes. */
  long written(int event) {
    return content(event, newWord[event], newNextWord[event]);
  }

  /** What an event found in its bytes. */
  long overwritten(int event) {
    return content(event, oldWord[event], oldNextWord[event]);
  }

  /** What an event's bytes contain if its words contain this. */
  private long content(int event, long word, long nextWord) {
    int shift = 8 * Integer.numberOfTrailingZeros(Footprint.mask(footprint[event]));
    long content = word >>> shift;
    if (Footprint.straddles(footprint[event])) {
      content |= nextWord << (64 - shift);
    }
    return Arithmetic.zeroExtend(content, 8 * before[event].bytes);
  }

  /** The content of one of the words that an event writes to, right before it. */
  long wordBefore(int event, int word) {
    return isFirst(event, word) ? oldWord[event] : oldNextWord[event];
  }

  /** The same right after it. */
  long wordAfter(int event, int word) {
    return isFirst(event, word) ? newWord[event] : newNextWord[event];
  }

  /** The bytes that are initialised in one of the words that an event writes to, before it. */
  int initializedBefore(int event, int word) {
    return isFirst(event, word) ? oldInitialized[event] : oldNextInitialized[event];
  }

  /** The same after it. */
  int initializedAfter(int event, int word) {
    return isFirst(event, word) ? newInitialized[event] : newNextInitialized[event];
  }

  private boolean isFirst(int event, int word) {
    return Footprint.word(footprint[event]) == word;
  }

  // ---- Threads ------------------------------------------------------------------------------

  /** The place of the latest event of a thread before a place, or -1. */
  int lastOf(int t, int end) {
    int last = end - 1;
    while (last >= 0 && thread[order[last]] != t) {
      last--;
    }
    return last;
  }
}
