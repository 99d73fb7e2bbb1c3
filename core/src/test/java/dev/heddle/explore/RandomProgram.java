package dev.heddle.explore;

import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.MutexOperator;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.Instruction.RmwOperator;
import dev.heddle.program.Program;
import dev.heddle.program.ProgramBuilder;
import dev.heddle.program.ProgramBuilder.FunctionBuilder;
import dev.heddle.program.Register;
import dev.heddle.program.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Makes small programs of two to four threads over one to four shared variables and mutexes: reads,
 * writes, read-modify-writes, compare-exchanges, locks, trylocks, frees, assumptions, branches on
 * what was read, atomic sections, additions, and accesses of different sizes to the same bytes. The
 * same seed gives the same program.
 */
public final class RandomProgram {
  private static final RmwOperator[] RMW = {
    RmwOperator.EXCHANGE, RmwOperator.ADD, RmwOperator.OR, RmwOperator.UMAX
  };

  private final Random random;
  private final ProgramBuilder builder;
  private final List<Value.GlobalAddress> variables = new ArrayList<>();
  private final List<Value.GlobalAddress> mutexes = new ArrayList<>();
  private final boolean mixedSizes;
  private final boolean sections;
  private final boolean awaits;
  private final boolean additions;
  private final Value heap;
  private int budget;

  private RandomProgram(long seed, boolean sections, boolean awaits, boolean additions) {
    this.sections = sections;
    this.awaits = awaits;
    this.additions = additions;
    random = new Random(seed);
    builder = new ProgramBuilder("random-" + seed);
    mixedSizes = !awaits && !additions && random.nextInt(3) == 0;
    int count = 1 + random.nextInt(mixedSizes || additions ? 2 : 4);
    for (int i = 0; i < count; i++) {
      variables.add(builder.global("v" + i, 16));
    }
    for (int i = 0; i < 1 + random.nextInt(2); i++) {
      mutexes.add(builder.global("m" + i, 8));
    }
    heap = random.nextInt(8) == 0 ? builder.global("heap", 8) : null;
  }

  public static Program of(long seed) {
    return new RandomProgram(seed, false, false, false).generate();
  }

  /** The same with atomic sections. */
  public static Program withSections(long seed) {
    return new RandomProgram(seed, true, false, false).generate();
  }

  /** The same with awaits, which are a third of the operations or more. */
  public static Program withAwaits(long seed) {
    return new RandomProgram(seed, false, true, false).generate();
  }

  /**
   * Few variables, to which many operations add; most of these do not look at what was there. Half
   * of the programs have many awaits.
   */
  public static Program withAdditions(long seed) {
    return new RandomProgram(seed, false, seed % 2 == 0, true).generate();
  }

  private Program generate() {
    int threads = 2 + random.nextInt(3);
    int perThread = threads == 2 ? 5 : threads == 3 ? 3 : 2;
    List<Value> bodies = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      budget = 1 + random.nextInt(perThread);
      bodies.add(builder.function("t" + t, this::body));
    }
    boolean joins = random.nextInt(3) == 0;
    builder.function(
        "main",
        f -> {
          if (heap != null) {
            f.store(heap, f.malloc(Value.of(8)), 8);
          }
          List<Register> spawned = new ArrayList<>();
          bodies.forEach(body -> spawned.add(f.spawn(body, Value.of(0))));
          if (joins) {
            spawned.subList(0, 1 + random.nextInt(threads)).forEach(f::join);
            f.load(variables.get(0), 4);
          }
        });
    return builder.build();
  }

  private void body(FunctionBuilder f) {
    while (budget > 0) {
      operation(f, 0);
    }
  }

  private void operation(FunctionBuilder f, int depth) {
    budget--;
    int bytes = mixedSizes ? 1 << random.nextInt(4) : 4;
    Value at = variable(bytes);
    Value number = Value.of(random.nextInt(3));
    if (awaits && random.nextInt(3) == 0) {
      await(f);
      return;
    }
    if (additions && random.nextInt(3) == 0) {
      addition(f, depth);
      return;
    }
    if (!mixedSizes && random.nextInt(6) == 0) {
      waitOrChoose(f, depth);
      return;
    }
    if (sections && random.nextInt(3) == 0) {
      f.atomically(() -> atOnce(f, bytes));
      return;
    }
    switch (random.nextInt(heap == null ? 14 : 18)) {
      case 0, 1, 2 -> f.load(at, bytes);
      case 3, 4, 5 -> f.store(at, number, bytes);
      case 6 -> f.rmw(RMW[random.nextInt(RMW.length)], at, number, bytes);
      case 7 -> f.compareExchange(at, number, Value.of(random.nextInt(3)), bytes);
      case 8 -> critical(f, depth);
      case 9 -> f.mutex(MutexOperator.LOCK, mutex());
      case 10 -> {
        Register taken = f.mutex(MutexOperator.TRY_LOCK, mutex());
        Value mutex = mutexes.get(0);
        f.when(taken, () -> nested(f, depth));
        if (random.nextBoolean()) {
          f.when(taken, () -> f.mutex(MutexOperator.UNLOCK, mutex));
        }
      }
      case 11 -> {
        Register seen = f.load(at, bytes);
        f.when(f.compare(Relation.EQ, 64, seen, number), () -> nested(f, depth));
      }
      case 12 -> {
        Register seen = f.load(at, bytes);
        f.assume(f.compare(Relation.NE, 64, seen, number));
      }
      case 13 -> {
        Register seen = f.load(at, bytes);
        f.store(variable(bytes), f.binary(BinaryOperator.ADD, 8 * bytes, seen, Value.of(1)), bytes);
      }
      case 14 -> {
        Register object = f.load(heap, 8);
        f.store(object, number, 4);
      }
      case 15 -> f.copy(f.load(heap, 8), at, bytes);
      case 16 -> {
        Register local = f.local(8, false);
        f.store(local, number, 8);
        f.store(heap, local, 8);
      }
      default -> f.free(f.load(heap, 8));
    }
  }

  /** An addition, sometimes to memory that may not have been written to. */
  private void addition(FunctionBuilder f, int depth) {
    Value at = heap != null && random.nextInt(3) == 0 ? f.load(heap, 8) : variable(4);
    RmwOperator operator = random.nextInt(4) == 0 ? RmwOperator.SUB : RmwOperator.ADD;
    Register old = f.rmw(operator, at, Value.of(1 + random.nextInt(2)), 4);
    if (random.nextInt(5) == 0) {
      f.when(f.compare(Relation.EQ, 32, old, Value.of(1)), () -> nested(f, depth));
    }
  }

  /** An await that only reads, or one that writes too. */
  private void await(FunctionBuilder f) {
    Value at = variable(4);
    Value number = Value.of(random.nextInt(3));
    RmwOperator update = random.nextBoolean() ? null : RMW[random.nextInt(RMW.length)];
    f.await(at, relation(), number, update, Value.of(random.nextInt(3)));
  }

  private Relation relation() {
    return random.nextBoolean() ? Relation.EQ : Relation.NE;
  }

  private void waitOrChoose(FunctionBuilder f, int depth) {
    Value at = variable(4);
    Value number = Value.of(random.nextInt(3));
    Relation relation = relation();
    switch (random.nextInt(5)) {
      case 0, 1 -> await(f);
      case 2 -> {
        RmwOperator sure = RMW[random.nextInt(RMW.length)];
        Value operand = Value.of(random.nextInt(3));
        f.when(f.attempt(at, relation, number, sure, operand), () -> nested(f, depth));
      }
      case 3 -> {
        Value waiters = new Value.GlobalAddress(((Value.GlobalAddress) at).global(), 8);
        if (random.nextBoolean()) {
          f.rmw(RmwOperator.OR, waiters, Value.of(1L << random.nextInt(3)), 8);
        } else {
          f.signal(waiters);
        }
      }
      default -> {
        Register chosen = f.choose(0, 1 + random.nextInt(2));
        f.when(f.compare(Relation.EQ, 64, chosen, Value.of(1)), () -> nested(f, depth));
      }
    }
  }

  /** What may stand in an atomic section: all that does not wait. */
  private void atOnce(FunctionBuilder f, int bytes) {
    for (int i = random.nextInt(4); i > 0; i--) {
      Value at = variable(bytes);
      Value number = Value.of(random.nextInt(3));
      switch (random.nextInt(heap == null ? 10 : 11)) {
        case 0, 1 -> f.load(at, bytes);
        case 2, 3 -> f.store(at, number, bytes);
        case 4 -> f.rmw(RMW[random.nextInt(RMW.length)], at, number, bytes);
        case 5 -> f.compareExchange(at, number, Value.of(random.nextInt(3)), bytes);
        case 6 -> {
          Register seen = f.load(at, bytes);
          f.when(
              f.compare(Relation.EQ, 64, seen, number),
              () -> f.store(variable(bytes), number, bytes));
        }
        case 7 -> {
          Register chosen = f.choose(0, 1 + random.nextInt(2));
          f.when(
              f.compare(Relation.EQ, 64, chosen, Value.of(1)),
              () -> f.store(variable(bytes), f.choose(0, 1), bytes));
        }
        case 8 -> f.atomically(() -> f.store(at, number, bytes));
        case 9 -> f.assume(f.compare(Relation.NE, 64, f.load(at, bytes), number));
        default -> f.free(f.load(heap, 8));
      }
    }
  }

  private void nested(FunctionBuilder f, int depth) {
    if (depth < 2) {
      operation(f, depth + 1);
    }
  }

  private void critical(FunctionBuilder f, int depth) {
    Value mutex = mutex();
    f.mutex(MutexOperator.LOCK, mutex);
    nested(f, depth);
    f.mutex(MutexOperator.UNLOCK, mutex);
  }

  private Value mutex() {
    return mutexes.get(random.nextInt(mutexes.size()));
  }

  /** With mixed sizes also addresses that overlap, sometimes across the words of memory. */
  private Value variable(int bytes) {
    Value.GlobalAddress variable = variables.get(random.nextInt(variables.size()));
    int offset = mixedSizes ? bytes * random.nextInt(8 / bytes) : 0;
    if (mixedSizes && random.nextInt(6) == 0) {
      offset = 1 + random.nextInt(8);
    }
    return new Value.GlobalAddress(variable.global(), offset);
  }
}
