package dev.heddle.machine;

import dev.heddle.program.FailureKind;
import dev.heddle.program.Section;
import java.util.ArrayList;
import java.util.List;

/**
 * The threads and objects of a program for explorations whose executions are graphs: a thread goes
 * on with whatever value it is given, and memory holds objects and what they contain before the
 * first event, but no operation writes to it.
 */
public final class ValueDrivenThreads {
  private final Machine machine;
  private final ObjectTable objects;
  private final SharedMemory memory;
  private final List<Covered> covered = new ArrayList<>();

  /** Whether what a thread does after a value is kept, for when it gets the same one again. */
  private boolean remembers = true;

  private ValueDrivenThreads(Machine machine) {
    this.machine = machine;
    this.objects = machine.objects;
    this.memory = machine.memory;
  }

  /** Runs the first thread up to where it starts another one or leaves something open. */
  public ValueDrivenThreads(Code code) {
    this(new Machine(code));
  }

  /** The same with numbers of threads that others use, too. */
  public ValueDrivenThreads(Code code, ThreadNumbers numbers) {
    this(new Machine(code, numbers));
  }

  /** The same, and keeps what happens before the first event. */
  public static ValueDrivenThreads withPrologue(Code code) {
    return new ValueDrivenThreads(new Machine(code, new Prologue()));
  }

  public Code code() {
    return machine.code;
  }

  // ---- Threads ------------------------------------------------------------------------------

  /** One more than the highest number of a thread ever seen. */
  public int threads() {
    return machine.threads();
  }

  /** Where a thread stands before the first event, or null if it does not run yet. */
  public ThreadNode initial(int t) {
    return machine.current(t);
  }

  /** Where threads stand before the first event. */
  public List<ThreadNode> initialNodes() {
    List<ThreadNode> nodes = new ArrayList<>();
    for (int t = 0; t < threads(); t++) {
      if (initial(t) != null) {
        nodes.add(initial(t));
      }
    }
    return nodes;
  }

  /** Where a thread goes on after its operation gave a value, of which bytes may be missing. */
  public ThreadNode next(int t, ThreadNode node, long value, int missing) {
    if (node.wide != null) {
      return node.wide.next(this, t, value, missing);
    }
    return remembers
        ? machine.graph.next(t, node, value, (byte) missing)
        : machine.graph.nextForgotten(t, node, value, (byte) missing);
  }

  /** Whether a node is in front of an atomic operation on 16 bytes. */
  public static boolean beginsWide(ThreadNode node) {
    return node.kind() == OperationKind.ATOMIC_BEGIN && node.operator != Section.Kind.ANY.ordinal();
  }

  /**
   * In front of an atomic operation on 16 bytes, the node with that as its operation; the same node
   * if it turns out that nobody else can see the 16 bytes.
   */
  public ThreadNode whole(int t, ThreadNode begin) {
    if (begin.whole == null) {
      ThreadNode first = next(t, begin, 0, 0);
      begin.whole = first.inSection ? whole(t, begin, first) : begin;
    }
    return begin.whole;
  }

  private ThreadNode whole(int t, ThreadNode begin, ThreadNode first) {
    ThreadNode whole = new ThreadNode(ThreadNode.Status.READY, begin.state);
    boolean writesNever =
        begin.operator == Section.Kind.WIDE_ACCESS.ordinal() && first.opcode == Opcode.LOAD;
    whole.opcode = writesNever || first.opcode == Opcode.STORE ? first.opcode : Opcode.WIDE_UPDATE;
    whole.address = first.address;
    whole.bytes = WideNumbers.BYTES;
    whole.orders = begin.orders;
    whole.effects = begin.effects;
    whole.wide = new WideOperation.Whole(code().wideNumbers, this, t, first, writesNever);
    whole.operand = first.opcode == Opcode.STORE ? whole.wide.written(t, 0, 0) : 0;
    return whole;
  }

  /** In front of an access to some of 16 bytes, the same as an operation on all of them. */
  public ThreadNode part(ThreadNode node, long address) {
    if (node.whole == null || node.whole.wideAddress() != address) {
      ThreadNode part = new ThreadNode(ThreadNode.Status.READY, node.state);
      part.opcode = node.opcode;
      part.operator = node.operator;
      part.guard = node.guard;
      part.operand = node.operand;
      part.desired = node.desired;
      part.address = node.address;
      part.bytes = node.bytes;
      part.orders = node.orders;
      part.effects = node.effects;
      part.wide = new WideOperation.Part(code().wideNumbers, node, address);
      node.whole = part;
    }
    return node.whole;
  }

  /** A thread that another one starts, and where it stands first. */
  public record Spawned(int thread, ThreadNode root) {}

  /** The thread that a fetched thread starts next; null if there is no function to run. */
  public Spawned spawn(DataflowThread parent, long callee, long argument) {
    int function = Addresses.functionAt(callee, machine.code.entry.length);
    if (function < 0) {
      return null;
    }
    int child = machine.graph.thread(parent.number, parent.state);
    return new Spawned(child, machine.graph.root(child, function, argument));
  }

  /** The end of a thread whose operation goes wrong. */
  public ThreadNode failed(ThreadNode node, Failure failure) {
    return ThreadNode.failed(node, failure);
  }

  /** The same with the usual text for a kind of failure. */
  public ThreadNode failed(ThreadNode node, FailureKind kind) {
    return ThreadNode.failed(node, new Failure(kind));
  }

  /** The value that a finished thread returned. */
  public static long returned(ThreadNode node) {
    return node.returned;
  }

  public int parent(int t) {
    return machine.parent(t);
  }

  public int indexAmongSiblings(int t) {
    return machine.indexAmongSiblings(t);
  }

  /** Whether so much is known of threads that it should be forgotten. */
  public boolean isFull() {
    return machine.graph.isFull();
  }

  /** Forgets what is known of threads beyond these nodes, which are in use. */
  public void forget(Iterable<ThreadNode> inUse) {
    inUse.forEach(ThreadNode::forgetNext);
    machine.graph.forget();
  }

  /** Remembers nothing of threads from now on but these nodes, which are in use. */
  public void stopRemembering(Iterable<ThreadNode> inUse) {
    forget(inUse);
    remembers = false;
  }

  /** Whether a thread that spins, or was cut, would stay in its loop with memory as it is. */
  public boolean spinsForever(int t, ThreadNode node) {
    if (node.status == ThreadNode.Status.CUT) {
      Lasso lasso = new Lasso(machine, machine.graph.interpreter());
      return lasso.closes(t, node) && !lasso.hasWritten();
    }
    return new Spinning(machine, machine.graph.interpreter()).lasts(t, node);
  }

  // ---- Objects ------------------------------------------------------------------------------

  /** Brings the objects that a thread makes on its way to a node to life. */
  public void bear(Effects effects) {
    effects.bear(objects);
  }

  /** Takes that back. */
  public void takeBack(Effects effects) {
    effects.unbear(objects);
  }

  /** The object that an operation is about, or -1. */
  public int object(ThreadNode node) {
    return node.object(objects);
  }

  /**
   * Where the bytes of an operation are.
   *
   * @return the position, or {@code -1 - ordinal} of the {@link FailureKind} of such an access
   */
  public long locate(ThreadNode node) {
    if (node.wide != null) {
      return objects.locate(node.object(objects), node.wide.address(), WideNumbers.BYTES);
    }
    return objects.locate(node);
  }

  /** The position of the byte that tells the kind of a mutex, or below 0. */
  public long locateKind(ThreadNode lock) {
    return objects.locate(lock.object(objects), lock.address + 8, 8);
  }

  public boolean isConstant(int object) {
    return objects.isConstant(object);
  }

  /** Whether an operation that frees is given the beginning of a heap object. */
  public boolean isAllocation(int object, ThreadNode node) {
    return object >= 0 && objects.isHeap(object) && objects.address(object) == node.address;
  }

  public boolean isHeap(int object) {
    return objects.isHeap(object);
  }

  public int size(int object) {
    return objects.size(object);
  }

  public void free(int object) {
    objects.free(object);
  }

  public void unfree(int object) {
    objects.unfree(object);
  }

  public boolean isFreed(int object) {
    return objects.isFreed(object);
  }

  /** What bytes contain before anything is written to them. */
  public long initialContent(long position, int bytes) {
    if (bytes == WideNumbers.BYTES) {
      return code().wideNumbers.of(memory.read(position, 8), memory.read(position + 8, 8));
    }
    return memory.read(position, bytes);
  }

  /** Which of these bytes are not initialised, bit 0 being the first. */
  public int missingInitially(long position, int bytes) {
    if (bytes == WideNumbers.BYTES) {
      return memory.missing(position, 8) | memory.missing(position + 8, 8) << 8;
    }
    return memory.missing(position, bytes);
  }

  /** The same at an address that is one. */
  public int missingAt(long address, int bytes) {
    return memory.missing(objects.locate(objects.objectAt(address), address, bytes), bytes);
  }

  /** How many heap objects there are that have not been freed. */
  public int liveOnHeap() {
    return objects.liveOnHeap();
  }

  /** The objects, and what they contain: what was there first, or what was put over it. */
  public MemoryView memory() {
    return machine.memory();
  }

  /** What happened before the first event; null if it was not kept. */
  public Prologue prologue() {
    return machine.prologue();
  }

  public String printedAtStart() {
    return machine.printedAtStart();
  }

  // ---- Content put over what was there first --------------------------------------------------

  /** Lets memory contain something else until {@link #uncover}. */
  public void cover(long position, int bytes, long value, int missing) {
    if (bytes == WideNumbers.BYTES) {
      cover(position, 8, code().wideNumbers.low(value), missing & 0xff);
      cover(position + 8, 8, code().wideNumbers.high(value), missing >>> 8);
      return;
    }
    for (int word = (int) (position >>> 3); word <= (int) ((position + bytes - 1) >>> 3); word++) {
      covered.add(new Covered(word, memory.word(word), memory.initializedBytes(word)));
    }
    memory.write(position, bytes, value);
    memory.forget(position, missing);
  }

  /** Memory contains what was there first. */
  public void uncover() {
    for (int i = covered.size() - 1; i >= 0; i--) {
      Covered old = covered.get(i);
      memory.restore(old.word, old.content, old.initialized);
    }
    covered.clear();
  }

  private record Covered(int word, long content, byte initialized) {}
}
