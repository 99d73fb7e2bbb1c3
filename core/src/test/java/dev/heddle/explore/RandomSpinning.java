package dev.heddle.explore;

import dev.heddle.program.Instruction;
import dev.heddle.program.Instruction.BinaryOperator;
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
 * Makes small programs whose threads spin in loops: on loads, exchanges and compare-exchanges, with
 * conditions over several of them, with inner loops, with calls, with iterations that do something
 * on some paths and with fetch-and-adds. The same seed gives the same program.
 */
public final class RandomSpinning {
  private static final Relation[] RELATIONS = {
    Relation.EQ, Relation.NE, Relation.ULT, Relation.UGE, Relation.SGT
  };
  private static final int MAX_TRIES = 2;

  private final Random random;
  private final ProgramBuilder builder;
  private final List<Value.GlobalAddress> variables = new ArrayList<>();
  private final List<Value> helpers = new ArrayList<>();

  private RandomSpinning(long seed) {
    random = new Random(seed);
    builder = new ProgramBuilder("spinning-" + seed);
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      variables.add(builder.global("v" + i, 4));
    }
  }

  public static Program of(long seed) {
    return new RandomSpinning(seed).generate();
  }

  private Program generate() {
    int threads = 2 + random.nextInt(2);
    helpers.add(builder.function("look", f -> f.ret(f.load(variable(), 4))));
    helpers.add(builder.function("compare", this::lookTwice));
    List<Value> bodies = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      Value.GlobalAddress result = builder.global("result" + t, 4);
      boolean spins = t == 0 || random.nextInt(3) > 0;
      bodies.add(builder.function("t" + t, f -> body(f, spins, result)));
    }
    builder.function(
        "main",
        f -> {
          if (random.nextBoolean()) {
            f.store(variable(), number(), 4);
          }
          bodies.forEach(body -> f.spawn(body, Value.of(0)));
        });
    return builder.build();
  }

  private void lookTwice(FunctionBuilder f) {
    Register first = f.load(variable(), 4);
    Register second = f.load(variable(), 4);
    f.ret(f.binary(BinaryOperator.XOR, 32, first, second));
  }

  private void body(FunctionBuilder f, boolean spins, Value result) {
    int before = random.nextInt(spins ? 2 : 4);
    for (int i = 0; i < before; i++) {
      simple(f);
    }
    if (spins) {
      Value seen = random.nextInt(3) == 0 ? retry(f) : loop(f);
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
    switch (random.nextInt(6)) {
      case 0 -> f.load(variable(), 4);
      case 1, 2 -> f.store(variable(), number(), 4);
      case 3 ->
          f.rmw(random.nextBoolean() ? RmwOperator.ADD : RmwOperator.SUB, variable(), number(), 4);
      case 4 -> f.compareExchange(variable(), number(), number(), 4);
      default -> f.assume(f.compare(relation(), 32, f.load(variable(), 4), number()));
    }
  }

  /**
   * A loop of some steps. After each step control may leave the loop or begin the next iteration;
   * at the end it may do something that others see, though not too often.
   *
   * @return what the first step saw
   */
  private Value loop(FunctionBuilder f) {
    int steps = 1 + random.nextInt(3);
    boolean[] inner = new boolean[steps];
    int blocks = 0;
    for (int i = 0; i < steps; i++) {
      inner[i] = i > 0 && random.nextInt(5) == 0;
      blocks += inner[i] ? 2 : 1;
    }
    int before = f.block();
    int header = before + 1;
    int tail = header + blocks;
    int latch = tail + 1;
    int exit = latch + 1;
    boolean doesSomething = random.nextInt(3) == 0;
    f.jump(header);
    // The latch's phi is made last, but its register must be known here.
    List<Integer> again = new ArrayList<>();
    List<Value> tries = new ArrayList<>();
    Register next = f.reserve();
    Register tried = f.phi(List.of(before, latch), List.of(Value.of(0), next));
    List<Value> seen = new ArrayList<>();
    for (int i = 0; i < steps; i++) {
      if (inner[i]) {
        int here = f.block();
        Register looked = f.load(variable(), 4);
        f.branch(f.compare(relation(), 32, looked, operand(seen)), here, here + 1);
      }
      seen.add(look(f, seen));
      int here = f.block();
      Register condition = f.compare(relation(), 32, seen.get(i), operand(seen.subList(0, i)));
      if (i + 1 == steps || random.nextBoolean()) {
        boolean goesBack = random.nextBoolean();
        f.branch(condition, goesBack ? latch : exit, here + 1);
        if (goesBack) {
          again.add(here);
          tries.add(tried);
        }
      } else {
        f.jump(here + 1);
      }
    }
    Value count = tried;
    if (doesSomething) {
      f.store(variable(), number(), 4);
      count = f.binary(BinaryOperator.ADD, 32, tried, Value.of(1));
      f.branch(f.compare(Relation.UGE, 32, count, Value.of(MAX_TRIES)), exit, latch);
    } else {
      f.branch(f.compare(relation(), 32, seen.get(0), number()), exit, latch);
    }
    again.add(tail);
    tries.add(count);
    f.phi(next, again, tries);
    f.jump(header);
    return seen.get(0);
  }

  /**
   * A loop around a variable that was read in front of it and is mostly read again: by a
   * compare-exchange that fails or by a load.
   *
   * @return the variable behind the loop
   */
  private Value retry(FunctionBuilder f) {
    Value place = variable();
    Value first = f.load(place, 4);
    if (random.nextInt(6) == 0) {
      f.load(variable(), 4);
    }
    int before = f.block();
    int header = before + 1;
    int exit = header + 4;
    f.jump(header);
    Register next = f.reserve();
    Register known = f.phi(List.of(before, header + 3), List.of(first, next));
    Register other = f.load(variable(), 4);
    f.branch(f.compare(relation(), 32, other, operand(List.of(known))), header + 1, header + 2);
    Value swapped = random.nextInt(4) == 0 ? variable() : place;
    Register old = f.reserve();
    Register success = f.reserve();
    f.add(
        new Instruction.CompareExchange(
            old,
            success,
            swapped,
            known,
            operand(List.of(other)),
            4,
            MemoryOrder.SEQUENTIALLY_CONSISTENT,
            MemoryOrder.SEQUENTIALLY_CONSISTENT,
            Location.NONE));
    f.branch(success, exit, header + 3);
    Register again = f.load(random.nextInt(4) == 0 ? variable() : place, 4);
    boolean mayLeave = random.nextBoolean();
    if (mayLeave) {
      f.branch(f.compare(relation(), 32, again, operand(List.of(known))), exit, header + 3);
    } else {
      f.jump(header + 3);
    }
    f.phi(next, List.of(header + 1, header + 2), List.of(old, again));
    f.jump(header);
    return known;
  }

  private Value look(FunctionBuilder f, List<Value> seen) {
    return switch (random.nextInt(8)) {
      case 0 -> f.rmw(RmwOperator.EXCHANGE, variable(), number(), 4);
      case 1 -> f.compareExchange(variable(), operand(seen), number(), 4);
      case 2 ->
          f.rmw(
              random.nextBoolean() ? RmwOperator.ADD : RmwOperator.OR,
              variable(),
              Value.of(random.nextInt(2)),
              4);
      case 3 -> f.call(helpers.get(random.nextInt(helpers.size())), Value.of(0));
      default -> f.load(variable(), 4);
    };
  }

  /** A number, or something that was seen before. */
  private Value operand(List<Value> seen) {
    return seen.isEmpty() || random.nextBoolean()
        ? number()
        : seen.get(random.nextInt(seen.size()));
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
