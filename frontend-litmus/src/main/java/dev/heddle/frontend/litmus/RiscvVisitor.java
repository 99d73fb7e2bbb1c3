package dev.heddle.frontend.litmus;

import dev.heddle.frontend.litmus.grammar.LitmusParser.MemoryContext;
import dev.heddle.litmus.Expression;
import dev.heddle.litmus.LitmusInstruction;
import dev.heddle.litmus.Operator;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** RISC-V with the extensions A for atomics and Ztso's fences. */
final class RiscvVisitor extends AssemblyVisitor {
  private static final Map<String, String> REGISTERS = RegisterNames.riscv();
  private static final Pattern LOAD = Pattern.compile("L([BHWD])(U)?((?:\\.AQ)?(?:\\.RL)?)");
  private static final Pattern STORE = Pattern.compile("S([BHWD])((?:\\.AQ)?(?:\\.RL)?)");
  private static final Pattern ATOMIC =
      Pattern.compile(
          "(LR|SC|AMOSWAP|AMOADD|AMOXOR|AMOAND|AMOOR|AMOMAX|AMOMIN|AMOMAXU|AMOMINU)\\.([WD])"
              + "((?:\\.AQ)?(?:\\.RL)?)");

  private static final Map<String, Operator> ARITHMETIC =
      Map.ofEntries(
          Map.entry("ADD", Operator.ADD),
          Map.entry("ADDI", Operator.ADD),
          Map.entry("ADDIW", Operator.ADD),
          Map.entry("ADDW", Operator.ADD),
          Map.entry("SUB", Operator.SUB),
          Map.entry("XOR", Operator.XOR),
          Map.entry("XORI", Operator.XOR),
          Map.entry("OR", Operator.OR),
          Map.entry("ORI", Operator.OR),
          Map.entry("AND", Operator.AND),
          Map.entry("ANDI", Operator.AND),
          Map.entry("SLLI", Operator.SHL));

  private static final Map<String, Operator> BRANCHES =
      Map.of(
          "BEQ", Operator.EQ,
          "BNE", Operator.NE,
          "BLT", Operator.LT,
          "BGE", Operator.GE);

  RiscvVisitor(ThreadCode code, TestMemory memory) {
    super(code, memory);
  }

  @Override
  String register(String word) {
    return REGISTERS.get(word.toLowerCase(Locale.ROOT));
  }

  @Override
  boolean visit(String mnemonic, Call call) {
    if (ARITHMETIC.containsKey(mnemonic)) {
      call.requireCount(3);
      Expression value =
          value(call, 1)
              .then(
                  ARITHMETIC.get(mnemonic),
                  call.isImmediate(2) ? Expression.of(call.immediate(2)) : value(call, 2));
      assign(call, 0, value);
    } else if (BRANCHES.containsKey(mnemonic)) {
      call.requireCount(3);
      Expression taken = value(call, 0).then(BRANCHES.get(mnemonic), value(call, 1));
      code().branch(taken, call.requireWord(2, "a label"), call.place(2));
    } else if (LOAD.matcher(mnemonic).matches()) {
      load(call, LOAD.matcher(mnemonic));
    } else if (STORE.matcher(mnemonic).matches()) {
      store(call, STORE.matcher(mnemonic));
    } else if (ATOMIC.matcher(mnemonic).matches()) {
      atomic(call, ATOMIC.matcher(mnemonic));
    } else {
      return other(mnemonic, call);
    }
    return true;
  }

  private boolean other(String mnemonic, Call call) {
    switch (mnemonic) {
      case "LI" -> assign(call, 0, Expression.of(call.immediate(1)));
      case "MV" -> assign(call, 0, value(call, 1));
      case "BNEZ", "BEQZ" -> {
        Operator test = mnemonic.equals("BNEZ") ? Operator.NE : Operator.EQ;
        code().branch(value(call, 0).then(test, 0), call.requireWord(1, "a label"), call.place(1));
      }
      case "J" -> code().jump(call.requireWord(0, "a label"), call.place());
      case "NOP" -> call.requireCount(0);
      case "FENCE.I" -> code().add(new LitmusInstruction.Fence(Set.of("Fence.i")));
      case "FENCE.TSO" -> code().add(new LitmusInstruction.Fence(Set.of("Fence.tso")));
      case "FENCE" -> {
        call.requireCount(0, 2);
        String before = call.count() == 0 ? "rw" : ordering(call, 0);
        String after = call.count() == 0 ? "rw" : ordering(call, 1);
        code().add(new LitmusInstruction.Fence(Set.of("Fence." + before + "." + after)));
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private static String ordering(Call call, int index) {
    String word = call.requireWord(index, "r, w or rw").toLowerCase(Locale.ROOT);
    if (!Set.of("r", "w", "rw").contains(word)) {
      throw call.expected(index, "r, w or rw");
    }
    return word;
  }

  private Expression value(Call call, int index) {
    int register = call.register(index);
    return isZero(call, index) ? Expression.of(0) : Expression.register(register);
  }

  private boolean isZero(Call call, int index) {
    return "x0".equals(register(call.requireWord(index, "a register")));
  }

  private void assign(Call call, int index, Expression value) {
    int register = call.register(index);
    if (!isZero(call, index)) {
      code().assign(register, value);
    }
  }

  private int target(Call call, int index) {
    int register = call.register(index);
    return isZero(call, index) ? code().fresh() : register;
  }

  private Expression address(Call call, int index) {
    MemoryContext memory = call.memory(index);
    if (memory.ID() == null || register(memory.ID().getText()) == null) {
      throw call.expected(index, "an address such as 0(x5)");
    }
    Expression base = code().value(register(memory.ID().getText()));
    long offset = memory.constant() == null ? 0 : Numbers.of(memory.constant());
    return offset == 0 ? base : base.then(Operator.ADD, offset);
  }

  private static int size(String letter) {
    return switch (letter) {
      case "B" -> 1;
      case "H" -> 2;
      case "W" -> 4;
      default -> 8;
    };
  }

  /** Both orders on one access are a tag of their own, as the published model has it. */
  private static Set<String> tags(String order, String... more) {
    Set<String> tags = new TreeSet<>(Set.of(more));
    if (order.equals(".AQ.RL")) {
      tags.add("AcqRel");
    } else if (order.equals(".AQ")) {
      tags.add("Acq");
    } else if (order.equals(".RL")) {
      tags.add("Rel");
    }
    return tags;
  }

  private void load(Call call, Matcher matcher) {
    matcher.matches();
    call.requireCount(2);
    boolean signed = matcher.group(2) == null;
    code()
        .add(
            new LitmusInstruction.Load(
                target(call, 0),
                address(call, 1),
                size(matcher.group(1)),
                signed,
                false,
                tags(matcher.group(3))));
  }

  private void store(Call call, Matcher matcher) {
    matcher.matches();
    call.requireCount(2);
    code()
        .add(
            new LitmusInstruction.Store(
                address(call, 1), value(call, 0), size(matcher.group(1)), tags(matcher.group(2))));
  }

  private void atomic(Call call, Matcher matcher) {
    matcher.matches();
    String name = matcher.group(1);
    int size = size(matcher.group(2));
    Set<String> tags = tags(matcher.group(3), name.startsWith("AMO") ? "AMO" : "X");
    if (name.equals("LR")) {
      call.requireCount(2);
      code()
          .add(
              new LitmusInstruction.Load(
                  target(call, 0), address(call, 1), size, true, true, tags));
      return;
    }
    call.requireCount(3);
    Expression address = address(call, 2);
    Expression operand = value(call, 1);
    if (name.equals("SC")) {
      code()
          .add(
              new LitmusInstruction.StoreConditional(
                  target(call, 0), 0, 1, address, operand, size, tags));
      return;
    }
    int old = code().fresh();
    Expression signed = Expression.register(old).then(Operator.SIGN_EXTEND, 8L * size);
    Expression value =
        switch (name) {
          case "AMOSWAP" -> operand;
          case "AMOADD" -> signed.then(Operator.ADD, operand);
          case "AMOXOR" -> signed.then(Operator.XOR, operand);
          case "AMOAND" -> signed.then(Operator.AND, operand);
          case "AMOOR" -> signed.then(Operator.OR, operand);
          case "AMOMAX" -> signed.then(Operator.MAX, operand);
          case "AMOMIN" -> signed.then(Operator.MIN, operand);
          case "AMOMAXU" -> signed.then(Operator.UMAX, operand);
          default -> signed.then(Operator.UMIN, operand);
        };
    code()
        .add(
            new LitmusInstruction.ReadModifyWrite(
                old, address, null, value, size, false, tags, tags, tags));
    assign(call, 0, signed);
  }
}
