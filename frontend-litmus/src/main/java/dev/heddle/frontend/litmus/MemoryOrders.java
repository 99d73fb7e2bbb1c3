package dev.heddle.frontend.litmus;

import java.util.Map;
import java.util.Set;
import org.antlr.v4.runtime.Token;

/** C11's memory orders as tags. */
enum MemoryOrders {
  RELAXED("RLX", "RLX", "RLX"),
  CONSUME("CON", "CON", "RLX"),
  ACQUIRE("ACQ", "ACQ", "RLX"),
  RELEASE("REL", "RLX", "REL"),
  ACQ_REL("ACQ_REL", "ACQ", "REL"),
  SEQ_CST("SC", "SC", "SC");

  private static final Map<String, MemoryOrders> BY_NAME =
      Map.of(
          "memory_order_relaxed", RELAXED,
          "memory_order_consume", CONSUME,
          "memory_order_acquire", ACQUIRE,
          "memory_order_release", RELEASE,
          "memory_order_acq_rel", ACQ_REL,
          "memory_order_seq_cst", SEQ_CST);

  private final String whole;
  private final String read;
  private final String write;

  MemoryOrders(String whole, String read, String write) {
    this.whole = whole;
    this.read = read;
    this.write = write;
  }

  static MemoryOrders named(String name, Token place) {
    MemoryOrders order = BY_NAME.get(name);
    if (order == null) {
      throw new LitmusException.At(place, "expected a memory order but found '" + name + "'");
    }
    return order;
  }

  /** The tags of a load, a store or a fence. */
  Set<String> access() {
    return Set.of("A", whole);
  }

  Set<String> fence() {
    return Set.of(whole);
  }

  /** The tags of the read and of the write of an atomic read-modify-write. */
  Set<String> reading() {
    return Set.of("A", "RMW", read);
  }

  Set<String> writing() {
    return Set.of("A", "RMW", write);
  }
}
