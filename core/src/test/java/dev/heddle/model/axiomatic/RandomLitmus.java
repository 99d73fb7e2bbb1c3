package dev.heddle.model.axiomatic;

import dev.heddle.litmus.Architecture;
import dev.heddle.litmus.Condition;
import dev.heddle.litmus.Expression;
import dev.heddle.litmus.LitmusInstruction;
import dev.heddle.litmus.LitmusLocation;
import dev.heddle.litmus.LitmusTest;
import dev.heddle.litmus.LitmusThread;
import dev.heddle.litmus.Observed;
import dev.heddle.litmus.Operator;
import dev.heddle.litmus.Proposition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Small random litmus tests with everything that instructions can be. */
public final class RandomLitmus {
  private static final int REGISTERS = 4;

  private final Random random;
  private final Architecture architecture;
  private final boolean conditionals;

  /**
   * @param conditionals whether loads with reservation and conditional stores occur
   */
  public RandomLitmus(long seed, Architecture architecture, boolean conditionals) {
    this.random = new Random(seed);
    this.architecture = architecture;
    this.conditionals = conditionals;
  }

  public LitmusTest next() {
    int locations = 1 + random.nextInt(3);
    List<LitmusLocation> objects = new ArrayList<>();
    List<Observed> observed = new ArrayList<>();
    for (int x = 0; x < locations; x++) {
      // The last location may hold the address of the first.
      long value = x == 2 && random.nextBoolean() ? LitmusLocation.address(0) : random.nextInt(2);
      objects.add(new LitmusLocation("x" + x, LitmusLocation.address(x), 4, List.of(value)));
      observed.add(new Observed.FinalMemory(x, 0, "[x" + x + "]"));
    }
    List<LitmusThread> threads = new ArrayList<>();
    int count = 2 + random.nextInt(2);
    for (int t = 0; t < count; t++) {
      int length = 1 + random.nextInt(count == 2 ? 5 : 3);
      List<LitmusInstruction> code = new ArrayList<>();
      for (int i = 0; i < length; i++) {
        code.add(instruction(i, length, locations));
      }
      List<String> names = new ArrayList<>();
      for (int r = 0; r < REGISTERS; r++) {
        names.add("r" + r);
        observed.add(new Observed.FinalRegister(t, r, t + ":r" + r));
      }
      threads.add(new LitmusThread(code, names, Map.of(3, (long) random.nextInt(3))));
    }
    Proposition holds = new Proposition.Equal(observed.get(0), 1, "1");
    return new LitmusTest(
        "random",
        architecture,
        threads,
        objects,
        observed,
        null,
        new Condition(Condition.Quantifier.EXISTS, holds));
  }

  private LitmusInstruction instruction(int at, int length, int locations) {
    Set<String> none = Set.of();
    Set<String> locked = architecture == Architecture.X86 ? Set.of("A", "X", "LOCK") : Set.of("X");
    switch (random.nextInt(12)) {
      case 0, 1, 2, 3 -> {
        boolean reserve = conditionals && random.nextInt(3) == 0;
        return new LitmusInstruction.Load(register(), address(locations), 4, true, reserve, none);
      }
      case 4, 5, 6, 7 -> {
        if (conditionals && random.nextInt(3) == 0) {
          return new LitmusInstruction.StoreConditional(
              register(), 0, 1, address(locations), value(), 4, none);
        }
        return new LitmusInstruction.Store(address(locations), value(), 4, none);
      }
      case 8 -> {
        String fence = architecture == Architecture.PPC ? "SYNC" : "MFENCE";
        return new LitmusInstruction.Fence(Set.of(fence));
      }
      case 9 -> {
        int old = register();
        Expression condition =
            random.nextBoolean()
                ? null
                : Expression.register(old).then(Operator.EQ, random.nextInt(2));
        Expression value = Expression.register(old).then(Operator.ADD, value());
        return new LitmusInstruction.ReadModifyWrite(
            old,
            address(locations),
            condition,
            value,
            4,
            condition != null && random.nextInt(3) == 0,
            locked,
            locked,
            locked);
      }
      case 10 -> {
        return new LitmusInstruction.Assign(register(), value());
      }
      default -> {
        int target = at + 1 + random.nextInt(length - at);
        Expression condition = Expression.register(register()).then(Operator.EQ, random.nextInt(2));
        return new LitmusInstruction.Branch(condition, target);
      }
    }
  }

  private int register() {
    return random.nextInt(REGISTERS);
  }

  private Expression address(int locations) {
    Expression plain = Expression.of(LitmusLocation.address(random.nextInt(locations)));
    if (random.nextInt(3) > 0) {
      return plain;
    }
    Expression register = Expression.register(register());
    return plain.then(Operator.ADD, register.then(Operator.XOR, register));
  }

  private Expression value() {
    return switch (random.nextInt(3)) {
      case 0 -> Expression.register(register());
      case 1 -> Expression.register(register()).then(Operator.AND, 3).then(Operator.ADD, 1);
      default -> Expression.of(1 + random.nextInt(2));
    };
  }
}
