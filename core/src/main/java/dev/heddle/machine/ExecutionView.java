package dev.heddle.machine;

import dev.heddle.machine.ThreadNode.Status;

/**
 * An execution as data: what its events did, where its threads stand at the end, and what memory
 * contains then. This is all that counting, the search for failures, narration and reports see, so
 * that they do not care how an execution came about: as steps of a {@link Machine} on one memory,
 * or as a graph in which a read may be stale and no interleaving on one memory exists.
 *
 * <p>An event has a number and a place. Places are 0, 1, 2, … in an order in which every event
 * comes behind what its thread did before, the event that started its thread, the end of a thread
 * that it joins, and the writes that it reads from; under models of hardware a write may come later
 * than a read of it, where no order has all of this. Numbers are how the execution knows its
 * events; they lie below {@link #length} too, but need not be in any order.
 *
 * <p>Threads have numbers that do not depend on the interleaving ({@link ThreadNumbers}), so that
 * some numbers below {@link #threads} may belong to threads that this execution does not start.
 */
public interface ExecutionView {
  /** The source of a read that saw what was there before the first event. */
  int INITIAL = -1;

  /** The source of an event that reads nothing. */
  int NOTHING = -2;

  /** The program that is executed. */
  Code code();

  // ---- Events -------------------------------------------------------------------------------

  int length();

  /** The event at a place. */
  int event(int place);

  /** The place of an event. */
  int place(int event);

  int thread(int event);

  /** What an event performed: its thread, right in front of it. */
  ThreadNode operation(int event);

  /** Which of the alternatives of its operation an event took; most have only 0. */
  int alternative(int event);

  /** What an event read, or the number it gave its thread. */
  long observed(int event);

  /** Whether an event wrote to the bytes of its operation. */
  boolean writes(int event);

  /** What an event that wrote left in the bytes of its operation. */
  long written(int event);

  /** What an event that wrote found in these bytes. */
  long overwritten(int event);

  /**
   * Whether, of two events that wrote to the same bytes, one is known to come before the other in
   * modification order.
   */
  boolean comesBefore(int write, int other);

  /**
   * The event that an event took the value of one of its bytes from, or {@link #INITIAL}.
   *
   * @param offset of the byte, from the address of the operation
   */
  int source(int event, int offset);

  /**
   * The event that an event, which may read nothing, took its value from; of several, if bytes have
   * different ones, the one at the last place.
   */
  default int source(int event) {
    if (!operation(event).kind().reads()) {
      return NOTHING;
    }
    int latest = INITIAL;
    for (int offset = 0; offset < operation(event).bytes(); offset++) {
      int source = source(event, offset);
      if (latest < 0 || (source >= 0 && place(source) > place(latest))) {
        latest = source;
      }
    }
    return latest;
  }

  /** Whether two events touch a common byte; one that ends an object touches all of it. */
  default boolean overlap(int a, int b) {
    return operation(a).kind().accessesMemory()
        && operation(b).kind().accessesMemory()
        && operation(a).address() < memory().endOfAccess(operation(b))
        && operation(b).address() < memory().endOfAccess(operation(a));
  }

  /** The thread that an event joins, or -1. */
  int joinedBy(int event);

  /** The event that freed the object that an event accesses or frees again; below 0 for none. */
  int freedBy(int event);

  /** The latest event of a thread, or -1. */
  default int lastOf(int t) {
    for (int place = length() - 1; place >= 0; place--) {
      if (thread(event(place)) == t) {
        return event(place);
      }
    }
    return -1;
  }

  /** Whether an event is the last of its thread, because its operation went wrong. */
  default boolean fails(int event) {
    ThreadNode end = current(thread(event));
    return end.status() == Status.FAILED
        && end.isAt(operation(event))
        && lastOf(thread(event)) == event;
  }

  /** Where its thread stood after an event. */
  default ThreadNode after(int event) {
    for (int place = place(event) + 1; place < length(); place++) {
      if (thread(event(place)) == thread(event)) {
        return operation(event(place));
      }
    }
    return current(thread(event));
  }

  // ---- Threads ------------------------------------------------------------------------------

  /** One more than the highest number that a thread may have. */
  int threads();

  /** Where a thread stands at the end, or null if it was not started. */
  ThreadNode current(int t);

  /** The event with which a thread was started, -1 if that was before the first event. */
  int spawnedBy(int t);

  /** The thread that starts a thread, or -1 for the first. */
  int parent(int t);

  /** How many threads the parent of a thread starts before it. */
  int indexAmongSiblings(int t);

  /** Whether a thread could perform its next operation. */
  boolean isEnabled(int t);

  /** Whether a thread has a next operation that it has to wait for. */
  default boolean isBlocked(int t) {
    ThreadNode node = current(t);
    return node != null && node.status() == Status.READY && !isEnabled(t);
  }

  /**
   * Whether a thread has come to where it is in reality, too. When an assumption stops a thread in
   * an atomic section, then what others do behind that has seen half a section, and does not count.
   */
  boolean isReal(int t);

  /** How the history of a thread goes on when its operation gives a value; nothing happens. */
  ThreadNode next(int t, ThreadNode node, long value);

  /**
   * Whether a thread that spins, or that a bound has cut, would stay in its loop forever if no
   * other thread did anything; not if it shows others something on its way.
   */
  boolean spinsForever(int t);

  // ---- The whole ----------------------------------------------------------------------------

  /**
   * Whether every thread has ended, be it by a failure, or one has ended the program; a last thread
   * that has nothing left to do but to join others counts as ended, and so do threads that wait for
   * something when {@code main} returns, unless they do so in a loop or at an assumption.
   */
  default boolean isComplete() {
    boolean haveAllEnded = true;
    for (int t = 0; t < threads(); t++) {
      ThreadNode node = current(t);
      haveAllEnded &=
          node == null || node.status == Status.FINISHED || node.status == Status.FAILED;
    }
    return haveAllEnded || hasExited() || (programEnd() != null && onlyWaitingIsLeft());
  }

  default boolean hasFailedThread() {
    return hasThread(Status.FAILED);
  }

  /** Whether a thread has ended the whole program. */
  default boolean hasExited() {
    return hasThread(Status.EXITED);
  }

  /** Whether a thread has come to an end of some kind. */
  private boolean hasThread(Status status) {
    for (int t = 0; t < threads(); t++) {
      ThreadNode node = current(t);
      if (node != null && node.status == status) {
        return true;
      }
    }
    return false;
  }

  /**
   * A thread with which the process ends, and with it all waiting: it calls {@code exit}, or it is
   * the first one and returns from {@code main}; null if there is none.
   */
  default ThreadNode programEnd() {
    for (int t = 0; t < threads(); t++) {
      ThreadNode node = current(t);
      if (node != null && node.endsProgram()) {
        return node;
      }
    }
    return null;
  }

  /**
   * Whether all threads that have not ended wait in ways that the end of the process ends, too: at
   * a lock or a condition, but not in a loop or at an assumption, which count as blocked.
   */
  default boolean onlyWaitingIsLeft() {
    for (int t = 0; t < threads(); t++) {
      ThreadNode node = current(t);
      if (node == null || node.status == Status.FINISHED || node.status == Status.FAILED) {
        continue;
      }
      boolean isInLoop =
          node.opcode == Opcode.AWAIT
              && (code().waitsInsteadOfLooping(node) || code().waitsByAssumption(node));
      if (node.status != Status.READY || isEnabled(t) || isInLoop) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether all events since the start are here. If not, only the state can be asked for, and the
   * latest events.
   */
  default boolean isWhole() {
    return true;
  }

  /** Whether there are heap objects that nobody has freed; the cheap question to ask first. */
  boolean hasLiveHeap();

  // ---- Memory -------------------------------------------------------------------------------

  /** The objects of the execution and their content at the end: the last write to each byte. */
  MemoryView memory();

  /** What happened before the first event; null if it was not kept. */
  Prologue prologue();

  /** What the program printed before the first event. */
  String printedAtStart();
}
