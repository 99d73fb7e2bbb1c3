package dev.heddle.model.axiomatic;

import dev.heddle.litmus.LitmusLocation;
import dev.heddle.model.axiomatic.CandidateExecution.Base;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The events that one path per thread has: initial writes of the cells that can matter, then the
 * accesses, an event for each cell that they cover, and the fences.
 */
final class CandidateEvents {
  private static final int MAX_EVENTS = 2_000;

  /** The tag of the initial writes of what C calls non-atomic. */
  private static final Set<String> NON_ATOMIC_LOCATION = Set.of("NAL");

  private final List<ThreadPath> paths;
  private final List<Long> initial = new ArrayList<>();
  private final List<Integer> initialSize = new ArrayList<>();
  private final List<PathEvent> origin = new ArrayList<>();
  private final List<Integer> thread = new ArrayList<>();
  private final List<Integer> piece = new ArrayList<>();
  private final List<Integer> cellSize = new ArrayList<>();

  /** The event of each path event, or the first of its events. */
  private final int[][] first;

  private boolean stray;
  private boolean hasDynamicAddress;

  CandidateEvents(List<ThreadPath> paths, MemoryLayout layout) {
    this.paths = paths;
    first = new int[paths.size()][];
    addInitialWrites(layout);
    for (int each = 0; each < paths.size(); each++) {
      List<PathEvent> events = paths.get(each).events();
      first[each] = new int[events.size()];
      for (int index = 0; index < events.size(); index++) {
        first[each][index] = origin.size();
        add(each, events.get(index), layout);
      }
    }
    if (origin.size() > MAX_EVENTS) {
      throw new TooLargeException("an execution has more than " + MAX_EVENTS + " events");
    }
  }

  private void add(int of, PathEvent event, MemoryLayout layout) {
    int cell = 0;
    if (event.kind() != PathEvent.Kind.FENCE) {
      cell = layout.assumedCell(event.size());
      if (event.address() instanceof Term.Constant address) {
        if (!layout.isValid(address.value(), event.size())) {
          stray = true;
          return;
        }
        cell = layout.cell(address.value());
      }
    }
    for (int part = 0; part < Math.max(1, cell == 0 ? 1 : event.size() / cell); part++) {
      origin.add(event);
      thread.add(of);
      piece.add(part);
      cellSize.add(cell);
    }
  }

  private void addInitialWrites(MemoryLayout layout) {
    TreeSet<Long> cells = new TreeSet<>();
    for (ThreadPath path : paths) {
      for (PathEvent event : path.events()) {
        if (event.address() instanceof Term.Constant address) {
          if (event.size() > 0 && layout.isValid(address.value(), event.size())) {
            int size = layout.cell(address.value());
            for (int offset = 0; offset < event.size(); offset += size) {
              cells.add(address.value() + offset);
            }
          }
        } else if (event.address() != null) {
          hasDynamicAddress = true;
        }
      }
    }
    if (hasDynamicAddress) {
      for (int object = 0; object < layout.objects(); object++) {
        long address = LitmusLocation.address(object);
        for (int offset = 0; offset < layout.bytes(object); offset += layout.cell(address)) {
          cells.add(address + offset);
        }
      }
    }
    for (long address : cells) {
      initial.add(address);
      initialSize.add(layout.cell(address));
      origin.add(null);
      thread.add(CandidateExecution.NO_THREAD);
      piece.add(0);
      cellSize.add(layout.cell(address));
    }
  }

  /** Whether an access lies outside of every location, so that this is no execution. */
  boolean isStray() {
    return stray;
  }

  boolean hasDynamicAddress() {
    return hasDynamicAddress;
  }

  List<ThreadPath> paths() {
    return paths;
  }

  int size() {
    return origin.size();
  }

  int initialWrites() {
    return initial.size();
  }

  boolean isInitial(int event) {
    return event < initial.size();
  }

  long initialAddress(int event) {
    return initial.get(event);
  }

  PathEvent origin(int event) {
    return origin.get(event);
  }

  int thread(int event) {
    return thread.get(event);
  }

  int first(int thread, int index) {
    return first[thread][index];
  }

  /** Which of its cells an event of an access is about. */
  int piece(int event) {
    return piece.get(event);
  }

  int cellSize(int event) {
    return cellSize.get(event);
  }

  /** How many cells the access of an event covers. */
  int pieces(int event) {
    return isInitial(event) ? 1 : Math.max(1, origin(event).size() / cellSize(event));
  }

  boolean isRead(int event) {
    return !isInitial(event) && origin(event).kind() == PathEvent.Kind.READ;
  }

  boolean isWrite(int event) {
    return isInitial(event) || origin(event).kind() == PathEvent.Kind.WRITE;
  }

  boolean hasAddress(int event) {
    return isInitial(event) || origin(event).address() != null;
  }

  boolean isAccess(int event) {
    return isInitial(event) || origin(event).kind() != PathEvent.Kind.FENCE;
  }

  /** An execution with these events and the relations that the paths alone decide. */
  CandidateExecution execution() {
    int size = size();
    int[] threads = new int[size];
    int[] instances = new int[size];
    CandidateExecution.Kind[] kinds = new CandidateExecution.Kind[size];
    for (int event = 0; event < size; event++) {
      threads[event] = thread(event);
      instances[event] = isInitial(event) ? event : origin(event).instance();
      kinds[event] = kind(event);
    }
    CandidateExecution execution = new CandidateExecution(threads, instances, kinds);
    for (int event = initial.size(); event < size; event++) {
      execution.tag(event, origin(event).tags());
      relate(event, execution);
    }
    for (int event = 0; event < initial.size(); event++) {
      execution.relation(Base.SAME_INSTRUCTION).add(event, event);
      if (isNonAtomic(event)) {
        execution.tag(event, NON_ATOMIC_LOCATION);
      }
    }
    return execution;
  }

  /** Whether the location of an initial write has plain accesses of C and no atomic ones. */
  private boolean isNonAtomic(int initialWrite) {
    long start = initial.get(initialWrite);
    boolean plain = false;
    for (int event = initial.size(); event < size(); event++) {
      PathEvent access = origin(event);
      boolean here =
          access.address() instanceof Term.Constant address
              ? address.value() <= start && start < address.value() + access.size()
              : access.address() != null;
      if (here && access.tags().contains("A")) {
        return false;
      }
      plain |= here && access.tags().contains("NA");
    }
    return plain;
  }

  private CandidateExecution.Kind kind(int event) {
    if (isInitial(event)) {
      return CandidateExecution.Kind.INITIAL_WRITE;
    }
    return switch (origin(event).kind()) {
      case READ -> CandidateExecution.Kind.READ;
      case WRITE -> CandidateExecution.Kind.WRITE;
      case FENCE -> CandidateExecution.Kind.FENCE;
    };
  }

  private void relate(int event, CandidateExecution execution) {
    PathEvent mine = origin(event);
    for (int other = initial.size(); other < size(); other++) {
      if (thread(other) == thread(event)) {
        PathEvent theirs = origin(other);
        if (theirs.instance() == mine.instance() && theirs.kind() == mine.kind()) {
          // Parts of one access are not ordered by the program.
          execution.relation(Base.SAME_INSTRUCTION).add(other, event);
        } else if (other < event) {
          execution.relation(Base.PO).add(other, event);
        }
      }
    }
    depend(event, mine.addr(), execution.relation(Base.ADDR));
    depend(event, mine.data(), execution.relation(Base.DATA));
    depend(event, mine.ctrl(), execution.relation(Base.CTRL));
    if (mine.partner() >= 0) {
      int read = first(thread(event), mine.partner()) + piece(event);
      execution.relation(mine.conditional() ? Base.LXSX : Base.AMO).add(read, event);
    }
  }

  private void depend(int event, BitSet reads, BitMatrix relation) {
    for (int read = reads.nextSetBit(0); read >= 0; read = reads.nextSetBit(read + 1)) {
      int from = first(thread(event), read);
      for (int part = 0; part < pieces(from); part++) {
        relation.add(from + part, event);
      }
    }
  }
}
