package dev.heddle.explain;

import dev.heddle.execution.EventDescription;
import dev.heddle.execution.Waiting;
import dev.heddle.machine.Arithmetic;
import dev.heddle.machine.Code;
import dev.heddle.machine.Effects;
import dev.heddle.machine.ExecutionView;
import dev.heddle.machine.Failure;
import dev.heddle.machine.OperationKind;
import dev.heddle.machine.Prologue;
import dev.heddle.machine.Replay;
import dev.heddle.machine.ThreadNode;
import dev.heddle.machine.ThreadNode.Status;
import dev.heddle.machine.WideNumbers;
import dev.heddle.program.Function;
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
import java.util.Objects;

/**
 * Runs one execution and tells in the user's words what happens in it. Names are those of the
 * moment: what {@code stack.top->next} is depends on when it is said.
 */
public final class Narration {
  private final Replay replay;
  private final ExecutionView execution;
  private final Code code;
  private final Naming naming;

  /** For each event its step, which does not know yet where in the trace its source is. */
  private final List<Told> told = new ArrayList<>();

  private final StringBuilder output;

  /**
   * What an event is.
   *
   * @param source the event that its value is from, {@link Violation#INITIAL} or {@link
   *     Violation#NOTHING}
   * @param action what its value is from if that was before the first event, or null
   * @param effects what its thread did afterwards, or null
   */
  private record Told(Step step, int source, Prologue.Action action, Effects effects) {}

  public Narration(Replay replay) {
    this.replay = replay;
    this.execution = replay.execution();
    this.code = execution.code();
    this.naming = new Naming(execution);
    this.output = new StringBuilder(execution.printedAtStart());
  }

  /** The execution so far; events are numbered by their places. */
  public ExecutionView execution() {
    return execution;
  }

  /**
   * Performs the next operation of a thread; false if it cannot go on.
   *
   * @param source what the operation reads from, as {@link Replay#step} takes it
   */
  public boolean step(int t, int alternative, int source) {
    if (t < 0 || t >= execution.threads() || execution.current(t) == null) {
      return false;
    }
    ThreadNode node = execution.current(t);
    Naming.Name name = nameOf(node, t);
    if (!replay.step(t, alternative, source)) {
      return false;
    }
    ThreadNode next = execution.current(t);
    boolean fails = next.status() == Status.FAILED && next.isAt(node);
    tell(execution.length() - 1, node, name, fails, next.effects());
    if (next.effects() != null) {
      next.effects().appendOutputTo(output);
    }
    return true;
  }

  private Naming.Name nameOf(ThreadNode node, int t) {
    return switch (node.kind()) {
      case JOIN -> new Naming.Name(Naming.thread(node.joined()), -1);
      case CHOOSE, ATOMIC_BEGIN, FENCE -> new Naming.Name("", -1);
      case FREE, LEAVE, SIZE -> naming.memoryAt(node.address(), 0, t);
      default -> naming.memoryAt(node.address(), node.bytes(), t);
    };
  }

  // ---- Steps --------------------------------------------------------------------------------

  private void tell(int event, ThreadNode node, Naming.Name name, boolean fails, Effects effects) {
    int t = execution.thread(event);
    int source = Violation.NOTHING;
    Prologue.Action action = null;
    Values values = Values.NONE;
    if (!fails) {
      if (node.kind().givesContent()) {
        source = execution.source(event);
        action = source < 0 ? execution.prologue().write(node.address(), node.bytes()) : null;
      }
      boolean wrote = execution.writes(event);
      long left = wrote ? execution.written(event) : 0;
      values = values(node, name, execution.observed(event), wrote, left, t);
    }
    Step step =
        new Step(
            t,
            operation(node, name),
            name.text(),
            fails ? null : values.number,
            source,
            code.location(node),
            values.text,
            values.expected,
            values.becomes,
            -1,
            fails);
    told.add(new Told(step, source, action, effects));
  }

  /**
   * What a step does. How the library keeps its own objects is nothing to its users: there, it is
   * what they called, {@code rdlock} for {@code pthread_rwlock_rdlock}.
   */
  private String operation(ThreadNode node, Naming.Name name) {
    String called = node.kind().givesContent() && name.isOpaque() ? code.libraryCall(node) : null;
    return called == null ? node.kind().label() : called.substring(called.lastIndexOf('_') + 1);
  }

  /** What a step shows of values. */
  private record Values(Long number, String text, String expected, String becomes) {
    static final Values NONE = new Values(null, "", "", "");
  }

  private Values values(
      ThreadNode node, Naming.Name name, long observed, boolean wrote, long left, int t) {
    int bits = 8 * node.bytes();
    switch (node.kind()) {
      case STORE, POKE -> {
        return new Values(
            number(node.operand(), bits), shown(name, node.operand(), node, t), "", "");
      }
      case CHOOSE -> {
        return new Values(observed, Long.toString(observed), "", "");
      }
      case TRY_LOCK -> {
        return new Values(null, observed == 0 ? "busy" : "taken", "", "");
      }
      case LOCK, UNLOCK -> {
        return new Values(null, observed == 0 ? "" : "error " + observed, "", "");
      }
      default -> {
        if (!node.kind().givesContent()) {
          return Values.NONE;
        }
        String expected =
            node.kind() == OperationKind.CAS && !wrote ? shown(name, node.operand(), node, t) : "";
        return new Values(
            number(observed, bits),
            shown(name, observed, node, t),
            expected,
            wrote ? shown(name, left, node, t) : "");
      }
    }
  }

  /** A number of 16 bytes is none that fits. */
  private static Long number(long value, int bits) {
    return bits > 64 ? null : Arithmetic.signExtend(value, bits);
  }

  private String shown(Naming.Name name, long value, ThreadNode node, int t) {
    if (node.bytes() == WideNumbers.BYTES) {
      return code.wideNumbers().text(value);
    }
    return name.isOpaque() ? "" : naming.value(name.type(), value, node.bytes(), t);
  }

  // ---- The story ----------------------------------------------------------------------------

  /**
   * Steps and where events are among them.
   *
   * @param positions the position in the steps, by event
   */
  public record Story(List<Step> steps, List<Integer> positions) {}

  /**
   * The execution so far. Writes from before the first event are part of it if something reads from
   * them, and so are the starts of threads.
   */
  public Story story() {
    List<Step> steps = new ArrayList<>();
    Map<Prologue.Action, Integer> actions = new HashMap<>();
    told.stream()
        .map(Told::action)
        .filter(Objects::nonNull)
        .distinct()
        .sorted(Comparator.comparing(Prologue.Action::order))
        .forEach(
            action -> {
              actions.put(action, steps.size());
              steps.add(step(action));
            });
    execution.prologue().effects().forEach(effects -> addStarts(0, effects, steps));
    List<Integer> positions = new ArrayList<>();
    for (Told one : told) {
      positions.add(steps.size());
      steps.add(one.step);
      if (one.effects != null) {
        addStarts(one.step.thread(), one.effects, steps);
      }
    }
    for (int i = 0; i < told.size(); i++) {
      Told one = told.get(i);
      int source = one.source >= 0 ? positions.get(one.source) : one.source;
      source = one.action == null ? source : actions.get(one.action);
      steps.set(positions.get(i), withSource(one.step, source));
    }
    return new Story(steps, positions);
  }

  private Step step(Prologue.Action action) {
    ThreadNode node = action.node();
    Naming.Name name = nameOf(node, 0);
    Values values = values(node, name, action.observed(), true, action.left(), 0);
    return new Step(
        0,
        node.kind().label(),
        name.text(),
        values.number,
        Violation.NOTHING,
        action.location(),
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
    for (int i = 0; i < effects.threadsStarted(); i++) {
      int child = effects.threadStarted(i);
      ThreadNode start = effects.rootStarted(i);
      steps.add(
          new Step(
              parent,
              "create",
              Naming.thread(child),
              (long) child,
              Violation.NOTHING,
              code.location(effects.spawnSite(i)),
              functionOf(start),
              "",
              "",
              -1,
              false));
      if (start.effects() != null) {
        addStarts(child, start.effects(), steps);
      }
    }
  }

  /** The function that a thread runs. */
  private String functionOf(ThreadNode node) {
    int[] calls = code.callStack(node);
    return code.function(calls[calls.length - 1]).name();
  }

  /** The functions that threads run, by their numbers. */
  public List<String> threads() {
    List<String> functions = new ArrayList<>();
    for (int t = 0; t < execution.threads(); t++) {
      ThreadNode node = execution.current(t);
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
    List<Frame> frames = new ArrayList<>();
    for (int site : code.callStack(execution.current(t))) {
      Function function = code.function(site);
      if (!function.library()) {
        frames.add(new Frame(function.name(), code.location(site)));
      }
    }
    return frames;
  }

  /** The object that the latest event of a thread misuses, or null if it is none. */
  public MemoryObject misused(int t) {
    int event = execution.lastOf(t);
    if (event < 0 || !told.get(event).step.fails()) {
      return null;
    }
    ThreadNode node = execution.operation(event);
    boolean isJoin = node.kind() == OperationKind.JOIN;
    int object = isJoin ? -1 : execution.memory().objectAt(node.address());
    return object < 0 ? null : naming.describe(object, t, freed(event, object));
  }

  /** What the latest event of a thread works on, if that is what goes wrong; or empty. */
  public String misusedTarget(int t) {
    int event = execution.lastOf(t);
    return event < 0 || !told.get(event).step.fails() ? "" : told.get(event).step.target();
  }

  /** The event that has a part in what went wrong in a thread; below 0 for none. */
  public int otherOf(int t) {
    ThreadNode node = execution.current(t);
    return node.status() == Status.FAILED ? node.failure().other() : Failure.NOBODY;
  }

  /** The event that freed what the latest event of a thread touches; below 0 for none. */
  public int freedBy(int t) {
    int event = execution.lastOf(t);
    return event < 0 ? -1 : execution.freedBy(event);
  }

  private Deed freed(int event, int object) {
    int by = execution.freedBy(event);
    if (by >= 0) {
      return new Deed(execution.thread(by), told.get(by).step.location());
    }
    return freedAtStart(object);
  }

  private Deed freedAtStart(int object) {
    Prologue.Action action = execution.prologue().free(object);
    return action == null ? null : new Deed(0, action.location());
  }

  /** What a blocked thread waits for. */
  public Wait waiting(int t) {
    ThreadNode node = execution.current(t);
    Location location = code.location(node);
    Waiting waiting = new Waiting(execution);
    if (waiting.spins(t) || node.status() == ThreadNode.Status.CUT) {
      String awaited = new EventDescription(execution).awaited(t);
      return new Wait(t, location, awaited, -1, null, stack(t));
    }
    int holder = waiting.waitsFor(t);
    if (node.kind() == OperationKind.JOIN) {
      return new Wait(t, location, "the end of " + Naming.thread(holder), holder, null, stack(t));
    }
    String name = naming.memoryAt(node.address(), node.bytes(), t).text();
    if (node.kind() == OperationKind.LOCK) {
      return new Wait(t, location, name, holder, takenAt(t, node), stack(t));
    }
    String target = code.purpose(node) + " (" + name + ")";
    return new Wait(t, location, target, holder, null, stack(t));
  }

  /** The event with which the holder of what a thread waits for took it; below 0 for none. */
  public int takenBy(int t) {
    ThreadNode node = execution.current(t);
    if (node.kind() != OperationKind.LOCK) {
      return -1;
    }
    int event = execution.length() - 1;
    while (event >= 0 && !isWriteTo(event, node.address())) {
      event--;
    }
    return event;
  }

  private boolean isWriteTo(int event, long address) {
    ThreadNode node = execution.operation(event);
    return node.address() <= address
        && address < node.address() + node.bytes()
        && execution.writes(event);
  }

  private Location takenAt(int t, ThreadNode lock) {
    int event = takenBy(t);
    if (event >= 0) {
      return told.get(event).step.location();
    }
    Prologue.Action action = execution.prologue().write(lock.address(), lock.bytes());
    return action == null ? null : action.location();
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
    for (int event = 0; event < execution.length(); event++) {
      ThreadNode node = execution.operation(event);
      if (node.kind().endsObject()
          && execution.memory().objectAt(node.address()) == object
          && !told.get(event).step.fails()) {
        return new Deed(execution.thread(event), told.get(event).step.location());
      }
    }
    return freedAtStart(object);
  }
}
