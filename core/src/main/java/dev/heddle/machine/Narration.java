package dev.heddle.machine;

import dev.heddle.machine.ThreadNode.Status;
import dev.heddle.program.Location;
import dev.heddle.verdict.Violation;
import dev.heddle.verdict.Violation.Deed;
import dev.heddle.verdict.Violation.Frame;
import dev.heddle.verdict.Violation.MemoryObject;
import dev.heddle.verdict.Violation.Step;
import dev.heddle.verdict.Violation.Wait;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs one execution and tells in the user's words what happens in it. Names are those of the
 * moment: what {@code stack.top->next} is depends on when it is said.
 */
public final class Narration {
  private final Machine machine;
  private final Code code;
  private final EventLog log;
  private final SharedMemory memory;
  private final Prologue prologue = new Prologue();
  private final Naming naming;

  /** For each event its step, which does not know yet where in the trace its source is. */
  private final List<Told> told = new ArrayList<>();

  /** The latest write to each byte of memory, by position. */
  private final Map<Long, Integer> writes = new HashMap<>();

  private final StringBuilder output;

  /**
   * What an event is.
   *
   * @param source the event that its value is from, {@link Violation#INITIAL} or {@link
   *     Violation#NOTHING}
   * @param deed what its value is from if that was before the first event, or null
   * @param effects what its thread did afterwards, or null
   */
  private record Told(Step step, int source, Prologue.Deed deed, Effects effects) {}

  public Narration(Code code) {
    this.code = code;
    this.machine = new Machine(code, prologue);
    this.log = machine.log;
    this.memory = machine.memory;
    this.naming = new Naming(machine);
    this.output = new StringBuilder(machine.printedAtStart);
  }

  public Machine machine() {
    return machine;
  }

  /** Performs the next operation of a thread; false if it cannot go on. */
  public boolean step(int t, int alternative) {
    if (t < 0 || t >= machine.threads() || !machine.isEnabled(t)) {
      return false;
    }
    ThreadNode node = machine.current(t);
    Naming.Name name = nameOf(node, t);
    machine.step(t, alternative);
    int event = machine.length() - 1;
    if (alternative < 0 || alternative >= log.alternatives[event]) {
      machine.undo();
      return false;
    }
    ThreadNode next = machine.current(t);
    boolean fails = next.status == Status.FAILED && next.state == node.state;
    tell(event, node, name, fails, next.effects);
    if (next.effects != null) {
      next.effects.appendOutputTo(output);
    }
    return true;
  }

  private Naming.Name nameOf(ThreadNode node, int t) {
    return switch (node.opcode) {
      case Opcode.JOIN -> new Naming.Name(Naming.thread((int) node.address - 1), -1);
      case Opcode.CHOOSE, Opcode.ATOMIC_BEGIN -> new Naming.Name("", -1);
      case Opcode.FREE, Opcode.LEAVE, Opcode.SIZE -> naming.memoryAt(node.address, 0, t);
      default -> naming.memoryAt(node.address, node.bytes, t);
    };
  }

  // ---- Steps --------------------------------------------------------------------------------

  private void tell(int event, ThreadNode node, Naming.Name name, boolean fails, Effects effects) {
    int t = log.thread[event];
    Location location = code.locations[code.userSite(node.state)];
    String operation = operation(node, name);
    int source = Violation.NOTHING;
    Prologue.Deed deed = null;
    Values values = Values.NONE;
    if (!fails) {
      long footprint = log.footprint[event];
      long left = 0;
      if (Footprint.touches(footprint) && !Footprint.isRange(footprint)) {
        long position = position(node);
        left = memory.read(position, node.bytes);
        if (Opcode.givesContent(node.opcode)) {
          source = source(position, node.bytes);
          deed = source < 0 ? prologue.write(position, node.bytes) : null;
        }
        if (Footprint.writes(footprint)) {
          for (int i = 0; i < node.bytes; i++) {
            writes.put(position + i, event);
          }
        }
      }
      boolean wrote = Footprint.writes(footprint);
      values = values(node, name, log.observed[event], wrote, left, t);
    }
    Step step =
        new Step(
            t,
            operation,
            name.text(),
            fails ? null : values.number,
            source,
            location,
            values.text,
            values.expected,
            values.becomes,
            -1,
            fails);
    told.add(new Told(step, source, deed, effects));
  }

  /**
   * What a step does. How the library keeps its own objects is nothing to its users: there, it is
   * what they called, {@code rdlock} for {@code pthread_rwlock_rdlock}.
   */
  private String operation(ThreadNode node, Naming.Name name) {
    String called =
        Opcode.givesContent(node.opcode) && name.isOpaque() ? code.libraryCall(node.state) : null;
    return called == null
        ? Opcode.name(node.opcode)
        : called.substring(called.lastIndexOf('_') + 1);
  }

  private long position(ThreadNode node) {
    return memory.locate(node.object(memory), node.address, node.bytes);
  }

  /** The latest event that wrote to some of these bytes, or {@link Violation#INITIAL}. */
  private int source(long position, int bytes) {
    int latest = Violation.INITIAL;
    for (int i = 0; i < bytes; i++) {
      latest = Math.max(latest, writes.getOrDefault(position + i, Violation.INITIAL));
    }
    return latest;
  }

  /** What a step shows of values. */
  private record Values(Long number, String text, String expected, String becomes) {
    static final Values NONE = new Values(null, "", "", "");
  }

  private Values values(
      ThreadNode node, Naming.Name name, long observed, boolean wrote, long left, int t) {
    int bits = 8 * node.bytes;
    switch (node.opcode) {
      case Opcode.STORE, Opcode.POKE -> {
        long number = Arithmetic.signExtend(node.operand, bits);
        return new Values(number, shown(name, node.operand, node, t), "", "");
      }
      case Opcode.CHOOSE -> {
        return new Values(observed, Long.toString(observed), "", "");
      }
      case Opcode.TRY_LOCK -> {
        return new Values(null, observed == 0 ? "busy" : "taken", "", "");
      }
      case Opcode.LOCK, Opcode.UNLOCK -> {
        return new Values(null, observed == 0 ? "" : "error " + observed, "", "");
      }
      default -> {
        if (!Opcode.givesContent(node.opcode)) {
          return Values.NONE;
        }
        String expected =
            node.opcode == Opcode.CAS && !wrote ? shown(name, node.operand, node, t) : "";
        return new Values(
            Arithmetic.signExtend(observed, bits),
            shown(name, observed, node, t),
            expected,
            wrote ? shown(name, left, node, t) : "");
      }
    }
  }

  private String shown(Naming.Name name, long value, ThreadNode node, int t) {
    return name.isOpaque() ? "" : naming.value(name.type(), value, node.bytes, t);
  }

  // ---- The trace ----------------------------------------------------------------------------

  /**
   * Steps and where events are among them.
   *
   * @param positions the position in the steps, by event
   */
  public record Trace(List<Step> steps, List<Integer> positions) {}

  /**
   * The execution so far. Writes from before the first event are part of it if something reads from
   * them, and so are the starts of threads.
   */
  public Trace trace() {
    List<Step> steps = new ArrayList<>();
    Map<Prologue.Deed, Integer> deeds = new HashMap<>();
    told.stream()
        .map(Told::deed)
        .filter(deed -> deed != null)
        .distinct()
        .sorted(Comparator.comparing(Prologue.Deed::order))
        .forEach(
            deed -> {
              deeds.put(deed, steps.size());
              steps.add(step(deed));
            });
    prologue.effects.forEach(effects -> addStarts(0, effects, steps));
    List<Integer> positions = new ArrayList<>();
    for (Told one : told) {
      int source = one.source >= 0 ? positions.get(one.source) : one.source;
      source = one.deed == null ? source : deeds.get(one.deed);
      positions.add(steps.size());
      steps.add(withSource(one.step, source));
      if (one.effects != null) {
        addStarts(one.step.thread(), one.effects, steps);
      }
    }
    return new Trace(steps, positions);
  }

  private Step step(Prologue.Deed deed) {
    ThreadNode node = deed.node();
    Naming.Name name = nameOf(node, 0);
    Values values = values(node, name, deed.observed(), true, deed.left(), 0);
    return new Step(
        0,
        Opcode.name(node.opcode),
        name.text(),
        values.number,
        Violation.NOTHING,
        deed.location(),
        values.text,
        values.expected,
        values.becomes,
        -1,
        false);
  }

  private static Step withSource(Step step, int source) {
    return new Step(
        step.thread(),
        step.operation(),
        step.target(),
        step.value(),
        source,
        step.location(),
        step.text(),
        step.expected(),
        step.becomes(),
        step.distance(),
        step.fails());
  }

  private void addStarts(int parent, Effects effects, List<Step> steps) {
    for (int i = 0; i < effects.spawned; i++) {
      int child = effects.thread[i];
      steps.add(
          new Step(
              parent,
              "create",
              Naming.thread(child),
              (long) child,
              Violation.NOTHING,
              code.locations[effects.spawnSite[i]],
              functionOf(effects.root[i]),
              "",
              "",
              -1,
              false));
      if (effects.root[i].effects != null) {
        addStarts(child, effects.root[i].effects, steps);
      }
    }
  }

  /** The function that a thread runs. */
  private String functionOf(ThreadNode node) {
    int outermost = node.state.depth() > 0 ? node.state.callSite(0) : node.state.pc;
    return code.program.functions().get(code.functionAt(outermost)).name();
  }

  /** The functions that threads run, by their numbers. */
  public List<String> threads() {
    List<String> functions = new ArrayList<>();
    for (int t = 0; t < machine.threads(); t++) {
      ThreadNode node = machine.current(t);
      functions.add(node == null ? "" : t == 0 ? "main" : functionOf(node));
    }
    return functions;
  }

  public String output() {
    return output.toString();
  }

  // ---- What goes wrong ----------------------------------------------------------------------

  /** The calls under way in a thread, the innermost first, without those of a library. */
  public List<Frame> stack(int t) {
    ThreadState state = machine.current(t).state;
    List<Frame> frames = new ArrayList<>();
    addFrame(frames, state.pc);
    for (int level = state.depth() - 1; level >= 0; level--) {
      addFrame(frames, state.callSite(level));
    }
    return frames;
  }

  private void addFrame(List<Frame> frames, int pc) {
    if (!code.isLibrary(pc)) {
      String function = code.program.functions().get(code.functionAt(pc)).name();
      frames.add(new Frame(function, code.locations[pc]));
    }
  }

  /** The object that the latest event of a thread misuses, or null if it is none. */
  public MemoryObject misused(int t) {
    int event = latest(t);
    if (event < 0 || !told.get(event).step.fails()) {
      return null;
    }
    ThreadNode node = log.before[event];
    int object = node.opcode == Opcode.JOIN ? -1 : node.object(memory);
    return object < 0 ? null : naming.describe(object, t, freed(event, object));
  }

  /** What the latest event of a thread works on, if that is what goes wrong; or empty. */
  public String misusedTarget(int t) {
    int event = latest(t);
    return event < 0 || !told.get(event).step.fails() ? "" : told.get(event).step.target();
  }

  /** The event that freed what the latest event of a thread touches; below 0 for none. */
  public int freedBy(int t) {
    int event = latest(t);
    return event < 0 ? -1 : log.freedBy[event];
  }

  private Deed freed(int event, int object) {
    int by = log.freedBy[event];
    if (by >= 0) {
      return new Deed(log.thread[by], told.get(by).step.location());
    }
    Prologue.Deed deed = prologue.free(object);
    return deed == null ? null : new Deed(0, deed.location());
  }

  private int latest(int t) {
    for (int event = log.length - 1; event >= 0; event--) {
      if (log.thread[event] == t) {
        return event;
      }
    }
    return -1;
  }

  /** What a blocked thread waits for. */
  public Wait waiting(int t) {
    ThreadNode node = machine.current(t);
    Location location = code.locations[code.userSite(node.state)];
    Waiting waiting = new Waiting(machine);
    if (waiting.spins(t)) {
      String awaited = new EventDescription(machine).awaited(t);
      return new Wait(t, location, awaited, -1, null, stack(t));
    }
    int holder = waiting.waitsFor(t);
    if (node.opcode == Opcode.JOIN) {
      return new Wait(t, location, "the end of " + Naming.thread(holder), holder, null, stack(t));
    }
    String name = naming.memoryAt(node.address, node.bytes, t).text();
    if (node.opcode == Opcode.LOCK) {
      return new Wait(t, location, name, holder, takenAt(position(node)), stack(t));
    }
    String purpose = code.messages[code.instructions[node.state.pc + Opcode.PURPOSE_OF_AWAIT]];
    return new Wait(t, location, purpose + " (" + name + ")", holder, null, stack(t));
  }

  /** The event with which the holder of what a thread waits for took it; below 0 for none. */
  public int takenBy(int t) {
    ThreadNode node = machine.current(t);
    return node.opcode == Opcode.LOCK ? writes.getOrDefault(position(node), -1) : -1;
  }

  private Location takenAt(long position) {
    Integer event = writes.get(position);
    if (event != null) {
      return told.get(event).step.location();
    }
    Prologue.Deed deed = prologue.write(position, 8);
    return deed == null ? null : deed.location();
  }

  /** The heap objects that have been given names. */
  public List<MemoryObject> mentioned() {
    List<MemoryObject> objects = new ArrayList<>();
    naming
        .given()
        .keySet()
        .forEach(object -> objects.add(naming.describe(object, -1, freedAtAll(object))));
    return objects;
  }

  private Deed freedAtAll(int object) {
    for (int event = 0; event < log.length; event++) {
      ThreadNode node = log.before[event];
      if ((node.opcode == Opcode.FREE || node.opcode == Opcode.LEAVE)
          && node.object(memory) == object
          && !told.get(event).step.fails()) {
        return new Deed(log.thread[event], told.get(event).step.location());
      }
    }
    Prologue.Deed deed = prologue.free(object);
    return deed == null ? null : new Deed(0, deed.location());
  }
}
