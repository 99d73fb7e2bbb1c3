package dev.heddle.frontend.litmus;

import dev.heddle.frontend.litmus.grammar.LitmusParser.AddressContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.MemoryContext;
import dev.heddle.litmus.Expression;
import dev.heddle.litmus.LitmusInstruction;
import dev.heddle.litmus.Operator;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.antlr.v4.runtime.Token;

/** X86 in 32 and 64 bits. Operands are in Intel's order unless a register has a percent sign. */
final class X86Visitor extends AssemblyVisitor {
  private static final Map<String, String> REGISTERS = RegisterNames.x86();
  private static final Set<String> WITH_SIZE =
      Set.of(
          "MOV", "XCHG", "ADD", "SUB", "XOR", "OR", "AND", "CMP", "INC", "DEC", "CMPXCHG", "XADD");
  private static final Pattern NARROW = Pattern.compile("[A-D][LX]|[SD]I|[SB]P|R\\d+[WB]");
  private static final String FLAGS = "FLAGS";
  private static final Set<String> ATOMIC = Set.of("A", "X", "LOCK");

  private static final Map<String, Operator> OPERATORS =
      Map.of(
          "ADD", Operator.ADD,
          "SUB", Operator.SUB,
          "XOR", Operator.XOR,
          "OR", Operator.OR,
          "AND", Operator.AND);

  private static final Map<String, Operator> JUMPS =
      Map.ofEntries(
          Map.entry("JE", Operator.EQ),
          Map.entry("JZ", Operator.EQ),
          Map.entry("JNE", Operator.NE),
          Map.entry("JNZ", Operator.NE),
          Map.entry("JL", Operator.LT),
          Map.entry("JLE", Operator.LE),
          Map.entry("JG", Operator.GT),
          Map.entry("JGE", Operator.GE),
          Map.entry("JS", Operator.LT),
          Map.entry("JNS", Operator.GE));

  /** The size of what the current instruction accesses: 4 if nothing says it. */
  private int bytes;

  X86Visitor(ThreadCode code, TestMemory memory) {
    super(code, memory);
  }

  @Override
  String register(String word) {
    return REGISTERS.get(word.toUpperCase(Locale.ROOT).replace("%", ""));
  }

  /** As written: the name says how wide it is. */
  @Override
  String reported(String word) {
    return word;
  }

  @Override
  boolean visit(String mnemonic, Call call) {
    bytes = 4;
    String plain = mnemonic;
    boolean locked = false;
    if (plain.startsWith("LOCK_")) {
      plain = plain.substring(5);
      locked = true;
    }
    if (plain.endsWith("L") || plain.endsWith("Q")) {
      String sizeless = plain.substring(0, plain.length() - 1);
      if (WITH_SIZE.contains(sizeless)) {
        bytes = plain.endsWith("Q") ? 8 : 4;
        plain = sizeless;
      }
    }
    for (int i = 0; i < call.count(); i++) {
      if (call.isRegister(i)) {
        bytes = bytes(call, i);
      }
    }
    switch (plain) {
      case "MOV" -> move(call);
      case "XCHG" -> exchange(call);
      case "CMPXCHG" -> compareExchange(call, locked);
      case "XADD" -> exchangeAdd(call, locked);
      case "MFENCE", "SFENCE", "LFENCE" ->
          code().add(new LitmusInstruction.Fence(Set.of(plain, plain.toLowerCase(Locale.ROOT))));
      case "INC" -> update(call, target(call, 1), Operator.ADD, Expression.of(1), locked);
      case "DEC" -> update(call, target(call, 1), Operator.SUB, Expression.of(1), locked);
      case "CMP", "TEST" -> {
        Expression left = source(call, target(call, 2));
        Expression right = source(call, other(call));
        Expression result =
            plain.equals("CMP")
                ? left.then(Operator.COMPARE, right)
                : left.then(Operator.AND, right).then(Operator.COMPARE, 0);
        code().assign(code().register(FLAGS), result);
      }
      case "JMP" -> code().jump(call.requireWord(0, "a label"), call.place());
      case "NOP" -> call.requireCount(0);
      default -> {
        if (OPERATORS.containsKey(plain)) {
          int target = target(call, 2);
          Expression operand = source(call, other(call));
          update(call, target, OPERATORS.get(plain), operand, locked);
        } else if (JUMPS.containsKey(plain)) {
          Expression taken = code().value(FLAGS).then(JUMPS.get(plain), 0);
          code().branch(taken, call.requireWord(0, "a label"), call.place());
        } else {
          return false;
        }
      }
    }
    return true;
  }

  /** How wide a register is, which its name says. */
  private static int bytes(Call call, int index) {
    String name = call.word(index).toUpperCase(Locale.ROOT).replace("%", "");
    if (NARROW.matcher(name).matches()) {
      throw call.expected(index, "a register of 32 or 64 bits");
    }
    return name.startsWith("R") && !name.endsWith("D") ? 8 : 4;
  }

  /** AT&T's order has the target last; its registers have percent signs. */
  private static boolean isAtt(Call call) {
    for (int i = 0; i < call.count(); i++) {
      if (call.text(i).startsWith("%")) {
        return true;
      }
    }
    return call.count() == 2 && call.text(0).startsWith("$") && call.text(1).startsWith("(");
  }

  private int target(Call call, int operands) {
    call.requireCount(operands);
    return isAtt(call) ? operands - 1 : 0;
  }

  private int other(Call call) {
    return isAtt(call) ? 0 : 1;
  }

  private Expression address(MemoryContext memory) {
    Token place = memory.getStart();
    if (memory.address() == null) {
      Expression base = base(memory.ID().getText(), place);
      return memory.constant() == null
          ? base
          : base.then(Operator.ADD, Numbers.of(memory.constant()));
    }
    AddressContext address = memory.address();
    if (address.ID().isEmpty()) {
      throw wrongAddress(memory, place);
    }
    Expression base = base(address.ID(0).getText(), place);
    if (!hasOffset(address)) {
      return base;
    }
    if (address.ID().size() > 1) {
      return base.then(Operator.ADD, base(address.ID(1).getText(), place));
    }
    return base.then(Operator.ADD, Numbers.of(address.immediate(0)));
  }

  private Expression load(Call call, int index, Set<String> tags) {
    int register = code().fresh();
    code()
        .add(
            new LitmusInstruction.Load(
                register, address(call.memory(index)), bytes, true, false, tags));
    return Expression.register(register);
  }

  private Expression source(Call call, int index) {
    return call.isMemory(index) ? load(call, index, Set.of()) : call.registerOrImmediate(index);
  }

  private void move(Call call) {
    int target = target(call, 2);
    int source = other(call);
    if (call.isMemory(target)) {
      Expression value = call.registerOrImmediate(source);
      code().add(new LitmusInstruction.Store(address(call.memory(target)), value, bytes, Set.of()));
    } else if (call.isMemory(source)) {
      code()
          .add(
              new LitmusInstruction.Load(
                  call.register(target),
                  address(call.memory(source)),
                  bytes,
                  true,
                  false,
                  Set.of()));
    } else {
      code().assign(call.register(target), call.registerOrImmediate(source));
    }
  }

  /** Computes in place, in a register or in memory. */
  private void update(
      Call call, int target, Operator operator, Expression operand, boolean locked) {
    if (call.isMemory(target)) {
      int old = code().fresh();
      Expression value = Expression.register(old).then(operator, operand);
      Expression address = address(call.memory(target));
      readModifyWrite(old, address, null, value, locked);
      code().assign(code().register(FLAGS), value.then(Operator.COMPARE, 0));
    } else {
      Expression value = call.value(target).then(operator, operand);
      code().assign(call.register(target), value);
      code().assign(code().register(FLAGS), call.value(target).then(Operator.COMPARE, 0));
    }
  }

  private void readModifyWrite(
      int old, Expression address, Expression condition, Expression value, boolean locked) {
    if (locked) {
      code()
          .add(
              new LitmusInstruction.ReadModifyWrite(
                  old, address, condition, value, bytes, false, ATOMIC, ATOMIC, ATOMIC));
    } else {
      code().add(new LitmusInstruction.Load(old, address, bytes, true, false, Set.of()));
      code().add(new LitmusInstruction.Store(address, value, bytes, Set.of()));
    }
  }

  /** Atomic with or without the prefix. */
  private void exchange(Call call) {
    call.requireCount(2);
    int memory = call.isMemory(0) ? 0 : 1;
    int register = call.register(1 - memory);
    int old = code().fresh();
    readModifyWrite(old, address(call.memory(memory)), null, Expression.register(register), true);
    code().assign(register, signed(old));
  }

  private Expression signed(int register) {
    return Expression.register(register).then(Operator.SIGN_EXTEND, 8L * bytes);
  }

  private void exchangeAdd(Call call, boolean locked) {
    int target = target(call, 2);
    int register = call.register(other(call));
    int old = code().fresh();
    Expression sum = Expression.register(old).then(Operator.ADD, Expression.register(register));
    readModifyWrite(old, address(call.memory(target)), null, sum, locked);
    code().assign(register, signed(old));
  }

  private void compareExchange(Call call, boolean locked) {
    if (!locked) {
      throw new LitmusException.At(call.place(), "cmpxchg without lock is not supported");
    }
    int target = target(call, 2);
    Expression value = call.value(other(call));
    int old = code().fresh();
    Expression accumulator = code().value("EAX");
    Expression equal = signed(old).then(Operator.EQ, accumulator);
    readModifyWrite(old, address(call.memory(target)), equal, value, true);
    code().assign(code().register(FLAGS), accumulator.then(Operator.COMPARE, signed(old)));
    code().assign(code().register("EAX"), signed(old));
  }
}
