package dev.heddle.frontend.litmus;

import dev.heddle.frontend.litmus.grammar.LitmusParser.CallContext;
import dev.heddle.litmus.Expression;
import dev.heddle.litmus.LitmusInstruction;
import dev.heddle.litmus.Operator;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Linux's macros. Each event has the words of Linux's memory model, in small letters as in its
 * older files and in capitals as in its newer ones, and those of C11 for the nearest order there.
 */
final class LinuxCalls {
  private static final Pattern EXCHANGE =
      Pattern.compile("(?:atomic_|atomic64_)?(xchg|cmpxchg)(_relaxed|_acquire|_release)?");
  private static final Pattern OPERATION =
      Pattern.compile(
          "atomic(?:64)?_(fetch_)?(add|sub|inc|dec|and|or|xor)(_return)?"
              + "(_relaxed|_acquire|_release)?");
  private static final Pattern TEST =
      Pattern.compile("atomic(?:64)?_(add|sub|inc|dec)_(and_test|negative)");

  private static final Map<String, Operator> OPERATORS =
      Map.of(
          "add", Operator.ADD,
          "inc", Operator.ADD,
          "sub", Operator.SUB,
          "dec", Operator.SUB,
          "and", Operator.AND,
          "or", Operator.OR,
          "xor", Operator.XOR);

  /** Fences by macro: the word of Linux, and the order of C11 or nothing. */
  private static final Map<String, Set<String>> FENCES =
      Map.ofEntries(
          Map.entry("smp_mb", Set.of("Mb", "MB", "SC")),
          Map.entry("smp_rmb", Set.of("Rmb", "ACQ")),
          Map.entry("smp_wmb", Set.of("Wmb", "REL")),
          Map.entry("barrier", Set.of("Barrier")),
          Map.entry("smp_mb__before_atomic", Set.of("Before-atomic", "SC")),
          Map.entry("smp_mb__after_atomic", Set.of("After-atomic", "SC")),
          Map.entry("smp_mb__after_spinlock", Set.of("After-spinlock", "SC")),
          Map.entry("smp_mb__after_unlock_lock", Set.of("After-unlock-lock", "SC")),
          Map.entry("smp_mb__after_srcu_read_unlock", Set.of("After-srcu-read-unlock", "SC")),
          Map.entry("rcu_read_lock", Set.of("Rcu-lock")),
          Map.entry("rcu_read_unlock", Set.of("Rcu-unlock")),
          Map.entry("synchronize_rcu", Set.of("Sync-rcu")),
          Map.entry("synchronize_rcu_expedited", Set.of("Sync-rcu")));

  /** A read-modify-write that does not write: without order, but still one. */
  private static final Set<String> FAILED = Order.ONCE.with(MemoryOrders.RELAXED.reading());

  private final CVisitor visitor;
  private final CCalls calls;
  private final ThreadCode code;

  LinuxCalls(CVisitor visitor, CCalls calls, ThreadCode code) {
    this.visitor = visitor;
    this.calls = calls;
    this.code = code;
  }

  /** An order of Linux's accesses. */
  private enum Order {
    ONCE("Once", MemoryOrders.RELAXED),
    ACQUIRE("Acquire", MemoryOrders.ACQUIRE),
    RELEASE("Release", MemoryOrders.RELEASE),
    MB("Mb", MemoryOrders.SEQ_CST),
    NORETURN("Noreturn", MemoryOrders.RELAXED);

    private final String word;
    private final MemoryOrders order;

    Order(String word, MemoryOrders order) {
      this.word = word;
      this.order = order;
    }

    static Order ofSuffix(String suffix) {
      if (suffix == null) {
        return MB;
      }
      return suffix.equals("_relaxed")
          ? ONCE
          : valueOf(suffix.substring(1).toUpperCase(Locale.ROOT));
    }

    Set<String> with(Set<String> tags) {
      Set<String> all = new TreeSet<>(tags);
      all.add(word);
      all.add(word.toUpperCase(Locale.ROOT));
      return all;
    }
  }

  /** Adds the instructions of a call and gives its value; null if it is no macro of Linux. */
  Expression visit(CallContext call) {
    String name = call.ID().getText();
    if (FENCES.containsKey(name)) {
      CCalls.arguments(call, 0);
      code.add(new LitmusInstruction.Fence(FENCES.get(name)));
      return Expression.of(0);
    }
    Matcher exchange = EXCHANGE.matcher(name);
    if (exchange.matches()) {
      Order order = Order.ofSuffix(exchange.group(2));
      return exchange.group(1).equals("xchg") ? xchg(call, order) : cmpxchg(call, order);
    }
    Matcher operation = OPERATION.matcher(name);
    if (operation.matches()) {
      return operation(call, operation);
    }
    Matcher test = TEST.matcher(name);
    if (test.matches()) {
      Expression result = update(call, OPERATORS.get(test.group(1)), false, Order.MB);
      Operator comparison = test.group(2).equals("negative") ? Operator.LT : Operator.EQ;
      return result.then(comparison, 0);
    }
    return access(call, name);
  }

  private Expression access(CallContext call, String name) {
    return switch (name) {
      case "READ_ONCE", "rcu_dereference" -> load(place(call), Order.ONCE);
      case "atomic_read" -> load(calls.argument(call, 0), Order.ONCE);
      case "smp_load_acquire", "atomic_read_acquire" ->
          load(calls.argument(call, 0), Order.ACQUIRE);
      case "WRITE_ONCE" -> store(call, place(call), Order.ONCE);
      case "rcu_assign_pointer" -> store(call, place(call), Order.RELEASE);
      case "atomic_set" -> store(call, calls.argument(call, 0), Order.ONCE);
      case "smp_store_release", "atomic_set_release" ->
          store(call, calls.argument(call, 0), Order.RELEASE);
      case "smp_store_mb" -> {
        store(call, place(call), Order.ONCE);
        code.add(new LitmusInstruction.Fence(FENCES.get("smp_mb")));
        yield Expression.of(0);
      }
      case "srcu_read_lock", "srcu_down_read" -> srcuLock(call);
      case "srcu_read_unlock", "srcu_up_read" -> srcuUnlock(call);
      case "synchronize_srcu", "synchronize_srcu_expedited" -> {
        CCalls.arguments(call, 1);
        code.add(new LitmusInstruction.Fence(Set.of("Sync-srcu"), calls.argument(call, 0)));
        yield Expression.of(0);
      }
      case "atomic_add_unless" -> addUnless(call);
      default -> null;
    };
  }

  /** A load from the domain: its value is the cookie, by which a lock and its unlock match. */
  private Expression srcuLock(CallContext call) {
    CCalls.arguments(call, 1);
    return visitor.load(calls.argument(call, 0), Set.of("Srcu-lock"));
  }

  private Expression srcuUnlock(CallContext call) {
    CCalls.arguments(call, 2);
    code.add(
        new LitmusInstruction.Store(
            calls.argument(call, 0),
            calls.argument(call, 1),
            CVisitor.SIZE,
            Set.of("Srcu-unlock")));
    return Expression.of(0);
  }

  /** Some macros take what a pointer points to, not the pointer. */
  private Expression place(CallContext call) {
    CCalls.argumentsAtLeast(call, 1);
    return visitor.address(call.expression(0));
  }

  private Expression load(Expression address, Order order) {
    return visitor.load(address, order.with(order.order.access()));
  }

  private Expression store(CallContext call, Expression address, Order order) {
    CCalls.arguments(call, 2);
    code.add(
        new LitmusInstruction.Store(
            address, calls.argument(call, 1), CVisitor.SIZE, order.with(order.order.access())));
    return Expression.of(0);
  }

  private Expression xchg(CallContext call, Order order) {
    CCalls.arguments(call, 2);
    Expression address = calls.argument(call, 0);
    Expression value = calls.argument(call, 1);
    return update(code.fresh(), address, null, value, order);
  }

  private Expression cmpxchg(CallContext call, Order order) {
    CCalls.arguments(call, 3);
    Expression address = calls.argument(call, 0);
    Expression expected = calls.argument(call, 1);
    Expression value = calls.argument(call, 2);
    int old = code.fresh();
    Expression equal = Expression.register(old).then(Operator.EQ, expected);
    return update(old, address, equal, value, order);
  }

  /** {@code atomic_add_unless(p, a, u)}: adds a unless u is there, and says whether it did. */
  private Expression addUnless(CallContext call) {
    CCalls.arguments(call, 3);
    Expression address = calls.argument(call, 0);
    Expression operand = calls.argument(call, 1);
    Expression unless = calls.argument(call, 2);
    int old = code.fresh();
    Expression differs = Expression.register(old).then(Operator.NE, unless);
    Expression sum = Expression.register(old).then(Operator.ADD, operand);
    return update(old, address, differs, sum, Order.MB).then(Operator.NE, unless);
  }

  private Expression operation(CallContext call, Matcher operation) {
    Operator operator = OPERATORS.get(operation.group(2));
    boolean fetches = operation.group(1) != null;
    if (fetches || operation.group(3) != null) {
      return update(call, operator, fetches, Order.ofSuffix(operation.group(4)));
    }
    update(call, operator, false, Order.NORETURN);
    return Expression.of(0);
  }

  /** An operation with its operand in front, or with none, which means one. */
  private Expression update(CallContext call, Operator operator, boolean fetches, Order order) {
    CCalls.arguments(call, 1, 2);
    boolean given = call.expression().size() == 2;
    Expression operand = given ? calls.argument(call, 0) : Expression.of(1);
    Expression address = calls.argument(call, given ? 1 : 0);
    int old = code.fresh();
    Expression value = Expression.register(old).then(operator, operand);
    Expression before = update(old, address, null, value, order);
    return fetches ? before : before.then(operator, operand);
  }

  private Expression update(
      int old, Expression address, Expression condition, Expression value, Order order) {
    code.add(
        new LitmusInstruction.ReadModifyWrite(
            old,
            address,
            condition,
            value,
            CVisitor.SIZE,
            false,
            order.with(order.order.reading()),
            order.with(order.order.writing()),
            FAILED));
    return Expression.register(old);
  }
}
