package dev.heddle.explore.rsmc;

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
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Random tests for POWER and ARM, with every dependency, every fence, branches, atomic pairs, and
 * for ARM acquire, release and atomic instructions; on demand with accesses of several sizes.
 */
final class RandomHardwareTests {
  private static final int REGISTERS = 3;
  private static final List<String> POWER_FENCES =
      List.of("SYNC", "SYNC", "LWSYNC", "EIEIO", "ISYNC");
  private static final List<String> ARM_FENCES =
      List.of("DMB.SY", "DMB.ISHLD", "DMB.LD", "DMB.ISHST", "ISB", "ISB");

  private final Architecture architecture;
  private final Random random;

  RandomHardwareTests(Architecture architecture, long seed) {
    this.architecture = architecture;
    random = new Random(seed);
  }

  private boolean isArm() {
    return architecture == Architecture.AARCH64;
  }

  LitmusTest next() {
    return next(2 + random.nextInt(3));
  }

  /**
   * A test whose accesses have several sizes: of a location of eight bytes, the first or the second
   * half, or both. Somebody accesses a half of each, so that no engine takes a location for a whole
   * until an address that depends on a load says otherwise.
   */
  LitmusTest nextWithSizes() {
    LitmusTest test = next(2 + random.nextInt(2));
    List<LitmusThread> threads = new ArrayList<>();
    for (LitmusThread thread : test.threads()) {
      List<LitmusInstruction> code = new ArrayList<>();
      int size = 4;
      Expression offset = null;
      for (LitmusInstruction each : thread.instructions()) {
        if (!(each instanceof LitmusInstruction.StoreConditional)) {
          size = random.nextInt(5) < 2 ? 8 : 4;
          offset = size == 4 && random.nextInt(3) == 0 ? Expression.of(4) : null;
        }
        code.add(resized(each, size, offset));
      }
      for (int x = 0; threads.isEmpty() && x < test.objects().size(); x++) {
        code.add(load(random.nextInt(2), location(x).then(Operator.ADD, 4), false));
      }
      threads.add(thread(code));
    }
    return test(architecture, test.objects().size(), 8, threads);
  }

  private static LitmusInstruction resized(LitmusInstruction access, int size, Expression offset) {
    if (access instanceof LitmusInstruction.Load load) {
      return new LitmusInstruction.Load(
          load.register(), at(load.address(), offset), size, true, load.reserve(), load.tags());
    }
    if (access instanceof LitmusInstruction.Store store) {
      return new LitmusInstruction.Store(
          at(store.address(), offset), store.value(), size, store.tags());
    }
    if (access instanceof LitmusInstruction.StoreConditional store) {
      Expression where = at(store.address(), offset);
      return new LitmusInstruction.StoreConditional(
          store.status(), 0, 1, where, store.value(), size, store.tags());
    }
    if (access instanceof LitmusInstruction.ReadModifyWrite update) {
      return new LitmusInstruction.ReadModifyWrite(
          update.register(),
          at(update.address(), offset),
          update.condition(),
          update.value(),
          size,
          false,
          update.readTags(),
          update.writeTags(),
          update.failureTags());
    }
    return access;
  }

  private static Expression at(Expression address, Expression offset) {
    return offset == null ? address : address.then(Operator.ADD, offset);
  }

  private LitmusTest next(int count) {
    int locations = 1 + random.nextInt(3);
    List<LitmusThread> threads = new ArrayList<>();
    for (int t = 0; t < count; t++) {
      int length = 2 + random.nextInt(count == 2 ? 6 : count == 3 ? 4 : 2);
      List<LitmusInstruction> code = new ArrayList<>();
      while (code.size() < length) {
        add(code, length, locations);
      }
      threads.add(thread(code));
    }
    return test(architecture, locations, threads);
  }

  /**
   * The same test with read-modify-writes in place of conditional stores: a load and its store that
   * is tried until it succeeds.
   */
  static LitmusTest withCertainPairs(LitmusTest test) {
    return withCertainPairs(test, each -> false);
  }

  /** The same, and some loads are repeated until they find something else than 0. */
  LitmusTest withAwaits(LitmusTest test) {
    return withCertainPairs(test, each -> random.nextInt(3) == 0);
  }

  private static LitmusTest withCertainPairs(
      LitmusTest test, Predicate<LitmusInstruction.Load> isRepeated) {
    List<LitmusThread> threads = new ArrayList<>();
    for (LitmusThread thread : test.threads()) {
      List<LitmusInstruction> code = thread.instructions();
      int[] moved = new int[code.size() + 1];
      boolean[] repeated = new boolean[code.size()];
      for (int i = 0; i < code.size(); i++) {
        boolean isPair =
            code.get(i) instanceof LitmusInstruction.StoreConditional
                || code.get(i) instanceof LitmusInstruction.ReadModifyWrite;
        repeated[i] = code.get(i) instanceof LitmusInstruction.Load load && isRepeated.test(load);
        moved[i + 1] = moved[i] + (isPair ? 3 : repeated[i] ? 2 : 1);
      }
      List<LitmusInstruction> longer = new ArrayList<>();
      for (int i = 0; i < code.size(); i++) {
        LitmusInstruction instruction = code.get(i);
        if (instruction instanceof LitmusInstruction.StoreConditional store) {
          addPair(longer, store, Set.of("X"));
        } else if (instruction instanceof LitmusInstruction.ReadModifyWrite update) {
          addPair(
              longer,
              new LitmusInstruction.StoreConditional(
                  update.register(), 0, 1, update.address(), update.value(), 4, update.writeTags()),
              update.readTags());
        } else if (instruction instanceof LitmusInstruction.Branch branch) {
          longer.add(new LitmusInstruction.Branch(branch.condition(), moved[branch.target()]));
        } else if (instruction instanceof LitmusInstruction.Load load) {
          Set<String> tags = acquires(load.tags()) ? Set.of("A") : Set.of();
          longer.add(
              new LitmusInstruction.Load(load.register(), load.address(), 4, true, false, tags));
          if (repeated[i]) {
            Expression isZero = Expression.register(load.register()).then(Operator.EQ, 0);
            longer.add(new LitmusInstruction.Branch(isZero, longer.size() - 1));
          }
        } else {
          longer.add(instruction);
        }
      }
      threads.add(thread(longer));
    }
    return test(test.architecture(), test.objects().size(), threads);
  }

  /** C11 has one kind of acquire. */
  private static boolean acquires(Set<String> tags) {
    return tags.contains("A") || tags.contains("Q");
  }

  private static void addPair(
      List<LitmusInstruction> code,
      LitmusInstruction.StoreConditional store,
      Set<String> loadTags) {
    int loaded = (store.status() + 1) % REGISTERS;
    boolean adds = store.value() instanceof Expression.Constant;
    Expression value =
        adds
            ? Expression.register(loaded).then(Operator.ADD, 1)
            : Expression.register((store.status() + 2) % REGISTERS);
    // The load must not change what the address of the store is computed from.
    Expression where =
        store.address() instanceof Expression.Constant ? store.address() : location(0);
    code.add(new LitmusInstruction.Load(loaded, where, 4, true, true, loadTags));
    code.add(
        new LitmusInstruction.StoreConditional(
            store.status(), 0, 1, where, value, 4, store.tags()));
    Expression failed = Expression.register(store.status()).then(Operator.EQ, 1);
    code.add(new LitmusInstruction.Branch(failed, code.size()));
  }

  static LitmusThread thread(List<LitmusInstruction> code) {
    List<String> names = new ArrayList<>();
    for (int r = 0; r < REGISTERS; r++) {
      names.add("r" + r);
    }
    return new LitmusThread(code, names, Map.of());
  }

  static LitmusTest test(Architecture architecture, int locations, List<LitmusThread> threads) {
    return test(architecture, locations, 4, threads);
  }

  private static LitmusTest test(
      Architecture architecture, int locations, int size, List<LitmusThread> threads) {
    List<LitmusLocation> objects = new ArrayList<>();
    List<Observed> observed = new ArrayList<>();
    for (int x = 0; x < locations; x++) {
      objects.add(new LitmusLocation("x" + x, LitmusLocation.address(x), size, List.of(0L)));
      observed.add(new Observed.FinalMemory(x, 0, "[x" + x + "]"));
    }
    for (int t = 0; t < threads.size(); t++) {
      for (int r = 0; r < REGISTERS; r++) {
        observed.add(new Observed.FinalRegister(t, r, t + ":r" + r));
      }
    }
    Condition condition =
        new Condition(Condition.Quantifier.EXISTS, new Proposition.Equal(observed.get(0), 1, "1"));
    return new LitmusTest("test", architecture, threads, objects, observed, null, condition);
  }

  private void add(List<LitmusInstruction> code, int length, int locations) {
    int kind = random.nextInt(14);
    if (kind < 4) {
      code.add(randomLoad(address(locations), random.nextInt(6) == 0));
    } else if (kind < 8) {
      Set<String> tags = release(4, "L");
      code.add(new LitmusInstruction.Store(address(locations), value(), 4, tags));
    } else if (kind < 11) {
      List<String> fences = isArm() ? ARM_FENCES : POWER_FENCES;
      code.add(fence(fences.get(random.nextInt(fences.size()))));
    } else if (kind < 12) {
      addPair(code, address(locations));
    } else if (kind < 13) {
      code.add(new LitmusInstruction.Assign(register(), value()));
    } else {
      Expression condition = Expression.register(register()).then(Operator.EQ, random.nextInt(2));
      int ahead = code.size() + 1 + random.nextInt(Math.max(1, length - code.size()));
      code.add(new LitmusInstruction.Branch(condition, Math.min(ahead, length)));
    }
  }

  private LitmusInstruction randomLoad(Expression address, boolean reserve) {
    Set<String> tags = new TreeSet<>(reserve ? Set.of("X") : Set.of());
    if (isArm() && random.nextInt(4) == 0) {
      tags.add(random.nextInt(3) == 0 ? "Q" : "A");
    }
    return new LitmusInstruction.Load(register(), address, 4, true, reserve, tags);
  }

  /** No word, or for ARM once in a while the one for release. */
  private Set<String> release(int once, String... words) {
    Set<String> tags = new TreeSet<>(List.of(words));
    if (!isArm() || random.nextInt(once) > 0) {
      tags.remove("L");
    }
    return tags;
  }

  private void addPair(List<LitmusInstruction> code, Expression where) {
    if (isArm() && random.nextInt(2) == 0) {
      Set<String> read = random.nextBoolean() ? Set.of("X") : Set.of("X", "A");
      Set<String> write = release(2, "X", "L");
      int old = register();
      Expression sum = Expression.register(old).then(Operator.ADD, 1);
      Expression compared = Expression.register(old).then(Operator.EQ, compared(old));
      Set<String> failed = random.nextBoolean() ? read : Set.of("X");
      code.add(
          new LitmusInstruction.ReadModifyWrite(
              old,
              where,
              random.nextBoolean() ? compared : null,
              random.nextBoolean() ? sum : value(),
              4,
              false,
              read,
              write,
              failed));
      return;
    }
    if (random.nextBoolean()) {
      code.add(randomLoad(where, true));
    }
    Set<String> tags = release(3, "X", "L");
    code.add(new LitmusInstruction.StoreConditional(register(), 0, 1, where, value(), 4, tags));
  }

  /** What a compare-and-swap compares with, of which its own result is no part. */
  private Expression compared(int result) {
    return random.nextInt(4) > 0
        ? Expression.of(random.nextInt(3))
        : Expression.register((result + 1) % REGISTERS);
  }

  static LitmusInstruction load(int register, Expression address, boolean reserve) {
    Set<String> tags = reserve ? Set.of("X") : Set.of();
    return new LitmusInstruction.Load(register, address, 4, true, reserve, tags);
  }

  static LitmusInstruction store(Expression address, Expression value) {
    return new LitmusInstruction.Store(address, value, 4, Set.of());
  }

  static LitmusInstruction fence(String name) {
    return new LitmusInstruction.Fence(Set.of(name));
  }

  static Expression location(int number) {
    return Expression.of(LitmusLocation.address(number));
  }

  private int register() {
    return random.nextInt(REGISTERS);
  }

  private Expression address(int locations) {
    Expression plain = location(random.nextInt(locations));
    Expression register = Expression.register(register());
    return switch (random.nextInt(6)) {
      case 0 -> plain.then(Operator.ADD, register.then(Operator.XOR, register));
      // The location itself depends on what was read.
      case 1 ->
          location(0)
              .then(
                  Operator.ADD,
                  register
                      .then(Operator.AND, locations == 1 ? 0 : 1)
                      .then(Operator.MUL, LitmusLocation.STRIDE));
      default -> plain;
    };
  }

  private Expression value() {
    return switch (random.nextInt(4)) {
      case 0 -> Expression.register(register());
      case 1 -> Expression.register(register()).then(Operator.AND, 3).then(Operator.ADD, 1);
      default -> Expression.of(1 + random.nextInt(2));
    };
  }
}
