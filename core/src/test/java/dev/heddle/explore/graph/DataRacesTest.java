package dev.heddle.explore.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.execution.RaceReplayer;
import dev.heddle.explain.Counterexample;
import dev.heddle.explore.BoldExploration;
import dev.heddle.explore.ExecutionListener;
import dev.heddle.explore.Exploration;
import dev.heddle.explore.Limits;
import dev.heddle.explore.NaiveExploration;
import dev.heddle.explore.OptimalExploration;
import dev.heddle.explore.Progress;
import dev.heddle.explore.RandomAttempts;
import dev.heddle.explore.RandomOrders;
import dev.heddle.explore.RandomSpinning;
import dev.heddle.explore.drf.DataRaceFreedom;
import dev.heddle.explore.readsfrom.NoReadsFromException;
import dev.heddle.explore.readsfrom.RaceCheck;
import dev.heddle.explore.readsfrom.ReadsFromExploration;
import dev.heddle.machine.Code;
import dev.heddle.machine.CodeGenerator;
import dev.heddle.machine.ExecutionView;
import dev.heddle.machine.Footprint;
import dev.heddle.machine.Machine;
import dev.heddle.machine.OperationKind;
import dev.heddle.machine.OperationSemantics;
import dev.heddle.machine.Orders;
import dev.heddle.machine.ValueDrivenThreads;
import dev.heddle.model.MemoryModel;
import dev.heddle.program.FailureKind;
import dev.heddle.program.Instruction;
import dev.heddle.program.MemoryOrder;
import dev.heddle.program.Program;
import dev.heddle.program.ProgramPrinter;
import dev.heddle.transform.Reductions;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Violation;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Random programs: data races on one memory, and what programs without them can do under RC11. */
class DataRacesTest {
  private static final int PROGRAMS = Integer.getInteger("heddle.fuzz.programs", 1000);
  private static final long SEED = Long.getLong("heddle.fuzz.seed", 1);
  private static final int MAX_INTERLEAVINGS = 3000;

  /** Fast race detection finds a race if and only if some interleaving has one by definition. */
  @Test
  void areFoundOnOneMemory() {
    int[] answers = new int[2];
    for (long i = 0; i < PROGRAMS; i++) {
      Program program = RandomWeakProgram.withPlainAccesses(SEED * 1_000_000 + i);
      boolean[] hasRace = {false};
      Outcome all =
          new NaiveExploration((machine, hb) -> hasRace[0] |= RaceOracle.hasRace(machine), true)
              .explore(program, new Limits(0, true, MAX_INTERLEAVINGS, 0), new Progress());
      if (all.executions() < MAX_INTERLEAVINGS) {
        answers[hasRace[0] ? 1 : 0]++;
        compare(program, hasRace[0], new OptimalExploration(ExecutionListener.NONE, true));
        compare(program, hasRace[0], new ReadsFromExploration(1, RaceCheck.VIOLATIONS));
      }
    }
    assertTrue(Math.min(answers[0], answers[1]) > PROGRAMS / 50, Arrays.toString(answers));
  }

  private static void compare(Program program, boolean hasRace, Exploration exploration) {
    Outcome outcome;
    try {
      outcome = exploration.explore(program, Limits.NONE.withKeepGoing(), new Progress());
    } catch (NoReadsFromException e) {
      return; // The other algorithm explores it.
    }
    assertEquals(hasRace, race(outcome) != null, () -> ProgramPrinter.print(program));
    if (hasRace) {
      assertReplays(program, race(outcome));
    }
  }

  /** A thread that waits has the races of the loop in whose place it waits. */
  @Test
  void areThoseOfLoops() {
    Limits passes = new Limits(3, true, MAX_INTERLEAVINGS, 0);
    Limits waits = new Limits(3, true, 10L * MAX_INTERLEAVINGS, 0);
    Exploration optimal = new OptimalExploration(ExecutionListener.NONE, true);
    Exploration readsFrom = new ReadsFromExploration(1, RaceCheck.VIOLATIONS);
    int[] answers = new int[2];
    for (long seed = SEED * 1_000_000; seed < SEED * 1_000_000 + PROGRAMS / 2; seed++) {
      Program random = seed % 2 == 0 ? RandomSpinning.of(seed) : RandomAttempts.of(seed);
      Program program = RandomOrders.in(random, seed, seed % 3 == 0);
      Outcome looping = optimal.explore(program, passes, new Progress());
      if (looping.executions() < MAX_INTERLEAVINGS) {
        boolean hasRace = race(looping) != null;
        String text = ProgramPrinter.print(program);
        Outcome waiting = reduced(optimal).explore(program, waits, new Progress());
        assertEquals(hasRace, race(waiting) != null, text);
        try {
          Outcome outcome = reduced(readsFrom).explore(program, waits, new Progress());
          assertEquals(hasRace, race(outcome) != null, text);
        } catch (NoReadsFromException e) {
          continue; // The other algorithm explores it.
        }
        answers[hasRace ? 1 : 0]++;
      }
    }
    assertTrue(Math.min(answers[0], answers[1]) > PROGRAMS / 50, Arrays.toString(answers));
  }

  private static Exploration reduced(Exploration exploration) {
    return BoldExploration.of(
        new Reductions(true, true, false, true),
        reductions ->
            (program, limits, progress) ->
                exploration.explore(
                    reductions.applyBoldly(program, finding -> {}), limits, progress),
        reductions ->
            (program, limits, progress) ->
                exploration.explore(reductions.apply(program), limits, progress));
  }

  private static Violation race(Outcome outcome) {
    return outcome.violations().stream()
        .filter(violation -> violation.kind() == FailureKind.DATA_RACE)
        .findFirst()
        .orElse(null);
  }

  /** An await that was no loop before cannot be made to look when it would have to wait. */
  private static void assertReplays(Program program, Violation race) {
    if (program.uses(Instruction.Await.class)) {
      return;
    }
    Violation replayed =
        new Counterexample(program, 0, new RaceReplayer().leadingTo(race.kind())).explain(race);
    assertEquals(FailureKind.DATA_RACE, replayed.kind());
    assertEquals(race.location(), replayed.location(), () -> ProgramPrinter.print(program));
    assertTrue(
        replayed.trace().get(replayed.trace().size() - 1).fails(),
        () -> "not replayed\n" + ProgramPrinter.print(program));
  }

  /** Without a race and without weak atomics, RC11 has the reads-from classes of one memory. */
  @Test
  void areWhatSeparatesRc11FromOneMemory() {
    int[] answers = new int[3];
    for (long i = 0; i < PROGRAMS; i++) {
      Program program = RandomWeakProgram.withSequentialAtomics(SEED * 1_000_000 + i);
      Exploration graphs = new GraphExploration(MemoryModel.RC11, false, true);
      Outcome weak = graphs.explore(program, Limits.NONE.withKeepGoing(), new Progress());
      Set<FailureKind> kinds =
          weak.violations().stream().map(Violation::kind).collect(Collectors.toSet());
      for (int jobs = 1; jobs <= 2; jobs++) {
        Outcome sequential =
            new DataRaceFreedom(new ReadsFromExploration(jobs, RaceCheck.FREEDOM), graphs)
                .explore(program, Limits.NONE, new Progress());
        assertEquals(weak.verdict(), sequential.verdict(), () -> ProgramPrinter.print(program));
        for (Violation found : sequential.violations()) {
          // An execution of graphs ends where it races, so that nothing else goes wrong in it.
          assertTrue(
              kinds.contains(found.kind()) || kinds.contains(FailureKind.DATA_RACE),
              () -> ProgramPrinter.print(program));
        }
        if (weak.violations().isEmpty()) {
          assertEquals(weak.complete(), sequential.complete(), () -> ProgramPrinter.print(program));
          assertEquals(weak.blocked(), sequential.blocked(), () -> ProgramPrinter.print(program));
        }
        answers[!sequential.isSequential() ? 2 : race(sequential) != null ? 1 : 0]++;
        if (sequential.isSequential() && race(sequential) != null) {
          assertReplays(program, race(sequential));
        }
      }
    }
    for (int answer : answers) {
      assertTrue(answer > PROGRAMS / 50, Arrays.toString(answers));
    }
  }

  /** Without a race, RC11 gives reads of any size the values that interleavings give them. */
  @Test
  void areAllThatDifferentSizesCanDo() {
    int[] answers = new int[3];
    for (long i = 0; i < PROGRAMS; i++) {
      Program program = RandomWeakProgram.withDifferentSizes(SEED * 1_000_000 + i);
      boolean[] hasRace = {false};
      Set<String> expected = new TreeSet<>();
      ExecutionListener listener =
          (machine, hb) -> {
            hasRace[0] |= RaceOracle.hasRace(machine);
            expected.add(values(machine));
          };
      Outcome all =
          new NaiveExploration(listener, true)
              .explore(program, new Limits(0, true, MAX_INTERLEAVINGS, 0), new Progress());
      if (all.executions() < MAX_INTERLEAVINGS) {
        Set<String> found = new TreeSet<>();
        boolean isRace;
        try {
          isRace = exploreGraphs(program, found);
        } catch (UnsupportedUnderModelException e) {
          answers[2]++;
          continue;
        }
        answers[isRace ? 1 : 0]++;
        assertEquals(hasRace[0], isRace, () -> ProgramPrinter.print(program));
        // A failed attempt to lock orders nothing, so that there RC11 has more executions.
        if (!isRace && !ProgramPrinter.print(program).contains("try-lock")) {
          assertEquals(expected, found, () -> ProgramPrinter.print(program));
        } else if (!isRace) {
          assertTrue(found.containsAll(expected), () -> ProgramPrinter.print(program));
        }
      }
    }
    assertTrue(answers[2] < PROGRAMS / 20, "refused too often: " + answers[2]);
    assertTrue(Math.min(answers[0], answers[1]) > PROGRAMS / 50, Arrays.toString(answers));
  }

  /** Collects what reads see; gives whether there is a race. */
  private static boolean exploreGraphs(Program program, Set<String> values) {
    Code code = CodeGenerator.generateWithFences(program, 0);
    CellTable cells = new CellTable();
    while (true) {
      boolean[] hasRace = {false};
      GraphModel model = new Rc11Model(true, true);
      EventGraph graph = new EventGraph(new ValueDrivenThreads(code), cells, model.ordering());
      GraphView view = new GraphView(graph);
      Predicate<EventGraph> visitor =
          g -> {
            hasRace[0] |= GraphSearchAgreesWithOracleTest.endsInRace(g);
            values.add(values(view));
            return true;
          };
      try {
        new GraphSearch(graph, model, false, visitor).run();
        return hasRace[0];
      } catch (SearchRestart e) {
        cells = cells.fresh();
        values.clear();
      }
    }
  }

  private static String values(ExecutionView execution) {
    StringBuilder values = new StringBuilder();
    for (int t = 0; t < execution.threads(); t++) {
      values.append(t);
      for (int place = 0; place < execution.length(); place++) {
        int event = execution.event(place);
        if (execution.thread(event) == t && execution.operation(event).kind().givesContent()) {
          values.append(' ').append(execution.observed(event));
        }
      }
      values.append(';');
    }
    return values.toString();
  }

  /** Happens-before of an execution on one memory, by its definition. */
  private static final class RaceOracle {
    private final Machine machine;
    private final int length;
    private final boolean[][] hb;

    private RaceOracle(Machine machine) {
      this.machine = machine;
      this.length = machine.length();
      this.hb = new boolean[length][length];
    }

    static boolean hasRace(Machine machine) {
      return new RaceOracle(machine).hasRace();
    }

    private boolean hasRace() {
      for (int b = 0; b < length; b++) {
        for (int a = 0; a < b; a++) {
          int t = machine.thread(b);
          boolean joins = machine.joinedBy(b) == machine.thread(a);
          boolean starts = machine.spawnedBy(t) == a;
          hb[a][b] = machine.thread(a) == t || joins || starts || synchronizes(a, b);
        }
      }
      for (int k = 0; k < length; k++) {
        for (int a = 0; a < k; a++) {
          for (int b = k + 1; b < length; b++) {
            hb[a][b] |= hb[a][k] && hb[k][b];
          }
        }
      }
      for (int b = 0; b < length; b++) {
        for (int a = 0; a < b; a++) {
          if (machine.thread(a) != machine.thread(b) && !hb[a][b] && isConflict(a, b)) {
            return true;
          }
        }
      }
      return waits();
    }

    /** The look of a thread that waits for good is an access if it is plain or of another size. */
    private boolean waits() {
      for (int t = 0; t < machine.threads(); t++) {
        if (!machine.isBlocked(t) || machine.current(t).kind() != OperationKind.AWAIT) {
          continue;
        }
        boolean isAtomic = isAtomic(Orders.order(machine.current(t).orders()));
        long read = Footprint.asRead(machine.pendingFootprint(t));
        int last = machine.lastOf(t);
        for (int a = 0; a < length; a++) {
          boolean isBefore = last >= 0 && (a == last || (a < last && hb[a][last]));
          if (machine.thread(a) != t
              && !isBefore
              && (!isAtomic || (!isAtomic(order(a)) && isOtherSize(a, read)))
              && Footprint.conflict(machine.footprint(a), read)) {
            return true;
          }
        }
      }
      return false;
    }

    private boolean isOtherSize(int a, long read) {
      return Footprint.mask(machine.footprint(a)) != Footprint.mask(read);
    }

    private boolean isConflict(int a, int b) {
      return Footprint.conflict(machine.footprint(a), machine.footprint(b))
          && (!isAtomic(order(a)) || !isAtomic(order(b)));
    }

    private MemoryOrder order(int e) {
      byte orders = machine.operation(e).orders();
      return machine.writes(e) ? Orders.order(orders) : Orders.failureOrder(orders);
    }

    private static boolean isAtomic(MemoryOrder order) {
      return order != MemoryOrder.PLAIN;
    }

    private boolean isFence(int e) {
      return machine.operation(e).kind() == OperationKind.FENCE;
    }

    /**
     * A release in front of a write, an acquire behind a read of what its release sequence wrote.
     */
    private boolean synchronizes(int a, int b) {
      boolean releases = order(a) == MemoryOrder.RELEASE || isBoth(order(a));
      boolean acquires = order(b) == MemoryOrder.ACQUIRE || isBoth(order(b));
      if (!releases || !acquires || machine.joinedBy(b) >= 0 || machine.joinedBy(a) >= 0) {
        return false;
      }
      for (int w = a; w < length; w++) {
        boolean isHead =
            machine.writes(w)
                && isAtomic(order(w))
                && (w == a || (isFence(a) && machine.thread(w) == machine.thread(a)));
        for (int r = 0; isHead && r <= b; r++) {
          boolean isTail =
              isAtomic(order(r))
                  && (r == b || (isFence(b) && machine.thread(r) == machine.thread(b)))
                  && OperationSemantics.reads(machine.operation(r))
                  && Footprint.touches(machine.footprint(r));
          if (isTail && readsFromSequence(r, w)) {
            return true;
          }
        }
      }
      return false;
    }

    private static boolean isBoth(MemoryOrder order) {
      return order == MemoryOrder.ACQUIRE_RELEASE || order == MemoryOrder.SEQUENTIALLY_CONSISTENT;
    }

    private boolean readsFromSequence(int reader, int head) {
      int source = machine.source(reader);
      while (source > head && OperationSemantics.reads(machine.operation(source))) {
        source = machine.source(source);
      }
      return source == head;
    }
  }
}
