package dev.heddle.symbolic.encode;

import dev.heddle.symbolic.term.UpperBounds;
import dev.heddle.symbolic.unroll.Addresses;
import dev.heddle.symbolic.unroll.MemoryObject;
import dev.heddle.symbolic.unroll.Step;
import dev.heddle.symbolic.unroll.StepSemantics;
import dev.heddle.symbolic.unroll.UnrolledProgram;
import dev.heddle.symbolic.unroll.UnrolledThread;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Memory cut into cells such that every access touches whole cells, as few as possible; and the
 * cells that each step touches. An object whose life can end has one more cell for that.
 */
final class Cells {
  /**
   * A piece of memory.
   *
   * @param bytes its length; 0 if it tells whether the object's life is over
   */
  record Cell(int number, MemoryObject object, int offset, int bytes) {
    boolean isLife() {
      return bytes == 0;
    }
  }

  private final UnrolledProgram program;
  private final List<Cell> cells = new ArrayList<>();
  private final Map<MemoryObject, NavigableMap<Integer, Cell>> byOffset = new HashMap<>();
  private final Map<MemoryObject, Cell> lives = new HashMap<>();
  private final Map<Step, List<Addresses.Place>> places = new LinkedHashMap<>();
  private final Map<Step, BitSet> touched = new LinkedHashMap<>();
  private final BitSet shared = new BitSet();
  private final Map<Cell, Long> changing = new HashMap<>();
  private final ContentBounds bounds;

  Cells(UnrolledProgram program) {
    this.program = program;
    cut();
    for (UnrolledThread thread : program.threads()) {
      for (Step step : thread.steps()) {
        if (isRelevant(step)) {
          touched.put(step, touch(step));
        }
      }
    }
    findShared();
    bounds = new ContentBounds(this, List.copyOf(touched.keySet()));
  }

  /** Whether a step depends on memory or changes it; a direct one only if it changes it. */
  static boolean isRelevant(Step step) {
    return step.kind().isAccess() && (!step.isDirect() || StepSemantics.mayWrite(step));
  }

  private void cut() {
    Map<MemoryObject, TreeSet<Integer>> cuts = new HashMap<>();
    for (UnrolledThread thread : program.threads()) {
      for (Step step : thread.steps()) {
        if (!isRelevant(step)) {
          continue;
        }
        List<Addresses.Place> at =
            program.addresses().places(step.address(), step.bytes(), step.location());
        places.put(step, at);
        for (Addresses.Place place : at) {
          TreeSet<Integer> ofObject = cuts.computeIfAbsent(place.object(), o -> new TreeSet<>());
          ofObject.add(place.offset());
          ofObject.add(place.offset() + step.bytes());
          if (hasKind(step, place)) {
            ofObject.add(place.offset() + 8);
            ofObject.add(place.offset() + 9);
          }
        }
      }
    }
    for (MemoryObject object : program.addresses().objects().all()) {
      TreeSet<Integer> ofObject = cuts.get(object);
      if (ofObject == null) {
        continue;
      }
      NavigableMap<Integer, Cell> pieces = new TreeMap<>();
      Integer from = null;
      for (int to : ofObject) {
        // Pieces of more than a word are between places that are accessed, and never touched.
        if (from != null && to - from <= 8) {
          pieces.put(from, newCell(object, from, to - from));
        }
        from = to;
      }
      byOffset.put(object, pieces);
      if (object.canEnd()) {
        lives.put(object, newCell(object, 0, 0));
      }
    }
  }

  static boolean hasKind(Step step, Addresses.Place place) {
    boolean isMutex =
        step.kind() == Step.Kind.LOCK
            || step.kind() == Step.Kind.TRY_LOCK
            || step.kind() == Step.Kind.UNLOCK;
    return isMutex && place.offset() + 16 <= place.object().size();
  }

  private Cell newCell(MemoryObject object, int offset, int bytes) {
    Cell cell = new Cell(cells.size(), object, offset, bytes);
    cells.add(cell);
    return cell;
  }

  private BitSet touch(Step step) {
    BitSet of = new BitSet();
    for (Addresses.Place place : places.get(step)) {
      for (Cell cell : at(place.object(), place.offset(), step.bytes())) {
        of.set(cell.number());
      }
      if (hasKind(step, place)) {
        of.set(byOffset.get(place.object()).get(place.offset() + 8).number());
      }
      if (lives.containsKey(place.object())) {
        of.set(lives.get(place.object()).number());
      }
    }
    return of;
  }

  /** A cell is shared if two threads touch it, and one of them changes it. */
  private void findShared() {
    int[] threadOf = new int[cells.size()];
    BitSet several = new BitSet();
    BitSet changed = new BitSet();
    java.util.Arrays.fill(threadOf, -1);
    for (UnrolledThread thread : program.threads()) {
      for (Step step : thread.steps()) {
        BitSet of = touched.getOrDefault(step, new BitSet());
        for (int c = of.nextSetBit(0); c >= 0; c = of.nextSetBit(c + 1)) {
          if (threadOf[c] >= 0 && threadOf[c] != thread.number()) {
            several.set(c);
          }
          threadOf[c] = thread.number();
          if (mayChange(step, cells.get(c))) {
            changed.set(c);
          }
        }
      }
    }
    shared.or(several);
    shared.and(changed);
  }

  /** Whether a step that touches a cell can change it. */
  boolean mayChange(Step step, Cell cell) {
    if (cell.isLife()) {
      return step.kind() == Step.Kind.FREE || step.kind() == Step.Kind.LEAVE;
    }
    if (!StepSemantics.mayWrite(step) || StepSemantics.isAboutObjects(step)) {
      return false;
    }
    // The kind of a mutex is only read.
    return places.get(step).stream()
        .anyMatch(
            place ->
                place.object().equals(cell.object())
                    && place.offset() <= cell.offset()
                    && cell.offset() < place.offset() + step.bytes());
  }

  boolean mayLackValues(MemoryObject object) {
    return program.addresses().objects().mayLackValues(object);
  }

  /** What stands in a cell at first. */
  long initial(Cell cell) {
    long value = 0;
    for (int i = 0; i < cell.bytes(); i++) {
      int offset = cell.offset() + i;
      long content = program.addresses().objects().initialContent().byteAt(cell.object(), offset);
      value |= content << (8 * i);
    }
    return value;
  }

  /** The bits of a cell in which it may ever differ from what stands in it at first. */
  long changingBits(Cell cell) {
    Long known = changing.get(cell);
    if (known == null) {
      known = findChangingBits(cell);
      changing.put(cell, known);
    }
    return known;
  }

  private long findChangingBits(Cell cell) {
    long first = initial(cell);
    long bits = 0;
    for (Map.Entry<Step, List<Addresses.Place>> entry : places.entrySet()) {
      Step step = entry.getKey();
      if (mayChange(step, cell)) {
        for (Addresses.Place place : entry.getValue()) {
          int shift = 8 * (cell.offset() - place.offset());
          if (place.object().equals(cell.object()) && shift >= 0 && shift < 8 * step.bytes()) {
            bits |= differences(step, place, first << shift) >>> shift;
          }
        }
      }
    }
    return bits & UpperBounds.largest(64 - Long.numberOfLeadingZeros(bounds.of(cell) | first));
  }

  /** The largest number that a step can find in memory, if it gives it to its thread; else -1. */
  long mostFound(Step step) {
    return bounds.found(step);
  }

  private long differences(Step step, Addresses.Place place, long first) {
    boolean locks = step.kind() == Step.Kind.LOCK || step.kind() == Step.Kind.TRY_LOCK;
    if (!locks && step.kind() != Step.Kind.UNLOCK) {
      return program.addresses().differences(step, first);
    }
    long counts = mayBeRecursive(step, place) ? ~0L << 32 : 0;
    return counts | (locks ? (step.thread() + 1L) ^ first : first);
  }

  /** Whether a mutex may count how often its owner took it. */
  private boolean mayBeRecursive(Step step, Addresses.Place place) {
    if (!hasKind(step, place)) {
      return false;
    }
    Cell kind = byOffset.get(place.object()).get(place.offset() + 8);
    return ((initial(kind) | findChangingBits(kind)) & 1) != 0;
  }

  List<Addresses.Place> places(Step step) {
    return places.get(step);
  }

  List<Cell> all() {
    return cells;
  }

  /** The same number for the same cell, however far loops are unrolled. */
  int identity(Cell cell) {
    String key = cell.object().key() + "+" + cell.offset() + "+" + cell.bytes();
    return program.terms().identity(key);
  }

  boolean isShared(Cell cell) {
    return shared.get(cell.number());
  }

  int sharedCount() {
    return shared.cardinality();
  }

  /** Whether a step touches memory that is shared. */
  boolean touchesShared(Step step) {
    return touched.containsKey(step) && touched.get(step).intersects(shared);
  }

  /** Whether the order of two steps matters for what they find in memory. */
  boolean conflict(Step a, Step b) {
    BitSet ofA = touched.get(a);
    BitSet ofB = touched.get(b);
    if (ofA == null || ofB == null || !ofA.intersects(ofB)) {
      return false;
    }
    BitSet both = (BitSet) ofA.clone();
    both.and(ofB);
    for (int c = both.nextSetBit(0); c >= 0; c = both.nextSetBit(c + 1)) {
      if (mayChange(a, cells.get(c)) || mayChange(b, cells.get(c))) {
        return true;
      }
    }
    return false;
  }

  /** The cells of some bytes. */
  List<Cell> at(MemoryObject object, int offset, int bytes) {
    return bytes == 0
        ? List.of()
        : List.copyOf(byOffset.get(object).subMap(offset, true, offset + bytes, false).values());
  }

  Cell life(MemoryObject object) {
    return lives.get(object);
  }
}
