package dev.heddle.frontend.litmus;

import dev.heddle.frontend.litmus.grammar.LitmusParser.CallContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.ExpressionContext;
import dev.heddle.litmus.Expression;
import dev.heddle.litmus.LitmusInstruction;
import dev.heddle.litmus.Operator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The functions that C tests call: C11's atomics, Linux's macros that are such, and locks. */
final class CCalls {
  private static final Map<String, Operator> FETCH =
      Map.of(
          "add", Operator.ADD,
          "sub", Operator.SUB,
          "or", Operator.OR,
          "xor", Operator.XOR,
          "and", Operator.AND);

  private final CVisitor visitor;
  private final ThreadCode code;
  private final LinuxCalls linux;

  CCalls(CVisitor visitor, ThreadCode code) {
    this.visitor = visitor;
    this.code = code;
    this.linux = new LinuxCalls(visitor, this, code);
  }

  /** Adds the instructions of a call and gives its value. */
  Expression visit(CallContext call) {
    String name = call.ID().getText();
    if (name.startsWith("atomic_compare_exchange_")) {
      return compareExchange(call, name);
    }
    if (name.matches("atomic_fetch_(add|sub|or|xor|and)(_explicit)?") && !isOfLinux(call)) {
      Operator operator = FETCH.get(name.replaceAll("atomic_fetch_|_explicit", ""));
      return fetch(call, operator, order(call, name, 2));
    }
    return switch (name) {
      case "atomic_load", "atomic_load_explicit" ->
          visitor.load(argument(call, 0), order(call, name, 1).access());
      case "atomic_store", "atomic_store_explicit" -> store(call, order(call, name, 2).access());
      case "atomic_init" -> store(call, CVisitor.PLAIN);
      case "atomic_exchange", "atomic_exchange_explicit" -> exchange(call, order(call, name, 2));
      case "atomic_thread_fence" -> {
        arguments(call, 1);
        yield fence(order(call.expression(0)).fence());
      }
      case "spin_lock", "mtx_lock", "pthread_mutex_lock", "lock", "lock_t" -> lock(call);
      case "spin_unlock", "mtx_unlock", "pthread_mutex_unlock", "unlock" -> unlock(call);
      case "spin_trylock" -> trylock(call);
      default -> {
        Expression result = linux.visit(call);
        if (result == null) {
          throw new LitmusException.At(call.getStart(), "function '" + name + "' is not supported");
        }
        yield result;
      }
    };
  }

  /** C11's functions have the location in front, Linux's of the same name behind. */
  private boolean isOfLinux(CallContext call) {
    return call.expression().size() == 2
        && !visitor.isParameter(call.expression(0))
        && visitor.isParameter(call.expression(1));
  }

  private static Set<String> with(Set<String> tags, String... more) {
    Set<String> all = new TreeSet<>(tags);
    all.addAll(List.of(more));
    return all;
  }

  static void arguments(CallContext call, int... counts) {
    for (int count : counts) {
      if (call.expression().size() == count) {
        return;
      }
    }
    throw new LitmusException.At(
        call.getStart(),
        call.ID().getText() + " does not take " + call.expression().size() + " arguments");
  }

  Expression argument(CallContext call, int index) {
    if (call.expression().size() <= index) {
      throw new LitmusException.At(call.getStart(), call.ID().getText() + " needs more arguments");
    }
    return visitor.value(call.expression(index));
  }

  static void argumentsAtLeast(CallContext call, int count) {
    if (call.expression().size() < count) {
      throw new LitmusException.At(
          call.getStart(), call.ID().getText() + " needs " + count + " arguments");
    }
  }

  /** The order that an argument names; functions without one are sequentially consistent. */
  private static MemoryOrders order(CallContext call, String name, int index) {
    if (!name.endsWith("_explicit")) {
      arguments(call, index);
      return MemoryOrders.SEQ_CST;
    }
    argumentsAtLeast(call, index + 1);
    return order(call.expression(index));
  }

  private static MemoryOrders order(ExpressionContext argument) {
    return MemoryOrders.named(argument.getText(), argument.getStart());
  }

  private Expression store(CallContext call, Set<String> tags) {
    Expression address = argument(call, 0);
    code.add(new LitmusInstruction.Store(address, argument(call, 1), CVisitor.SIZE, tags));
    return Expression.of(0);
  }

  private Expression fence(Set<String> tags) {
    code.add(new LitmusInstruction.Fence(tags));
    return Expression.of(0);
  }

  private Expression fetch(CallContext call, Operator operator, MemoryOrders order) {
    Expression address = argument(call, 0);
    Expression operand = argument(call, 1);
    int old = code.fresh();
    Expression value = Expression.register(old).then(operator, operand);
    return update(old, address, value, order);
  }

  private Expression exchange(CallContext call, MemoryOrders order) {
    Expression address = argument(call, 0);
    Expression value = argument(call, 1);
    return update(code.fresh(), address, value, order);
  }

  private Expression update(int old, Expression address, Expression value, MemoryOrders order) {
    code.add(
        new LitmusInstruction.ReadModifyWrite(
            old,
            address,
            null,
            value,
            CVisitor.SIZE,
            false,
            order.reading(),
            order.writing(),
            Set.of()));
    return Expression.register(old);
  }

  /** What is expected lies in a local variable, or in memory that a pointer leads to. */
  private Expression compareExchange(CallContext call, String name) {
    boolean explicit = name.endsWith("_explicit");
    arguments(call, explicit ? 5 : 3);
    MemoryOrders success = explicit ? order(call.expression(3)) : MemoryOrders.SEQ_CST;
    MemoryOrders failure = explicit ? order(call.expression(4)) : MemoryOrders.SEQ_CST;
    Expression address = argument(call, 0);
    String local = visitor.localBehind(call.expression(1));
    Expression pointer = local == null ? argument(call, 1) : null;
    Expression expected = local != null ? code.value(local) : visitor.load(pointer, CVisitor.PLAIN);
    Expression desired = argument(call, 2);
    int old = code.fresh();
    int equal = code.fresh();
    code.add(
        new LitmusInstruction.ReadModifyWrite(
            old,
            address,
            Expression.register(old).then(Operator.EQ, expected),
            desired,
            CVisitor.SIZE,
            false,
            success.reading(),
            success.writing(),
            failure.access()));
    code.assign(equal, Expression.register(old).then(Operator.EQ, expected));
    String end = code.freshLabel();
    code.branch(Expression.register(equal), end, end, call.getStart());
    if (local != null) {
      code.assign(code.register(local), Expression.register(old));
    } else {
      code.add(
          new LitmusInstruction.Store(
              pointer, Expression.register(old), CVisitor.SIZE, CVisitor.PLAIN));
    }
    code.place(end);
    return Expression.register(equal);
  }

  /** Waits until the lock is free, and takes it. */
  private Expression lock(CallContext call) {
    take(call, true);
    return Expression.of(0);
  }

  private Expression trylock(CallContext call) {
    return take(call, false).then(Operator.EQ, 0);
  }

  /** Takes the lock if it is free, and gives what was there before. */
  private Expression take(CallContext call, boolean waits) {
    arguments(call, 1);
    int old = code.fresh();
    code.add(
        new LitmusInstruction.ReadModifyWrite(
            old,
            argument(call, 0),
            Expression.register(old).then(Operator.EQ, 0),
            Expression.of(1),
            CVisitor.SIZE,
            waits,
            with(
                MemoryOrders.ACQUIRE.reading(), "LKR", "LK", "LS", "Acquire", "ACQUIRE", "Library"),
            with(MemoryOrders.ACQUIRE.writing(), "LKW", "Library"),
            with(MemoryOrders.RELAXED.access(), "LF", "Library")));
    return Expression.register(old);
  }

  private Expression unlock(CallContext call) {
    arguments(call, 1);
    code.add(
        new LitmusInstruction.Store(
            argument(call, 0),
            Expression.of(0),
            CVisitor.SIZE,
            with(MemoryOrders.RELEASE.access(), "UL", "Release", "RELEASE", "Library")));
    return Expression.of(0);
  }
}
