package dev.heddle.frontend.litmus;

import dev.heddle.model.MemoryModel;
import java.util.Random;

/** A random litmus test in C, as text; the same seed gives the same test. */
final class RandomCTest {
  private static final String[] LOADS = {"relaxed", "acquire", "seq_cst"};
  private static final String[] STORES = {"relaxed", "release", "seq_cst"};
  private static final String[] UPDATES = {"relaxed", "acquire", "release", "acq_rel", "seq_cst"};
  private static final String[] FENCES = {"acquire", "release", "acq_rel", "seq_cst"};
  private static final String PARAMETERS = "atomic_int* x, atomic_int* y, spinlock_t* l";

  private final Random random;
  private final boolean sequentialAccesses;
  private final boolean plain;
  private final boolean locks;
  private final boolean copies;
  private final StringBuilder text = new StringBuilder();
  private int registers;

  /** A register of the thread that has a value wherever it goes on, or -1. */
  private int loaded;

  /** A test of what a model has: who unlocks a mutex drains store buffers, but a test does not. */
  RandomCTest(long seed, MemoryModel model) {
    this(seed, model, false);
  }

  private RandomCTest(long seed, MemoryModel model, boolean copies) {
    this.copies = copies;
    random = new Random(seed);
    sequentialAccesses = model != MemoryModel.RC20;
    plain = model.hasRaces() && random.nextInt(3) == 0;
    locks = model != MemoryModel.TSO && model != MemoryModel.PSO;
  }

  /** One in which some stores write what was loaded. */
  static RandomCTest copying(long seed, MemoryModel model) {
    return new RandomCTest(seed, model, true);
  }

  /** Two or three threads of a few statements. */
  String text() {
    int threads = 2 + random.nextInt(2);
    return text(threads, threads == 2 ? 4 : 2);
  }

  /** Two threads of one statement. */
  String smallText() {
    return text(2, 1);
  }

  private String text(int threads, int statements) {
    text.append("C random\n{ [x]=").append(random.nextInt(2)).append("; }\n");
    StringBuilder locations = new StringBuilder("locations [x; y;");
    for (int t = 0; t < threads; t++) {
      registers = 0;
      loaded = -1;
      text.append("P").append(t).append(" (").append(PARAMETERS).append(") {\n");
      int count = 1 + random.nextInt(statements);
      for (int i = 0; i < count; i++) {
        statement(0);
      }
      text.append("}\n");
      for (int r = 0; r < registers; r++) {
        locations.append(" ").append(t).append(":r").append(r).append(";");
      }
    }
    return text.append(locations).append("]\nexists (x=1)\n").toString();
  }

  private void statement(int depth) {
    String at = random.nextBoolean() ? "x" : "y";
    int number = random.nextInt(3);
    switch (random.nextInt(depth > 0 ? 10 : locks ? 13 : 12)) {
      case 0, 1, 2 -> {
        load(at);
        loaded = depth == 0 ? registers - 1 : loaded;
      }
      case 3, 4, 5 -> {
        if (plain && random.nextInt(3) == 0) {
          line("*%s = %s;".formatted(at, stored(number)));
        } else {
          line(
              "atomic_store_explicit(%s, %s, memory_order_%s);"
                  .formatted(at, stored(number), any(STORES)));
        }
      }
      case 6 ->
          line(
              "int r%d = atomic_fetch_add_explicit(%s, 1, memory_order_%s);"
                  .formatted(registers++, at, any(UPDATES)));
      case 7 ->
          line(
              "int r%d = atomic_exchange_explicit(%s, %d, memory_order_%s);"
                  .formatted(registers++, at, number, any(UPDATES)));
      case 8 -> {
        int expected = registers++;
        int taken = registers++;
        line("int r%d = %d;".formatted(expected, random.nextInt(2)));
        line(
            ("int r%d = atomic_compare_exchange_strong_explicit(%s, &r%d, %d, memory_order_%s,"
                    + " memory_order_%s);")
                .formatted(taken, at, expected, number, any(UPDATES), any(LOADS)));
      }
      case 9 -> line("atomic_thread_fence(memory_order_%s);".formatted(FENCES[random.nextInt(4)]));
      case 10 -> {
        load(at);
        line("if (r%d == %d) {".formatted(registers - 1, number));
        statement(depth + 1);
        line("}");
      }
      case 11 -> {
        load(at);
        line("while (r%d == %d) {".formatted(registers - 1, number));
        line(
            "r%d = atomic_load_explicit(%s, memory_order_%s);"
                .formatted(registers - 1, at, any(LOADS)));
        line("}");
      }
      default -> {
        line("spin_lock(l);");
        statement(depth + 1);
        line("spin_unlock(l);");
      }
    }
  }

  private String stored(int number) {
    return copies && loaded >= 0 && random.nextBoolean() ? "r" + loaded : "" + number;
  }

  private void load(String at) {
    if (plain && random.nextInt(3) == 0) {
      line("int r%d = *%s;".formatted(registers++, at));
    } else {
      line(
          "int r%d = atomic_load_explicit(%s, memory_order_%s);"
              .formatted(registers++, at, any(LOADS)));
    }
  }

  private void line(String statement) {
    text.append("  ").append(statement).append("\n");
  }

  private String any(String[] orders) {
    return orders[random.nextInt(orders.length - (sequentialAccesses ? 0 : 1))];
  }
}
