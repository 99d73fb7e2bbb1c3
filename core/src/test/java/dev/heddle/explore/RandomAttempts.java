package dev.heddle.explore;

import dev.heddle.program.Instruction;
import dev.heddle.program.Instruction.BinaryOperator;
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
 * Makes small programs in the style of real ones that wait for something: attempts whose number is
 * bounded, counters and back-off beside a loop, results in memory of the thread's own, additions
 * that are taken back, locks that are taken to look, and indices that are kept in memory. Some have
 * others that look at what happens meanwhile. The same seed gives the same program.
 */
public final class RandomAttempts {
  private static final Relation[] RELATIONS = {
    Relation.EQ, Relation.NE, Relation.ULT, Relation.UGE, Relation.SGT
  };

  private final Random random;
  private final ProgramBuilder builder;
  private final List<Value.GlobalAddress> variables = new ArrayList<>();
  private final Value.GlobalAddress sum;
  private final Value.GlobalAddress mutex;
  private final Value.GlobalAddress cache;
  private final Value.GlobalAddress out;

  private RandomAttempts(long seed) {
    random = new Random(seed);
    builder = new ProgramBuilder("attempts-" + seed);
    int count = 1 + random.nextInt(2);
    for (int i = 0; i < count; i++) {
      variables.add(builder.global("v" + i, 4));
    }
    sum = builder.global("sum", 4);
    mutex = builder.global("mutex", 8);
    cache = builder.global("cache", 4);
    out = builder.global("out", 4);
  }

  public static Program of(long seed) {
    return new RandomAttempts(seed).generate();
  }

  private Program generate() {
    int threads = 2 + random.nextInt(2);
    List<Value> bodies = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      Value.GlobalAddress result = builder.global("result" + t, 4);
      boolean tries = t == 0 || random.nextInt(3) > 0;
      bodies.add(builder.function("t" + t, f -> body(f, tries, result)));
    }
    boolean looks = random.nextInt(4) == 0;
    Value.GlobalAddress last = builder.global("last", 4);
    builder.function(
        "main",
        f -> {
          f.store(random.nextBoolean() ? sum : variable(), number(), 4);
          List<Register> started = new ArrayList<>();
          bodies.forEach(body -> started.add(f.spawn(body, Value.of(0))));
          if (looks) {
            started.forEach(f::join);
            f.store(last, f.load(sum, 4), 4);
          }
        });
    return builder.build();
  }

  private void body(FunctionBuilder f, boolean tries, Value result) {
    int before = random.nextInt(tries ? 2 : 3);
    for (int i = 0; i < before; i++) {
      simple(f);
    }
    if (tries) {
      Value seen =
          switch (random.nextInt(7)) {
            case 0 -> attempts(f, true);
            case 1 -> attempts(f, false);
            case 2 -> backOff(f);
            case 3 -> outParameter(f);
            case 4 -> takenBack(f);
            case 5 -> underLock(f);
            default -> cached(f);
          };
      f.store(result, seen, 4);
      if (random.nextInt(4) == 0) {
        f.check(f.compare(relation(), 32, seen, number()));
      }
    }
    if (random.nextBoolean()) {
      simple(f);
    }
  }

  private void simple(FunctionBuilder f) {
    switch (random.nextInt(9)) {
      case 0, 1, 2 -> f.store(variable(), number(), 4);
      case 3 -> f.rmw(RmwOperator.ADD, sum, Value.of(1), 4);
      case 4 -> f.rmw(RmwOperator.SUB, sum, Value.of(1), 4);
      case 5 -> f.compareExchange(variable(), number(), number(), 4);
      case 6 -> rarely(() -> f.store(random.nextBoolean() ? sum : cache, number(), 4));
      case 7 -> rarely(() -> f.load(random.nextBoolean() ? sum : out, 4));
      default -> {
        f.mutex(MutexOperator.LOCK, mutex);
        f.store(variable(), number(), 4);
        f.mutex(MutexOperator.UNLOCK, mutex);
      }
    }
  }

  private void rarely(Runnable step) {
    if (random.nextInt(3) == 0) {
      step.run();
    }
  }

  /** Two attempts, counted first or last in an iteration, and something else if they fail. */
  private Value attempts(FunctionBuilder f, boolean atTop) {
    int before = f.block();
    int header = before + 1;
    int looking = atTop ? header + 1 : header;
    int counting = looking + 1;
    int failed = counting + 1;
    int exit = failed + 1;
    f.jump(header);
    Register next = f.reserve();
    Register count = f.phi(List.of(before, counting), List.of(Value.of(0), next));
    if (atTop) {
      f.branch(f.compare(Relation.SLT, 32, count, Value.of(2)), looking, failed);
    }
    Value place = variable();
    Value expected = number();
    Value seen =
        switch (random.nextInt(4)) {
          case 0 -> f.compareExchange(place, expected, number(), 4);
          case 1 -> f.rmw(RmwOperator.EXCHANGE, place, number(), 4);
          default -> f.load(place, 4);
        };
    if (random.nextInt(5) == 0) {
      f.load(variable(), 4);
    }
    int from = f.block();
    f.branch(f.compare(relation(), 32, seen, number()), exit, counting);
    Register added = f.binary(BinaryOperator.ADD, 32, count, Value.of(1));
    if (atTop) {
      f.phi(next, List.of(from), List.of(added));
      f.jump(header);
    } else {
      f.phi(next, List.of(from), List.of(added));
      f.branch(f.compare(Relation.SLT, 32, added, Value.of(2)), header, failed);
    }
    f.store(variable(), number(), 4);
    f.jump(exit);
    Value ofExit = random.nextInt(4) == 0 ? count : seen;
    return f.phi(List.of(from, failed), List.of(ofExit, Value.of(7)));
  }

  /** A loop that counts, branches for nothing and counts again. */
  private Value backOff(FunctionBuilder f) {
    int before = f.block();
    int header = before + 1;
    f.jump(header);
    Register next = f.reserve();
    Register delay = f.phi(List.of(before, header + 3), List.of(Value.of(1), next));
    Value seen =
        random.nextBoolean()
            ? f.load(variable(), 4)
            : f.rmw(RmwOperator.EXCHANGE, variable(), number(), 4);
    f.branch(f.compare(relation(), 32, seen, number()), header + 4, header + 1);
    Register twice = f.binary(BinaryOperator.MUL, 32, delay, Value.of(2));
    f.branch(f.compare(Relation.UGT, 32, twice, Value.of(4)), header + 2, header + 3);
    if (random.nextInt(4) == 0) {
      f.load(variable(), 4);
    }
    f.jump(header + 3);
    f.phi(next, List.of(header + 1, header + 2), List.of(twice, delay));
    f.jump(header);
    return random.nextInt(4) == 0 ? delay : seen;
  }

  /** A loop that writes what it reads to a place that only this thread knows, or uses. */
  private Value outParameter(FunctionBuilder f) {
    boolean isShared = random.nextInt(3) > 0;
    Value place = isShared ? out : f.local(4, true);
    int before = f.block();
    int header = before + 1;
    if (random.nextInt(3) == 0) {
      f.store(place, Value.of(5), 4);
    }
    f.jump(header);
    if (isShared && random.nextInt(5) == 0) {
      f.assume(f.compare(relation(), 32, f.load(place, 4), number()));
    }
    Register first = f.load(variable(), 4);
    if (!isShared || random.nextInt(5) > 0) {
      f.store(place, first, 4);
    }
    f.branch(f.compare(relation(), 32, first, number()), header + 1, header + 2);
    Register second = f.load(variable(), 4);
    f.store(place, second, 4);
    f.branch(f.compare(relation(), 32, second, number()), header, header + 2);
    return f.load(place, 4);
  }

  /** An addition that is taken back if it came too early. */
  private Value takenBack(FunctionBuilder f) {
    int before = f.block();
    int header = before + 1;
    Value one = Value.of(1);
    if (random.nextInt(3) == 0) {
      Register first = f.rmw(RmwOperator.ADD, sum, one, 4);
      Register again = f.reserve();
      f.jump(header);
      Register known = f.phi(List.of(before, header + 1), List.of(first, again));
      f.branch(f.compare(relation(), 32, known, number()), header + 2, header + 1);
      f.rmw(RmwOperator.SUB, sum, one, 4);
      if (random.nextBoolean()) {
        f.assume(f.compare(relation(), 32, f.load(variable(), 4), number()));
      }
      f.add(
          new Instruction.ReadModifyWrite(
              again,
              RmwOperator.ADD,
              sum,
              one,
              4,
              MemoryOrder.SEQUENTIALLY_CONSISTENT,
              Location.NONE));
      f.jump(header);
      return known;
    }
    f.jump(header);
    Register seen = f.rmw(RmwOperator.ADD, sum, one, 4);
    f.branch(f.compare(relation(), 32, seen, number()), header + 2, header + 1);
    f.rmw(RmwOperator.SUB, sum, random.nextInt(6) == 0 ? number() : one, 4);
    f.jump(header);
    return seen;
  }

  /** Takes a lock to look whether something has happened. */
  private Value underLock(FunctionBuilder f) {
    int header = f.block() + 1;
    f.jump(header);
    f.mutex(MutexOperator.LOCK, mutex);
    Register seen = f.load(variable(), 4);
    f.mutex(MutexOperator.UNLOCK, mutex);
    f.branch(f.compare(relation(), 32, seen, number()), header + 1, header);
    return seen;
  }

  /** Waits until a place that it writes itself has changed. */
  private Value cached(FunctionBuilder f) {
    int header = f.block() + 1;
    f.jump(header);
    Register known = f.load(cache, 4);
    f.branch(f.compare(Relation.EQ, 32, known, number()), header + 1, header + 2);
    f.store(cache, f.load(variable(), 4), 4);
    f.jump(header);
    return known;
  }

  private Value number() {
    return Value.of(random.nextInt(3));
  }

  private Relation relation() {
    return RELATIONS[random.nextInt(RELATIONS.length)];
  }

  private Value.GlobalAddress variable() {
    return variables.get(random.nextInt(variables.size()));
  }
}
