package dev.heddle.frontend.litmus;

import dev.heddle.frontend.litmus.grammar.LitmusParser.AddressContext;
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
import org.antlr.v4.runtime.Token;

/** AArch64: base instructions, acquire and release, exclusives, and the atomics of version 8.1. */
final class Aarch64Visitor extends AssemblyVisitor {
  private static final Map<String, String> REGISTERS = RegisterNames.aarch64();
  private static final String FLAGS = "NZCV";
  private static final String UNSIGNED_FLAGS = "NZCV.C";

  private static final Pattern PLAIN = Pattern.compile("(LDR|LDUR|STR|STUR)(B|H|SB|SH|SW)?");
  private static final Pattern ORDERED = Pattern.compile("(LDAR|LDAPR|LDAPUR|STLR|STLUR)(B|H)?");
  private static final Pattern EXCLUSIVE = Pattern.compile("(LDXR|LDAXR|STXR|STLXR)(B|H)?");
  private static final Pattern ATOMIC =
      Pattern.compile(
          "(SWP|CAS|LDADD|LDEOR|LDSET|LDCLR|LDSMAX|LDSMIN|LDUMAX|LDUMIN|STADD|STEOR|STSET|STCLR"
              + "|STSMAX|STSMIN|STUMAX|STUMIN)(AL|A|L)?(B|H)?");

  private static final Map<String, Operator> ARITHMETIC =
      Map.of(
          "ADD", Operator.ADD,
          "SUB", Operator.SUB,
          "EOR", Operator.XOR,
          "ORR", Operator.OR,
          "AND", Operator.AND,
          "MUL", Operator.MUL,
          "LSL", Operator.SHL,
          "LSR", Operator.SHR);

  private static final Map<String, Operator> CONDITIONS =
      Map.of(
          "EQ", Operator.EQ,
          "NE", Operator.NE,
          "LT", Operator.LT,
          "LE", Operator.LE,
          "GT", Operator.GT,
          "GE", Operator.GE);

  private static final Map<String, Operator> UNSIGNED_CONDITIONS =
      Map.of(
          "LO", Operator.LT,
          "CC", Operator.LT,
          "LS", Operator.LE,
          "HI", Operator.GT,
          "HS", Operator.GE,
          "CS", Operator.GE);

  Aarch64Visitor(ThreadCode code, TestMemory memory) {
    super(code, memory);
  }

  @Override
  String register(String word) {
    return REGISTERS.get(word.toUpperCase(Locale.ROOT));
  }

  private static boolean isNarrow(String register) {
    return register.toUpperCase(Locale.ROOT).startsWith("W");
  }

  @Override
  boolean visit(String mnemonic, Call call) {
    if (ARITHMETIC.containsKey(mnemonic)) {
      arithmetic(call, ARITHMETIC.get(mnemonic), false);
    } else if (mnemonic.matches("(ADD|SUB|AND|EOR|ORR)S")) {
      arithmetic(call, ARITHMETIC.get(mnemonic.substring(0, 3)), true);
    } else if (mnemonic.startsWith("B.")) {
      branch(call, mnemonic.substring(2));
    } else if (PLAIN.matcher(mnemonic).matches()) {
      plain(call, PLAIN.matcher(mnemonic));
    } else if (ORDERED.matcher(mnemonic).matches()) {
      ordered(call, ORDERED.matcher(mnemonic));
    } else if (EXCLUSIVE.matcher(mnemonic).matches()) {
      exclusive(call, EXCLUSIVE.matcher(mnemonic));
    } else if (ATOMIC.matcher(mnemonic).matches()) {
      atomic(call, ATOMIC.matcher(mnemonic));
    } else {
      return other(mnemonic, call);
    }
    return true;
  }

  private boolean other(String mnemonic, Call call) {
    switch (mnemonic) {
      case "MOV", "MOVZ" -> {
        call.requireCount(2);
        assign(call, 0, narrow(call, 0, call.registerOrImmediate(1)));
      }
      case "CMP" -> {
        call.requireCount(2, 3);
        Expression right = shifted(call, 1, 2);
        compare(call, call.value(0), right);
      }
      case "CBZ", "CBNZ" -> {
        call.requireCount(2);
        Operator test = mnemonic.equals("CBZ") ? Operator.EQ : Operator.NE;
        Expression tested = narrow(call, 0, call.value(0));
        code().branch(tested.then(test, 0), call.requireWord(1, "a label"), call.place(1));
      }
      case "B" -> code().jump(call.requireWord(0, "a label"), call.place());
      case "SXTW" -> assign(call, 0, call.value(1).then(Operator.SIGN_EXTEND, 32));
      case "UXTW" -> assign(call, 0, call.value(1).then(Operator.ZERO_EXTEND, 32));
      case "DMB", "DSB" -> barrier(call, mnemonic);
      case "ISB" -> code().add(new LitmusInstruction.Fence(Set.of("ISB")));
      case "NOP" -> call.requireCount(0);
      case "LDP", "STP" -> pair(call, mnemonic.equals("LDP"));
      default -> {
        return false;
      }
    }
    return true;
  }

  private void barrier(Call call, String mnemonic) {
    String option = call.count() == 0 ? "SY" : call.requireWord(0, "SY, LD, ST, ISH, …");
    String tag = mnemonic + "." + option.toUpperCase(Locale.ROOT);
    if (!dev.heddle.litmus.Architecture.AARCH64.tags().contains(tag)) {
      throw call.expected(0, "SY, LD, ST or one of them with ISH, OSH or NSH");
    }
    code().add(new LitmusInstruction.Fence(Set.of(tag)));
  }

  /** The zero register stays zero. */
  private void assign(Call call, int index, Expression value) {
    int register = call.register(index);
    if (!isZero(call, index)) {
      code().assign(register, value);
    }
  }

  private boolean isZero(Call call, int index) {
    return "XZR".equals(register(call.requireWord(index, "a register")));
  }

  /** What a W register keeps of a value. */
  private static Expression narrow(Call call, int index, Expression value) {
    return isNarrow(call.requireWord(index, "a register"))
        ? value.then(Operator.ZERO_EXTEND, 32)
        : value;
  }

  private void arithmetic(Call call, Operator operator, boolean setsFlags) {
    call.requireCount(3, 4);
    Expression value = call.value(1).then(operator, shifted(call, 2, 3));
    Expression result = narrow(call, 0, value);
    if (setsFlags) {
      compare(call, result, Expression.of(0));
    }
    assign(call, 0, result);
  }

  /** A register or a number, extended or shifted as the next operand says, if there is one. */
  private Expression shifted(Call call, int index, int modifier) {
    Expression value = call.registerOrImmediate(index);
    if (call.count() <= modifier) {
      return value;
    }
    String word = call.words(modifier).isEmpty() ? "" : call.words(modifier).get(0);
    long amount =
        call.trailingImmediate(modifier) == null ? 0 : Numbers.of(call.trailingImmediate(modifier));
    return extended(value, word, amount, call.place(modifier));
  }

  private static Expression extended(Expression value, String word, long amount, Token place) {
    Expression whole =
        switch (word) {
          case "SXTW" -> value.then(Operator.SIGN_EXTEND, 32);
          case "UXTW" -> value.then(Operator.ZERO_EXTEND, 32);
          case "LSL", "SXTX", "UXTX" -> value;
          default ->
              throw new LitmusException.At(
                  place, "expected SXTW, UXTW, SXTX or LSL but found '" + word + "'");
        };
    return amount == 0 ? whole : whole.then(Operator.SHL, amount);
  }

  private void compare(Call call, Expression left, Expression right) {
    boolean narrow = isNarrow(call.requireWord(0, "a register"));
    Expression a = narrow ? left.then(Operator.SIGN_EXTEND, 32) : left;
    Expression b = narrow ? right.then(Operator.SIGN_EXTEND, 32) : right;
    code().assign(code().register(FLAGS), a.then(Operator.COMPARE, b));
    code().assign(code().register(UNSIGNED_FLAGS), a.then(Operator.UCOMPARE, b));
  }

  private void branch(Call call, String condition) {
    boolean unsigned = UNSIGNED_CONDITIONS.containsKey(condition);
    Operator operator = unsigned ? UNSIGNED_CONDITIONS.get(condition) : CONDITIONS.get(condition);
    if (operator == null) {
      throw new LitmusException.At(call.place(), "condition '" + condition + "' is not supported");
    }
    Expression flags = code().value(unsigned ? UNSIGNED_FLAGS : FLAGS);
    code().branch(flags.then(operator, 0), call.requireWord(0, "a label"), call.place());
  }

  /**
   * {@code [X1]}, {@code [X1,#4]}, {@code [X1,X2]}, {@code [X1,W2,SXTW]}, {@code [X1,X2,LSL #3]}.
   */
  private Expression address(Call call, int index) {
    MemoryContext memory = call.memory(index);
    AddressContext address = memory.address();
    Token place = memory.getStart();
    boolean plain = address != null && memory.getStop().getText().equals("]");
    if (!plain || address.ID().isEmpty() || memory.word().size() > 0) {
      throw wrongAddress(memory, place);
    }
    Expression base = base(address.ID(0).getText(), place);
    if (!hasOffset(address)) {
      return base;
    }
    if (address.ID().size() == 1) {
      return base.then(Operator.ADD, Numbers.of(address.immediate(0)));
    }
    String offset = register(address.ID(1).getText());
    if (offset == null) {
      throw wrongAddress(memory, place);
    }
    Expression value = code().value(offset);
    if (address.ID().size() > 2) {
      String word = address.ID(2).getText().toUpperCase(Locale.ROOT);
      long amount = address.immediate().isEmpty() ? 0 : Numbers.of(address.immediate(0));
      value = extended(value, word, amount, place);
    }
    return base.then(Operator.ADD, value);
  }

  private static int size(Call call, int register, String suffix) {
    return switch (suffix == null ? "" : suffix) {
      case "B", "SB" -> 1;
      case "H", "SH" -> 2;
      case "SW" -> 4;
      default -> isNarrow(call.requireWord(register, "a register")) ? 4 : 8;
    };
  }

  private void load(Call call, int register, Expression from, int size, Set<String> tags) {
    code()
        .add(
            new LitmusInstruction.Load(
                target(call, register), from, size, false, tags.contains("X"), tags));
  }

  /** What is loaded into the zero register is lost. */
  private int target(Call call, int index) {
    int register = call.register(index);
    return isZero(call, index) ? code().fresh() : register;
  }

  private void plain(Call call, Matcher matcher) {
    matcher.matches();
    call.requireCount(2);
    String suffix = matcher.group(2);
    int size = size(call, 0, suffix);
    Expression address = address(call, 1);
    if (matcher.group(1).startsWith("LD")) {
      boolean signed = suffix != null && suffix.startsWith("S");
      int register = target(call, 0);
      code().add(new LitmusInstruction.Load(register, address, size, signed, false, Set.of()));
      if (signed && isNarrow(call.requireWord(0, "a register"))) {
        code().assign(register, Expression.register(register).then(Operator.ZERO_EXTEND, 32));
      }
    } else {
      code().add(new LitmusInstruction.Store(address, call.value(0), size, Set.of()));
    }
  }

  private void ordered(Call call, Matcher matcher) {
    matcher.matches();
    call.requireCount(2);
    int size = size(call, 0, matcher.group(2));
    Expression address = address(call, 1);
    switch (matcher.group(1)) {
      case "LDAR" -> load(call, 0, address, size, Set.of("A"));
      case "LDAPR", "LDAPUR" -> load(call, 0, address, size, Set.of("Q"));
      default -> code().add(new LitmusInstruction.Store(address, call.value(0), size, Set.of("L")));
    }
  }

  private void exclusive(Call call, Matcher matcher) {
    matcher.matches();
    switch (matcher.group(1)) {
      case "LDXR", "LDAXR" -> {
        call.requireCount(2);
        Set<String> tags = matcher.group(1).equals("LDXR") ? Set.of("X") : Set.of("X", "A");
        load(call, 0, address(call, 1), size(call, 0, matcher.group(2)), tags);
      }
      default -> {
        call.requireCount(3);
        Set<String> tags = matcher.group(1).equals("STXR") ? Set.of("X") : Set.of("X", "L");
        code()
            .add(
                new LitmusInstruction.StoreConditional(
                    target(call, 0),
                    0,
                    1,
                    address(call, 2),
                    call.value(1),
                    size(call, 1, matcher.group(2)),
                    tags));
      }
    }
  }

  /** {@code SWP s,t,[n]}, {@code CAS s,t,[n]}, {@code LDADD s,t,[n]}, {@code STADD s,[n]}. */
  private void atomic(Call call, Matcher matcher) {
    matcher.matches();
    String name = matcher.group(1);
    String order = matcher.group(2) == null ? "" : matcher.group(2);
    boolean discards = name.startsWith("ST");
    call.requireCount(discards ? 2 : 3);
    int size = size(call, 0, matcher.group(3));
    Expression address = address(call, discards ? 1 : 2);
    Expression operand = call.value(0);
    int old = code().fresh();
    Expression condition = null;
    Expression value;
    int target = discards || name.equals("CAS") ? 0 : 1;
    switch (name) {
      case "SWP" -> value = operand;
      case "CAS" -> {
        long bits = 8L * size;
        condition =
            Expression.register(old).then(Operator.EQ, operand.then(Operator.ZERO_EXTEND, bits));
        value = call.value(1);
      }
      default -> value = combined(name.substring(2), Expression.register(old), operand, size);
    }
    // Acquire does not hold if nothing is read into a register.
    boolean lost = discards || (!name.equals("CAS") && isZero(call, target));
    Set<String> read = new TreeSet<>(lost ? Set.of("X", "NoRet") : Set.of("X"));
    if (order.contains("A") && !lost) {
      read.add("A");
    }
    Set<String> write = order.contains("L") ? Set.of("X", "L") : Set.of("X");
    code()
        .add(
            new LitmusInstruction.ReadModifyWrite(
                old, address, condition, value, size, false, read, write, read));
    if (!lost) {
      assign(call, target, Expression.register(old));
    }
  }

  private static Expression combined(
      String operation, Expression old, Expression operand, int size) {
    long bits = 8L * size;
    return switch (operation) {
      case "ADD" -> old.then(Operator.ADD, operand);
      case "EOR" -> old.then(Operator.XOR, operand);
      case "SET" -> old.then(Operator.OR, operand);
      case "CLR" -> old.then(Operator.AND, operand.then(Operator.XOR, -1));
      case "SMAX", "SMIN" ->
          old.then(Operator.SIGN_EXTEND, bits)
              .then(
                  operation.equals("SMAX") ? Operator.MAX : Operator.MIN,
                  operand.then(Operator.SIGN_EXTEND, bits));
      default ->
          old.then(
              operation.equals("UMAX") ? Operator.UMAX : Operator.UMIN,
              operand.then(Operator.ZERO_EXTEND, bits));
    };
  }

  /** Two accesses next to each other. */
  private void pair(Call call, boolean isLoad) {
    call.requireCount(3);
    int size = size(call, 0, null);
    Expression first = address(call, 2);
    Expression second = first.then(Operator.ADD, size);
    if (isLoad) {
      int base = code().fresh();
      code().assign(base, first);
      load(call, 0, Expression.register(base), size, Set.of());
      load(call, 1, Expression.register(base).then(Operator.ADD, size), size, Set.of());
    } else {
      code().add(new LitmusInstruction.Store(first, call.value(0), size, Set.of()));
      code().add(new LitmusInstruction.Store(second, call.value(1), size, Set.of()));
    }
  }
}
