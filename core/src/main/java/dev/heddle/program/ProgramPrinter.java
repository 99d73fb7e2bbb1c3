package dev.heddle.program;

import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/**
 * Writes programs as text: one instruction a line, with the line of its source behind it. Registers
 * are {@code r0}, {@code r1}, …; globals and functions have an {@code @} before their names; memory
 * accesses have their size in bytes and computations their width in bits behind a dot.
 */
public final class ProgramPrinter {
  private final Program program;
  private final StringBuilder text = new StringBuilder();

  private ProgramPrinter(Program program) {
    this.program = program;
  }

  /** The whole program. */
  public static String print(Program program) {
    ProgramPrinter printer = new ProgramPrinter(program);
    program.globals().forEach(printer::global);
    program.functions().forEach(printer::function);
    return printer.text.toString();
  }

  /** One function of a program. */
  public static String print(Program program, Function function) {
    ProgramPrinter printer = new ProgramPrinter(program);
    printer.function(function);
    return printer.text.toString();
  }

  private void global(Global global) {
    text.append(global.threadLocal() ? "thread-local " : "global ")
        .append('@')
        .append(global.name())
        .append(global.constant() ? " constant " : " ")
        .append(global.bytes().length)
        .append(" bytes align ")
        .append(global.alignment());
    int used = global.bytes().length;
    while (used > 0 && global.bytes()[used - 1] == 0) {
      used--;
    }
    if (used > 0) {
      text.append(" =");
    }
    for (int i = 0; i < used; i++) {
      text.append(String.format(Locale.ROOT, " %02x", global.bytes()[i]));
    }
    for (Global.Relocation relocation : global.relocations()) {
      text.append(" [").append(relocation.offset()).append("]=").append(value(relocation.target()));
    }
    place(global.location());
  }

  private void function(Function function) {
    StringJoiner parameters = new StringJoiner(", ", "(", ")");
    for (int i = 0; i < function.parameters(); i++) {
      parameters.add("r" + i);
    }
    text.append(function.library() ? "library function @" : "function @")
        .append(function.name())
        .append(parameters)
        .append('\n');
    for (int i = 0; i < function.blocks().size(); i++) {
      block(i, function.blocks().get(i));
    }
  }

  private void block(int position, Block block) {
    text.append(' ').append(position).append(": ").append(block.label()).append('\n');
    for (Block.Phi phi : block.phis()) {
      StringJoiner values = new StringJoiner(", ");
      for (int i = 0; i < phi.predecessors().size(); i++) {
        values.add(phi.predecessors().get(i) + ": " + value(phi.values().get(i)));
      }
      text.append("  ").append(value(phi.result())).append(" = phi ").append(values).append('\n');
    }
    for (Instruction instruction : block.instructions()) {
      text.append("  ").append(instruction(instruction));
      place(instruction.location());
    }
    text.append("  ").append(terminator(block.terminator()));
    place(block.terminator().location());
  }

  private void place(Location location) {
    if (location.isKnown()) {
      text.append("  ; ").append(location);
    }
    text.append('\n');
  }

  private String value(Value value) {
    if (value instanceof Register register) {
      return "r" + register.index();
    }
    if (value instanceof Value.Constant constant) {
      return Long.toString(constant.bits());
    }
    if (value instanceof Value.GlobalAddress address) {
      String name = "@" + program.globals().get(address.global()).name();
      return address.offset() == 0 ? name : name + "+" + address.offset();
    }
    if (value instanceof Value.FunctionAddress address) {
      return "@" + program.functions().get(address.function()).name();
    }
    return "undefined";
  }

  private String values(List<Value> values) {
    return values.stream().map(this::value).collect(Collectors.joining(", ", "(", ")"));
  }

  private static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private String instruction(Instruction instruction) {
    String memory = memory(instruction);
    return memory != null ? memory : other(instruction);
  }

  private String memory(Instruction instruction) {
    if (instruction instanceof Instruction.StackAllocate i) {
      return value(i.result())
          + (i.isPrivate() ? " = private stack " : " = stack ")
          + value(i.size())
          + " "
          + i.name();
    }
    if (instruction instanceof Instruction.HeapAllocate i) {
      return value(i.result()) + (i.zeroed() ? " = zeroed heap " : " = heap ") + value(i.size());
    }
    if (instruction instanceof Instruction.HeapFree i) {
      return "free " + value(i.address());
    }
    if (instruction instanceof Instruction.HeapSize i) {
      return value(i.result()) + " = size " + value(i.address());
    }
    if (instruction instanceof Instruction.Peek i) {
      return (value(i.result()) + ", " + value(i.missing()) + " = peek." + i.bytes())
          + (" [" + value(i.address()) + "]");
    }
    if (instruction instanceof Instruction.Poke i) {
      return ("poke." + i.bytes() + " [" + value(i.address()) + "] = " + value(i.value()))
          + (" without " + value(i.missing()));
    }
    if (instruction instanceof Instruction.Load i) {
      return value(i.result()) + " = load." + i.bytes() + " " + access(i.order(), i.address());
    }
    if (instruction instanceof Instruction.Store i) {
      return "store." + i.bytes() + " " + access(i.order(), i.address()) + " = " + value(i.value());
    }
    if (instruction instanceof Instruction.ReadModifyWrite i) {
      return value(i.result())
          + (" = rmw-" + name(i.operator()) + "." + i.bytes() + " ")
          + access(i.order(), i.address())
          + (", " + value(i.value()));
    }
    if (instruction instanceof Instruction.Add i) {
      return ("add." + i.bytes() + " ")
          + access(i.order(), i.address())
          + (", " + value(i.value()));
    }
    if (instruction instanceof Instruction.CompareExchange i) {
      return (value(i.old()) + ", " + value(i.success()) + " = cas." + i.bytes())
          + (" " + name(i.successOrder()) + "/" + access(i.failureOrder(), i.address()))
          + (", " + value(i.expected()) + " -> " + value(i.desired()));
    }
    if (instruction instanceof Instruction.Fence i) {
      return "fence "
          + name(i.order())
          + (i.barrier() == Barrier.NONE ? "" : " as " + name(i.barrier()) + " barrier");
    }
    return null;
  }

  private String access(MemoryOrder order, Value address) {
    return name(order) + " [" + value(address) + "]";
  }

  private String other(Instruction instruction) {
    if (instruction instanceof Instruction.Binary i) {
      return (value(i.result()) + " = " + name(i.operator()) + "." + i.bits())
          + (" " + value(i.left()) + ", " + value(i.right()));
    }
    if (instruction instanceof Instruction.Compare i) {
      return (value(i.result()) + " = " + name(i.relation()) + "." + i.bits())
          + (" " + value(i.left()) + ", " + value(i.right()));
    }
    if (instruction instanceof Instruction.Convert i) {
      return (value(i.result()) + " = " + name(i.conversion()))
          + ("." + i.fromBits() + "." + i.toBits() + " " + value(i.value()));
    }
    if (instruction instanceof Instruction.Select i) {
      return (value(i.result()) + " = select " + value(i.condition()))
          + (", " + value(i.ifTrue()) + ", " + value(i.ifFalse()));
    }
    if (instruction instanceof Instruction.Call i) {
      return (i.thrown() == null ? value(i.result()) : value(i.result()) + ", " + value(i.thrown()))
          + (" = call " + value(i.callee()) + values(i.arguments()));
    }
    if (instruction instanceof Instruction.Throw i) {
      return "throw " + value(i.exception());
    }
    if (instruction instanceof Instruction.Handlers i) {
      return value(i.result()) + " = handlers " + value(i.level());
    }
    if (instruction instanceof Instruction.Spawn i) {
      return value(i.result()) + " = spawn " + value(i.callee()) + "(" + value(i.argument()) + ")";
    }
    if (instruction instanceof Instruction.Join i) {
      return value(i.result()) + " = join " + value(i.thread());
    }
    if (instruction instanceof Instruction.ProgramEnd i) {
      return "program-end " + value(i.status());
    }
    if (instruction instanceof Instruction.ThreadExit i) {
      return "thread-exit " + value(i.value());
    }
    if (instruction instanceof Instruction.CurrentThread i) {
      return value(i.result()) + " = current-thread";
    }
    if (instruction instanceof Instruction.Mutex i) {
      return value(i.result()) + " = " + name(i.operator()) + " [" + value(i.address()) + "]";
    }
    if (instruction instanceof Instruction.Await i) {
      return guarded("await", value(i.result()), i.address(), i.bytes(), i.guard())
          + update(i.update(), i.operand());
    }
    if (instruction instanceof Instruction.Attempt i) {
      String results = value(i.old()) + ", " + value(i.success());
      return guarded("attempt", results, i.address(), i.bytes(), i.guard())
          + update(i.update(), i.operand());
    }
    if (instruction instanceof Instruction.Signal i) {
      return value(i.result()) + " = signal [" + value(i.address()) + "]";
    }
    if (instruction instanceof Instruction.Choose i) {
      return value(i.result()) + " = choose " + i.low() + ".." + i.high();
    }
    if (instruction instanceof Instruction.ThreadLocalAddress i) {
      String global = program.globals().get(i.global()).name();
      return value(i.result()) + " = thread-local @" + global;
    }
    if (instruction instanceof Instruction.AtomicBegin) {
      return "atomic-begin";
    }
    if (instruction instanceof Instruction.AtomicEnd) {
      return "atomic-end";
    }
    if (instruction instanceof Instruction.LoopBound i) {
      return "loop-bound " + i.passes();
    }
    if (instruction instanceof Instruction.ProgramExit i) {
      return "exit " + value(i.status());
    }
    if (instruction instanceof Instruction.Unsupported i) {
      return "unsupported \"" + i.message() + "\"";
    }
    if (instruction instanceof Instruction.Assume i) {
      return "assume " + value(i.condition());
    }
    if (instruction instanceof Instruction.Fail i) {
      return "fail " + i.kind().label() + " \"" + i.message() + "\"";
    }
    if (instruction instanceof Instruction.Claim i) {
      String kind = i.kind().name().toLowerCase(Locale.ROOT);
      return "claim " + kind + "." + i.bytes() + " [" + value(i.address()) + "]";
    }
    if (instruction instanceof Instruction.Again i) {
      return value(i.result()) + " = again " + value(i.condition());
    }
    if (instruction instanceof Instruction.Doubt i) {
      return "doubt " + value(i.condition());
    }
    if (instruction instanceof Instruction.Print i) {
      return value(i.result()) + " = print " + value(i.format()) + values(i.arguments());
    }
    return instruction.toString();
  }

  private String guarded(
      String name, String results, Value address, int bytes, Instruction.Guard guard) {
    return results + " = " + name + "." + bytes + " [" + value(address) + "]" + guard(guard);
  }

  private String guard(Instruction.Guard guard) {
    if (guard instanceof Instruction.Guard.Masked masked) {
      return (" & " + value(masked.mask()) + " " + name(masked.relation()))
          + (" " + value(masked.value()));
    }
    Instruction.Guard.Computed computed = (Instruction.Guard.Computed) guard;
    StringJoiner steps =
        new StringJoiner("; ", " where " + value(computed.content()) + " { ", " } ");
    computed.steps().forEach(step -> steps.add(instruction(step)));
    return steps + value(computed.condition());
  }

  private String update(Instruction.RmwOperator update, Value operand) {
    return update == null ? "" : ", " + name(update) + " " + value(operand);
  }

  private String terminator(Terminator terminator) {
    if (terminator instanceof Terminator.Jump t) {
      return "jump " + t.target();
    }
    if (terminator instanceof Terminator.Branch t) {
      return "branch " + value(t.condition()) + " ? " + t.ifTrue() + " : " + t.ifFalse();
    }
    if (terminator instanceof Terminator.Switch t) {
      StringJoiner cases = new StringJoiner(", ");
      for (int i = 0; i < t.cases().size(); i++) {
        cases.add(t.cases().get(i) + ": " + t.targets().get(i));
      }
      return "switch " + value(t.value()) + " { " + cases + ", else " + t.otherwise() + " }";
    }
    if (terminator instanceof Terminator.Return t) {
      return "return " + value(t.value());
    }
    return "unreachable";
  }
}
