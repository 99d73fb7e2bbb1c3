package dev.heddle.explore.graph;

import dev.heddle.program.Instruction;
import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.Guard;
import dev.heddle.program.Instruction.MutexOperator;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.Instruction.RmwOperator;
import dev.heddle.program.Location;
import dev.heddle.program.MemoryOrder;
import dev.heddle.program.Program;
import dev.heddle.program.ProgramBuilder;
import dev.heddle.program.ProgramBuilder.FunctionBuilder;
import dev.heddle.program.Register;
import dev.heddle.program.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Makes small programs for weak memory models: two to four threads, one to three variables, all
 * memory orders, fences, read-modify-writes, compare-exchanges, locks, awaits, signals, branches.
 * The same seed gives the same program.
 */
final class RandomWeakProgram {
  private static final MemoryOrder[] LOADS = {
    MemoryOrder.RELAXED, MemoryOrder.ACQUIRE, MemoryOrder.SEQUENTIALLY_CONSISTENT
  };
  private static final MemoryOrder[] STORES = {
    MemoryOrder.RELAXED, MemoryOrder.RELEASE, MemoryOrder.SEQUENTIALLY_CONSISTENT
  };
  private static final MemoryOrder[] UPDATES = {
    MemoryOrder.RELAXED,
    MemoryOrder.ACQUIRE,
    MemoryOrder.RELEASE,
    MemoryOrder.ACQUIRE_RELEASE,
    MemoryOrder.SEQUENTIALLY_CONSISTENT
  };
  private static final MemoryOrder[] FENCES = {
    MemoryOrder.ACQUIRE,
    MemoryOrder.RELEASE,
    MemoryOrder.ACQUIRE_RELEASE,
    MemoryOrder.SEQUENTIALLY_CONSISTENT
  };

  private final Random random;
  private final ProgramBuilder builder;
  private final List<Value.GlobalAddress> variables = new ArrayList<>();
  private final Value mutex;
  private final boolean plain;
  private final boolean awaits;

  /** Whether all atomic accesses are sequentially consistent. */
  private final boolean sequential;

  /** Whether plain accesses have any size, and are at any place of a variable. */
  private boolean mixesSizes;

  /** How many of the kinds of an order are left out, of accesses: the strongest or none. */
  private final int strongest;

  /** The same of fences. */
  private final int strongestFence;

  private int budget;
  private int fresh = 1000;

  private RandomWeakProgram(
      long seed, boolean plain, boolean sequentialAccesses, boolean sequential) {
    random = new Random(seed);
    this.plain = plain;
    this.sequential = sequential;
    awaits = random.nextInt(3) == 0;
    strongestFence = random.nextInt(3) == 0 ? 1 : 0;
    strongest = sequentialAccesses ? strongestFence : 1;
    builder = new ProgramBuilder("weak-" + seed);
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      variables.add(builder.global("v" + i, 8));
    }
    mutex = builder.global("m", 8);
  }

  /** A program whose accesses are all atomic. */
  static Program of(long seed) {
    return new RandomWeakProgram(seed, false, true, false).generate();
  }

  /** The same, but only fences are sequentially consistent. */
  static Program withoutSequentialAccesses(long seed) {
    return new RandomWeakProgram(seed, false, false, false).generate();
  }

  /** One in which some accesses are plain. */
  static Program withPlainAccesses(long seed) {
    return withPlainAccesses(seed, true);
  }

  static Program withPlainAccesses(long seed, boolean sequentialAccesses) {
    return new RandomWeakProgram(seed, true, sequentialAccesses, false).generate();
  }

  /** One in which some accesses are plain and all others sequentially consistent. */
  static Program withSequentialAtomics(long seed) {
    return new RandomWeakProgram(seed, true, true, true).generate();
  }

  /**
   * One with many sequentially consistent accesses and fences: two to four threads that write
   * variables and read others, with or without a fence in between.
   */
  static Program aroundSequentialOperations(long seed) {
    return new RandomWeakProgram(seed, false, true, false).generateAroundFences();
  }

  /** The same, where plain accesses have different sizes. */
  static Program withDifferentSizes(long seed) {
    RandomWeakProgram program = new RandomWeakProgram(seed, true, true, true);
    program.mixesSizes = true;
    return program.generate();
  }

  private Program generate() {
    int threads = 2 + random.nextInt(3);
    int perThread = threads == 2 ? 4 : threads == 3 ? 3 : 2;
    List<Value> bodies = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      budget = 1 + random.nextInt(perThread);
      bodies.add(builder.function("t" + t, this::body));
    }
    boolean joins = random.nextInt(4) == 0;
    builder.function(
        "main",
        f -> {
          List<Register> spawned = new ArrayList<>();
          bodies.forEach(body -> spawned.add(f.spawn(body, Value.of(0))));
          if (joins) {
            spawned.subList(0, 1 + random.nextInt(threads)).forEach(f::join);
            load(f, variables.get(0));
          }
        });
    return builder.build();
  }

  private Program generateAroundFences() {
    int threads = 2 + random.nextInt(3);
    List<Value> bodies = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      bodies.add(builder.function("t" + t, f -> aroundFences(f, threads)));
    }
    builder.function("main", f -> bodies.forEach(body -> f.spawn(body, Value.of(0))));
    return builder.build();
  }

  private void aroundFences(FunctionBuilder f, int threads) {
    int accesses = threads == 2 ? 2 + random.nextInt(2) : 2;
    for (int i = 0; i < accesses; i++) {
      Value at = variables.get(random.nextInt(variables.size()));
      MemoryOrder order = random.nextBoolean() ? MemoryOrder.SEQUENTIALLY_CONSISTENT : null;
      if (random.nextBoolean()) {
        MemoryOrder loads = order == null ? any(LOADS) : order;
        f.add(new Instruction.Load(f.reserve(), at, 4, loads, place()));
      } else {
        MemoryOrder stores = order == null ? any(STORES) : order;
        f.add(new Instruction.Store(at, Value.of(1 + random.nextInt(2)), 4, stores, place()));
      }
      if (i + 1 < accesses && random.nextInt(3) > 0) {
        MemoryOrder fence = MemoryOrder.SEQUENTIALLY_CONSISTENT;
        f.add(new Instruction.Fence(fence, place()));
      }
    }
  }

  private void body(FunctionBuilder f) {
    while (budget > 0) {
      operation(f, 0);
    }
  }

  private void operation(FunctionBuilder f, int depth) {
    budget--;
    Value at = variables.get(random.nextInt(variables.size()));
    Value number = Value.of(random.nextInt(3));
    if (awaits && random.nextInt(3) == 0) {
      await(f, at, number);
      return;
    }
    switch (random.nextInt(16)) {
      case 0, 1, 2, 3 -> load(f, at);
      case 4, 5, 6, 7 -> store(f, at, number);
      case 8, 9 -> update(f, at, number);
      case 10 -> exchange(f, at, number);
      case 11 -> f.add(new Instruction.Fence(anyFence(), place()));
      case 12 -> {
        f.mutex(MutexOperator.LOCK, mutex);
        nested(f, depth);
        f.mutex(MutexOperator.UNLOCK, mutex);
      }
      case 13 -> {
        Register seen = load(f, at);
        f.when(f.compare(Relation.EQ, 64, seen, number), () -> nested(f, depth));
      }
      case 14 -> {
        Register seen = load(f, at);
        f.assume(f.compare(Relation.NE, 64, seen, number));
      }
      default -> {
        if (random.nextBoolean()) {
          Register taken = f.mutex(MutexOperator.TRY_LOCK, mutex);
          f.when(taken, () -> nested(f, depth));
        } else {
          await(f, at, number);
        }
      }
    }
  }

  private void nested(FunctionBuilder f, int depth) {
    if (depth < 2) {
      operation(f, depth + 1);
    }
  }

  private Register load(FunctionBuilder f, Value at) {
    Register result = f.reserve();
    MemoryOrder order = order(LOADS);
    int bytes = bytes(order);
    f.add(new Instruction.Load(result, within(f, at, bytes), bytes, order, place()));
    return result;
  }

  private void store(FunctionBuilder f, Value at, Value number) {
    MemoryOrder order = order(STORES);
    int bytes = bytes(order);
    f.add(new Instruction.Store(within(f, at, bytes), number, bytes, order, place()));
  }

  private int bytes(MemoryOrder order) {
    return mixesSizes && order == MemoryOrder.PLAIN ? 1 << random.nextInt(4) : 4;
  }

  /** A place for so many bytes of a variable. */
  private Value within(FunctionBuilder f, Value at, int bytes) {
    return bytes < 4 ? f.binary(BinaryOperator.ADD, 64, at, Value.of(random.nextInt(3))) : at;
  }

  private void update(FunctionBuilder f, Value at, Value number) {
    RmwOperator operator = random.nextBoolean() ? RmwOperator.ADD : RmwOperator.EXCHANGE;
    f.add(
        new Instruction.ReadModifyWrite(
            f.reserve(), operator, at, number, 4, any(UPDATES), place()));
  }

  private void exchange(FunctionBuilder f, Value at, Value number) {
    f.add(
        new Instruction.CompareExchange(
            f.reserve(),
            f.reserve(),
            at,
            Value.of(random.nextInt(2)),
            number,
            4,
            any(UPDATES),
            any(LOADS),
            place()));
  }

  private void await(FunctionBuilder f, Value at, Value number) {
    Relation relation = random.nextBoolean() ? Relation.EQ : Relation.NE;
    Guard guard = new Guard.Masked(Value.of(-1), relation, number);
    boolean updates = random.nextInt(2) == 0;
    f.add(
        new Instruction.Await(
            f.reserve(),
            at,
            4,
            guard,
            updates ? RmwOperator.EXCHANGE : null,
            Value.of(random.nextInt(3)),
            "a number",
            Instruction.NO_LOOP,
            false,
            updates ? any(UPDATES) : any(LOADS),
            place()));
  }

  private MemoryOrder order(MemoryOrder[] orders) {
    return plain && random.nextInt(4) == 0 ? MemoryOrder.PLAIN : any(orders);
  }

  private MemoryOrder anyFence() {
    return FENCES[random.nextInt(FENCES.length - strongestFence)];
  }

  private MemoryOrder any(MemoryOrder[] orders) {
    MemoryOrder drawn = orders[random.nextInt(orders.length - strongest)];
    return sequential ? MemoryOrder.SEQUENTIALLY_CONSISTENT : drawn;
  }

  private Location place() {
    return new Location("weak.c", fresh++, 1);
  }
}
