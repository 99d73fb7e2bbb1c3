package dev.heddle.execution;

import dev.heddle.machine.Footprint;
import dev.heddle.machine.LeftOutLooks;
import dev.heddle.machine.Machine;
import dev.heddle.machine.OperationKind;
import dev.heddle.machine.OperationSemantics;
import dev.heddle.machine.Orders;
import dev.heddle.machine.ThreadNode;
import dev.heddle.program.MemoryOrder;
import java.util.Arrays;

/**
 * Finds the first data race of an execution on one memory: two accesses of different threads to
 * common bytes, one of which writes and one of which is plain, that happens-before of C11 does not
 * order.
 *
 * <p>Vector clocks in one pass over the execution, as in Flanagan, Freund: <em>FastTrack: efficient
 * and precise dynamic race detection</em>, PLDI 2009, with synchronises-with of C++20: a release
 * write or a release fence in front of a write, the read-modify-writes that follow it in a row, and
 * an acquire read of one of them or an acquire fence behind such a read; starts and ends of
 * threads; atomic sections, one after the other. A plain access is compared with accesses back to
 * the latest plain write of all its bytes, for what came before that is ordered before it, or there
 * was a race already.
 *
 * <p>Independent additions are as read-modify-writes that read nothing: what reads them reads all.
 */
public final class DataRaces {
  // Accesses to a word are kept in four lists, the latest first.
  private static final int PLAIN = 0;
  private static final int ATOMIC = 1;
  private static final int READS = 0;
  private static final int WRITES = 2;
  private static final int LISTS = 4;

  private final Machine machine;

  /** Null if nothing depends on them. */
  private final Dependences dependences;

  /** How many events have been taken in; events are known by their places here. */
  private int length;

  private final SequenceClocks clocks;

  /** The next older access in the list of an access's word, and of the word behind; plus 1. */
  private int[] older = new int[128];

  /** By word and list: the latest access plus 1. */
  private int[] latest = new int[64];

  /** The words that have been accessed, each once for each access to it. */
  private int[] touched = new int[128];

  private int touchedCount;

  /** The access that the latest event races with, or -1. */
  private int partner = -1;

  /** The thread whose waiting races, or -1. */
  private int waiting = -1;

  /** The thread that waits, too, if the race is between two that do, or -1. */
  private int waitingPartner = -1;

  public DataRaces(Machine machine) {
    this.machine = machine;
    this.clocks = new SequenceClocks(machine);
    LeftOutLooks looks = machine.code().leftOutLooks();
    this.dependences = looks == null ? null : new Dependences(machine, looks);
  }

  /** Begins anew. */
  private void clear() {
    for (int i = 0; i < touchedCount; i++) {
      Arrays.fill(latest, LISTS * touched[i], LISTS * (touched[i] + 1), 0);
      clocks.forgetWriters(touched[i]);
    }
    touchedCount = 0;
    length = 0;
    waiting = -1;
    waitingPartner = -1;
    clocks.clear();
  }

  /**
   * Looks at the whole execution of the machine.
   *
   * @return the place of the second access of the first race, or -1; it is behind the last event if
   *     it is the read of a thread that goes on waiting
   */
  public int find() {
    clear();
    while (length < machine.length()) {
      partner = append();
      if (partner >= 0) {
        return length - 1;
      }
    }
    for (int t = 0; t < machine.threads(); t++) {
      if (isWaiting(t) && racingWait(t) >= 0) {
        waiting = t;
        return length;
      }
      for (int other = 0; other < t; other++) {
        if (isWaiting(t) && isWaiting(other) && isRaceOfLooks(other, t)) {
          waiting = t;
          waitingPartner = other;
          return length;
        }
      }
    }
    return -1;
  }

  /** Whether what two threads look at in vain, again and again, are accesses that race. */
  private boolean isRaceOfLooks(int s, int t) {
    long footprint = look(machine.current(s), machine.pendingFootprint(s));
    long other = look(machine.current(t), machine.pendingFootprint(t));
    return (waitsForPlain(s) || waitsForPlain(t))
        && looks(s)
        && looks(t)
        && Footprint.touches(footprint)
        && Footprint.touches(other)
        && Footprint.conflict(footprint, other);
  }

  private boolean looks(int t) {
    return waitsForPlain(t) || machine.code().looks(machine.current(t));
  }

  /** Whether a thread waits in front of a read, which it repeats in reality. */
  public boolean isWaiting(int t) {
    return machine.isBlocked(t) && machine.current(t).kind() == OperationKind.AWAIT;
  }

  private boolean waitsForPlain(int t) {
    return Orders.order(machine.current(t).orders()) == MemoryOrder.PLAIN;
  }

  /**
   * What a thread that waits for good races with: its look is an access if it is plain, if the
   * source has one here, or if what is written has another size.
   */
  private int racingWait(int t) {
    long footprint = look(machine.current(t), machine.pendingFootprint(t));
    if (!Footprint.touches(footprint)) {
      return -1;
    }
    reserve(length);
    reserveWord(Footprint.word(footprint) + 1);
    clocks.begin(length, t);
    if (looks(t)) {
      int partner = racing(length, footprint, waitsForPlain(t));
      if (partner >= 0) {
        return partner;
      }
    }
    for (int p = 0; p < length; p++) {
      int event = machine.event(p);
      long other = machine.footprint(event);
      boolean isOther = isAccess(other) && Footprint.mask(other) != Footprint.mask(footprint);
      if (isOther && isPlain(event) && isRace(p, length, footprint)) {
        return p;
      }
    }
    return -1;
  }

  /** What a thread touches at an operation that has to go on waiting. */
  private long look(ThreadNode node, long footprint) {
    long read = Footprint.asRead(footprint);
    return machine.code().writesInVain(node) ? Footprint.asWrite(read) : read;
  }

  /** The thread of the access at a place where {@link #find} has found the second of a race. */
  int thread(int second) {
    return second < machine.length() ? machine.thread(machine.event(second)) : waiting;
  }

  /**
   * Takes in the events of the machine that are new.
   *
   * @return the place of the access that the latest event races with, or -1
   */
  int follow() {
    if (!clocks.haveRoom()) {
      clear();
    }
    int partner = -1;
    while (length < machine.length()) {
      partner = append();
    }
    return partner;
  }

  /**
   * Tells of all accesses of the execution, in which no race was found, that depend on another
   * thread without synchronising; see {@link LeftOutLooks}.
   */
  public void tellOfLooks() {
    if (dependences != null) {
      dependences.tell(this, clocks);
    }
  }

  /** The thread whose look is the first access of the race that was found, or -1. */
  int waitingPartner() {
    return waitingPartner;
  }

  /**
   * The place of the access that races with the second access that was found, if it is not the look
   * of a thread that waits.
   */
  public int partner() {
    return waiting >= 0 ? racingWait(waiting) : partner;
  }

  /** What reports say of a race between two threads that wait. */
  String textOfLooks() {
    ThreadNode node = machine.current(waitingPartner);
    return RaceText.of(
        waitingPartner,
        machine.code().userLocation(node),
        machine.code().writesInVain(node),
        waitsForPlain(waitingPartner),
        waitsForPlain(waiting));
  }

  /** What reports say of a race of the latest event that was taken in with the one at a place. */
  String text(int partner) {
    int event = machine.event(partner);
    return RaceText.of(
        machine.thread(event),
        machine.code().userLocation(machine.operation(event)),
        Footprint.writes(machine.footprint(event)),
        isPlain(event),
        waiting >= 0 ? waitsForPlain(waiting) : isPlain(machine.event(length - 1)));
  }

  // ---- Events -------------------------------------------------------------------------------

  private int append() {
    int p = length++;
    reserve(p);
    int event = machine.event(p);
    int t = machine.thread(event);
    clocks.append(p, t);
    clocks.join(p, event);
    ThreadNode node = machine.operation(event);
    long footprint = machine.footprint(event);
    if (node.kind() == OperationKind.FENCE) {
      clocks.fence(p, t, Orders.order(node.orders()));
    } else if (Footprint.isSection(footprint)) {
      clocks.enterSection(p);
    }
    int partner = -1;
    if (isAccess(footprint)) {
      reserveWord(Footprint.word(footprint) + 1);
      boolean isPlain = isPlain(event);
      boolean reads = OperationSemantics.reads(node) && !Footprint.adds(footprint);
      boolean writes = Footprint.writes(footprint);
      MemoryOrder order = order(event);
      if (machine.code().looks(node)) {
        // It may have looked before, and has not learnt then what it learns now.
        partner = racing(p, look(node, footprint), isPlain);
      }
      if (reads && !isPlain) {
        clocks.read(p, t, footprint, order.acquires());
      }
      partner = partner >= 0 ? partner : racing(p, footprint, isPlain);
      if (writes) {
        clocks.write(p, t, footprint, order, reads || Footprint.adds(footprint));
      }
      enlist(p, footprint, isPlain ? PLAIN : ATOMIC);
    }
    if (machine.isInSection(event)) {
      clocks.leaveSection(p);
    }
    return partner;
  }

  // ---- Accesses -----------------------------------------------------------------------------

  static boolean isAccess(long footprint) {
    return Footprint.touches(footprint) && !Footprint.isRange(footprint);
  }

  /** The order that an event has: that of a failure if it is an update that does not write. */
  private MemoryOrder order(int event) {
    byte orders = machine.operation(event).orders();
    return Footprint.writes(machine.footprint(event))
        ? Orders.order(orders)
        : Orders.failureOrder(orders);
  }

  boolean isPlain(int event) {
    return !machine.isInSection(event) && order(event) == MemoryOrder.PLAIN;
  }

  /** An earlier access that an access races with, or -1. */
  private int racing(int p, long footprint, boolean isPlain) {
    int partner = racingIn(Footprint.word(footprint), p, footprint, isPlain);
    return partner < 0 && Footprint.straddles(footprint)
        ? racingIn(Footprint.word(footprint) + 1, p, footprint, isPlain)
        : partner;
  }

  private int racingIn(int word, int p, long footprint, boolean isPlain) {
    // Back to the latest plain write of all bytes that is ordered before the access.
    int barrier = -1;
    for (int w = latest[LISTS * word + WRITES + PLAIN] - 1; w >= 0; w = older(w, word)) {
      if (isRace(w, p, footprint)) {
        return w;
      }
      if (w != p && covers(machine.footprint(machine.event(w)), footprint, word)) {
        barrier = w;
        break;
      }
    }
    boolean writes = Footprint.writes(footprint);
    for (int list = 0; list < LISTS; list++) {
      boolean isOfReads = list < WRITES;
      boolean isOfPlain = (list & ATOMIC) == PLAIN;
      if (list == WRITES + PLAIN || (isOfReads && !writes) || (!isOfPlain && !isPlain)) {
        continue;
      }
      for (int x = latest[LISTS * word + list] - 1; x > barrier; x = older(x, word)) {
        if (isRace(x, p, footprint)) {
          return x;
        }
      }
    }
    return -1;
  }

  private boolean isRace(int x, int p, long footprint) {
    int event = machine.event(x);
    int t = machine.thread(event);
    return x < p
        && clocks.hb(p, t) < clocks.index(x)
        && Footprint.conflict(machine.footprint(event), footprint);
  }

  private static boolean covers(long write, long footprint, int word) {
    return (Footprint.maskIn(footprint, word) & ~Footprint.maskIn(write, word)) == 0;
  }

  private int older(int p, int word) {
    boolean isFirst = Footprint.word(machine.footprint(machine.event(p))) == word;
    return older[2 * p + (isFirst ? 0 : 1)] - 1;
  }

  private void enlist(int p, long footprint, int kind) {
    int list = kind + (Footprint.writes(footprint) ? WRITES : READS);
    int word = Footprint.word(footprint);
    older[2 * p] = latest[LISTS * word + list];
    latest[LISTS * word + list] = p + 1;
    touched[touchedCount++] = word;
    if (Footprint.straddles(footprint)) {
      older[2 * p + 1] = latest[LISTS * (word + 1) + list];
      latest[LISTS * (word + 1) + list] = p + 1;
      touched[touchedCount++] = word + 1;
    }
  }

  // ---- Room ---------------------------------------------------------------------------------

  private void reserve(int p) {
    clocks.reserve(p);
    if (2 * p + 1 >= older.length) {
      older = Arrays.copyOf(older, 4 * p);
      touched = Arrays.copyOf(touched, 4 * p);
    }
  }

  private void reserveWord(int word) {
    clocks.reserveWord(word);
    if (LISTS * (word + 1) > latest.length) {
      latest = Arrays.copyOf(latest, 2 * LISTS * (word + 1));
    }
  }
}
