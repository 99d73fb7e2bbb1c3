package dev.heddle.frontend.litmus;

import dev.heddle.frontend.litmus.grammar.LitmusParser.MemoryContext;
import dev.heddle.litmus.Expression;
import dev.heddle.litmus.LitmusInstruction;
import dev.heddle.litmus.Operator;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * POWER. Condition register 0 holds how the last comparison came out. Registers have 64 bits, of
 * which a test sees the lower half, with its sign, if no declaration says otherwise.
 */
final class PpcVisitor extends AssemblyVisitor {
  private static final String CONDITION = "CR0";
  private static final Map<String, String> REGISTERS = RegisterNames.ppc();

  PpcVisitor(ThreadCode code, TestMemory memory) {
    super(code, memory);
  }

  @Override
  String register(String word) {
    String name = REGISTERS.get(word.toLowerCase(Locale.ROOT).replace("%", ""));
    return name != null ? name : word.startsWith("%") ? word : null;
  }

  @Override
  void observe(int register) {
    if (!code().isWide(register)) {
      code().assign(register, Expression.register(register).then(Operator.SIGN_EXTEND, 32));
    }
  }

  @Override
  boolean visit(String mnemonic, Call call) {
    switch (mnemonic) {
      case "LI" -> code().assign(call.register(0), Expression.of(call.immediate(1)));
      case "LIS" -> code().assign(call.register(0), Expression.of(call.immediate(1) << 16));
      case "ADDIS" ->
          code()
              .assign(call.register(0), call.value(1).then(Operator.ADD, call.immediate(2) << 16));
      case "EXTSW" -> code().assign(call.register(0), call.value(1).then(Operator.SIGN_EXTEND, 32));
      case "CLRLDI" ->
          code()
              .assign(
                  call.register(0),
                  call.value(1).then(Operator.ZERO_EXTEND, 64 - call.immediate(2)));
      case "RLWINM" ->
          code().assign(call.register(0), rotated(call).then(Operator.AND, mask(call)));
      case "RLWIMI" ->
          code()
              .assign(
                  call.register(0),
                  rotated(call)
                      .then(Operator.AND, mask(call))
                      .then(Operator.OR, call.value(0).then(Operator.AND, ~mask(call))));
      case "MR" -> code().assign(call.register(0), call.value(1));
      case "ADD", "ADDI", "ADDIC" -> compute(call, Operator.ADD);
      case "SUB", "SUBI" -> compute(call, Operator.SUB);
      case "SUBF" ->
          code().assign(call.register(0), call.value(2).then(Operator.SUB, call.value(1)));
      case "XOR", "XORI" -> compute(call, Operator.XOR);
      case "OR", "ORI" -> compute(call, Operator.OR);
      case "AND" -> compute(call, Operator.AND);
      case "ANDI.", "AND." -> {
        compute(call, Operator.AND);
        compare(call.value(0), Expression.of(0));
      }
      case "MULLW", "MULLI" -> compute(call, Operator.MUL);
      case "CMPW", "CMPWI", "CMPD", "CMPDI" -> {
        int first = call.count() == 3 ? 1 : 0;
        long bits = mnemonic.startsWith("CMPW") ? 32 : 64;
        compare(
            call.value(first).then(Operator.SIGN_EXTEND, bits),
            call.registerOrImmediate(first + 1).then(Operator.SIGN_EXTEND, bits));
      }
      case "CMPLW", "CMPLWI", "CMPLD", "CMPLDI" -> {
        int first = call.count() == 3 ? 1 : 0;
        long bits = mnemonic.startsWith("CMPLW") ? 32 : 64;
        code()
            .assign(
                code().register(CONDITION),
                call.value(first)
                    .then(Operator.ZERO_EXTEND, bits)
                    .then(
                        Operator.UCOMPARE,
                        call.registerOrImmediate(first + 1).then(Operator.ZERO_EXTEND, bits)));
      }
      case "LBZ" -> load(call, 1, false);
      case "LHZ" -> load(call, 2, false);
      case "LWZ" -> load(call, 4, false);
      case "LWA" -> loadSigned(call, 4, false);
      case "LHA" -> loadSigned(call, 2, false);
      case "LD" -> load(call, 8, false);
      case "LBZX" -> load(call, 1, true);
      case "LHZX" -> load(call, 2, true);
      case "LWZX" -> load(call, 4, true);
      case "LWAX" -> loadSigned(call, 4, true);
      case "LHAX" -> loadSigned(call, 2, true);
      case "LDX" -> load(call, 8, true);
      case "STB" -> store(call, 1, false);
      case "STH" -> store(call, 2, false);
      case "STW" -> store(call, 4, false);
      case "STD" -> store(call, 8, false);
      case "STBX" -> store(call, 1, true);
      case "STHX" -> store(call, 2, true);
      case "STWX" -> store(call, 4, true);
      case "STDX" -> store(call, 8, true);
      case "LWARX", "LDARX" -> reserve(call, mnemonic.equals("LWARX") ? 4 : 8);
      case "STWCX.", "STDCX." -> conditional(call, mnemonic.equals("STWCX.") ? 4 : 8);
      case "SYNC", "HWSYNC", "LWSYNC", "EIEIO", "ISYNC", "DCS" -> {
        String name = mnemonic.equals("HWSYNC") || mnemonic.equals("DCS") ? "SYNC" : mnemonic;
        code().add(new LitmusInstruction.Fence(Set.of(name, name.toLowerCase(Locale.ROOT))));
      }
      case "NOP" -> call.requireCount(0);
      case "B" -> code().jump(call.requireWord(0, "a label"), call.place());
      case "BLR" -> {
        call.requireCount(0);
        code().jumpToEnd(call.place());
      }
      case "BEQ" -> branch(call, Operator.EQ);
      case "BNE" -> branch(call, Operator.NE);
      case "BLT" -> branch(call, Operator.LT);
      case "BLE" -> branch(call, Operator.LE);
      case "BGT" -> branch(call, Operator.GT);
      case "BGE" -> branch(call, Operator.GE);
      default -> {
        return false;
      }
    }
    return true;
  }

  private void compute(Call call, Operator operator) {
    call.requireCount(3);
    Expression left = call.value(1);
    code().assign(call.register(0), left.then(operator, call.registerOrImmediate(2)));
  }

  private void compare(Expression left, Expression right) {
    code().assign(code().register(CONDITION), left.then(Operator.COMPARE, right));
  }

  private void branch(Call call, Operator operator) {
    int label = call.count() - 1;
    code()
        .branch(
            code().value(CONDITION).then(operator, 0),
            call.requireWord(Math.max(label, 0), "a label"),
            call.place());
  }

  /** {@code 8(r2)}, or {@code r1,r2} for the indexed forms, in which r0 stands for zero. */
  private Expression address(Call call, boolean indexed) {
    if (indexed) {
      call.requireCount(3);
      Expression index = call.value(2);
      boolean zero = "r0".equals(register(call.requireWord(1, "a register")));
      return zero ? index : call.value(1).then(Operator.ADD, index);
    }
    call.requireCount(2);
    MemoryContext memory = call.memory(1);
    if (memory.ID() == null || register(memory.ID().getText()) == null) {
      throw call.expected(1, "an address such as 0(r2)");
    }
    Expression base = code().value(register(memory.ID().getText()));
    long offset = memory.constant() == null ? 0 : Numbers.of(memory.constant());
    return offset == 0 ? base : base.then(Operator.ADD, offset);
  }

  /** Two copies of the lower half of a register, turned to the left. */
  private static Expression rotated(Call call) {
    call.requireCount(5);
    Expression word = call.value(1).then(Operator.ZERO_EXTEND, 32);
    long by = call.immediate(2) & 31;
    return word.then(Operator.SHL, by).then(Operator.OR, word.then(Operator.SHR, 32 - by));
  }

  /** Bits from one to another, of which 0 is the highest of 32; around the end if they cross. */
  private static long mask(Call call) {
    long begin = call.immediate(3) & 31;
    long end = call.immediate(4) & 31;
    long from = 0xFFFF_FFFFL >>> begin;
    long to = 0xFFFF_FFFFL << (31 - end) & 0xFFFF_FFFFL;
    return begin <= end ? from & to : from | to;
  }

  private void load(Call call, int size, boolean indexed) {
    load(call, size, indexed, false);
  }

  private void loadSigned(Call call, int size, boolean indexed) {
    load(call, size, indexed, true);
  }

  private void load(Call call, int size, boolean indexed, boolean signed) {
    Expression address = address(call, indexed);
    code()
        .add(new LitmusInstruction.Load(call.register(0), address, size, signed, false, Set.of()));
  }

  private void store(Call call, int size, boolean indexed) {
    Expression address = address(call, indexed);
    code().add(new LitmusInstruction.Store(address, call.value(0), size, Set.of()));
  }

  private void reserve(Call call, int size) {
    Expression address = address(call, true);
    code()
        .add(new LitmusInstruction.Load(call.register(0), address, size, false, true, Set.of("X")));
  }

  private void conditional(Call call, int size) {
    Expression address = address(call, true);
    code()
        .add(
            new LitmusInstruction.StoreConditional(
                code().register(CONDITION), 0, 1, address, call.value(0), size, Set.of("X")));
  }
}
