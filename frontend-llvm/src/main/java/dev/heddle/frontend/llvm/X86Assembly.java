package dev.heddle.frontend.llvm;

import dev.heddle.frontend.llvm.AssemblyOperands.Place;
import dev.heddle.program.Barrier;
import dev.heddle.program.Instruction;
import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.Conversion;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.Instruction.RmwOperator;
import dev.heddle.program.MemoryOrder;
import dev.heddle.program.Register;
import dev.heddle.program.Value;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Translates the instructions of x86 that programs write by hand because C had no word for them:
 * locked operations on memory, exchanges, moves, and what asks for their flags.
 *
 * <p>A locked operation and an exchange with memory are sequentially consistent, and nothing behind
 * them comes before anything in front of them: they are a fence as well, which in C they would not
 * be. A load by {@code mov} is an acquire load and a store a release store, which is what the
 * processor gives.
 */
final class X86Assembly {
  private static final Pattern OPERAND =
      Pattern.compile(
          "(?<operand>\\$(?<number>\\d+)|\\$\\{(?<modified>\\d+)(:[a-z])?})"
              + "|(?<register>%[a-z0-9]+)"
              + "|\\$\\$(?<constant>[-~]?(0x[0-9a-f]+|\\d+))"
              + "|(?<offset>-?\\d*)\\((?<base>[^)]+)\\)");

  private static final List<String> BINARY = List.of("add", "sub", "and", "or", "xor");

  private final AssemblyOperands places;
  private final FunctionBuilder builder;
  private final Symbols symbols;
  private final WideAtomics wide;
  private int bits;
  private boolean locked;

  X86Assembly(AssemblyOperands places, FunctionBuilder builder, Symbols symbols) {
    this.symbols = symbols;
    this.places = places;
    this.builder = builder;
    this.wide = new WideAtomics(builder);
  }

  void execute(String instruction) {
    locked = instruction.startsWith("lock ");
    String code = locked ? instruction.substring("lock ".length()) : instruction;
    int blank = code.indexOf(' ');
    String name = blank < 0 ? code : code.substring(0, blank);
    String[] texts =
        blank < 0 ? new String[0] : code.substring(blank + 1).split(", ?(?![^(]*\\))", -1);
    if (name.startsWith("prefetch")) {
      return;
    }
    if (name.equals("rdtsc")) {
      Value cycles = builder.call(symbols.runtimeFunction("__heddle_cycles"));
      places.write("ax", builder.convert(Conversion.TRUNCATE, 64, 32, cycles));
      places.write("dx", builder.binary(BinaryOperator.LSHR, 64, cycles, Value.of(32)));
      return;
    }
    if (name.startsWith("set") && texts.length == 1) {
      bits = 8;
      put(place(texts[0]), places.condition(name.substring("set".length())));
      return;
    }
    if (name.equals("cmpxchg16b") && texts.length == 1) {
      compareExchange16(memory(texts[0]));
      return;
    }
    String operation = name.matches(".*[bwlq]") && !isOperation(name) ? cut(name) : name;
    if (!isOperation(operation)) {
      throw new UnsupportedException("the instruction '" + name + "'");
    }
    bits = operation.equals(name) ? width(texts) : bitsOf(name.charAt(name.length() - 1));
    if (texts.length == 1) {
      unary(operation, texts[0]);
    } else if (texts.length == 2) {
      binary(operation, texts[0], texts[1]);
    } else {
      throw new UnsupportedException("'" + name + "' with " + texts.length + " operands");
    }
  }

  private static String cut(String name) {
    return name.substring(0, name.length() - 1);
  }

  private static boolean isOperation(String name) {
    return switch (name) {
      case "mov", "xchg", "xadd", "cmpxchg", "inc", "dec", "neg", "not", "bts", "btr", "btc" ->
          true;
      default -> BINARY.contains(name);
    };
  }

  private static int bitsOf(char suffix) {
    return switch (suffix) {
      case 'b' -> 8;
      case 'w' -> 16;
      case 'l' -> 32;
      default -> 64;
    };
  }

  /** The width of the operands of an instruction without a suffix: that of a register. */
  private int width(String[] texts) {
    for (String text : texts) {
      if (text.startsWith("%")) {
        return text.startsWith("%r")
            ? 64
            : text.startsWith("%e") ? 32 : text.endsWith("l") ? 8 : 16;
      }
      if (text.matches("\\$\\d+|\\$\\{.*") && !place(text).isMemory()) {
        return place(text).bits();
      }
    }
    throw new UnsupportedException("an instruction without a width");
  }

  // ---- Operands -----------------------------------------------------------------------------

  private Matcher matched(String text) {
    Matcher matcher = OPERAND.matcher(text.strip());
    if (!matcher.matches()) {
      throw new UnsupportedException("the operand '" + text + "'");
    }
    return matcher;
  }

  private Place place(String text) {
    Matcher m = matched(text);
    if (m.group("operand") != null) {
      String number = m.group("number") != null ? m.group("number") : m.group("modified");
      return places.get(Integer.parseInt(number));
    }
    if (m.group("register") != null) {
      return new Place(null, AssemblyOperands.canonical(m.group("register")), 64);
    }
    if (m.group("base") != null) {
      String offset = m.group("offset");
      Value base = places.read(place(m.group("base")).register());
      return new Place(builder.add(base, offset.isEmpty() ? 0 : Long.parseLong(offset)), null, 0);
    }
    throw new UnsupportedException("the operand '" + text + "' here");
  }

  private Value memory(String text) {
    Place place = place(text);
    if (!place.isMemory()) {
      throw new UnsupportedException("the operand '" + text + "' that is not memory");
    }
    return place.address();
  }

  private Value value(String text) {
    String constant = matched(text).group("constant");
    if (constant != null) {
      boolean isInverted = constant.startsWith("~");
      long number = Long.decode(isInverted ? constant.substring(1) : constant);
      return FunctionBuilder.constant(isInverted ? ~number : number, bits);
    }
    Place place = place(text);
    return place.isMemory() ? load(place.address(), bits) : narrowed(places.read(place.register()));
  }

  private Value narrowed(Value value) {
    return bits == 64 ? value : builder.convert(Conversion.TRUNCATE, 64, bits, value);
  }

  private Value load(Value address, int width) {
    Register result = builder.newRegister();
    builder.emit(
        new Instruction.Load(result, address, width / 8, MemoryOrder.ACQUIRE, builder.location()));
    return result;
  }

  private void put(Place place, Value value) {
    if (place.isMemory()) {
      builder.emit(
          new Instruction.Store(
              place.address(), value, bits / 8, MemoryOrder.RELEASE, builder.location()));
    } else {
      places.write(place.register(), value);
    }
  }

  // ---- Instructions -------------------------------------------------------------------------

  private void unary(String operation, String text) {
    Place target = place(text);
    switch (operation) {
      case "inc" -> update(RmwOperator.ADD, target, Value.of(1));
      case "dec" -> update(RmwOperator.SUB, target, Value.of(1));
      case "not" -> update(RmwOperator.XOR, target, FunctionBuilder.constant(-1, bits));
      default -> throw new UnsupportedException("the instruction '" + operation + "'");
    }
  }

  private void binary(String operation, String from, String to) {
    switch (operation) {
      case "mov" -> put(place(to), value(from));
      case "xchg" -> exchange(place(from), place(to));
      case "xadd" -> {
        Place source = place(from);
        Value old = fetch(RmwOperator.ADD, place(to), value(from));
        put(source, old);
      }
      case "cmpxchg" -> compareExchange(memory(to), value(from));
      case "bts", "btr", "btc" -> testBit(operation, place(to), value(from));
      default ->
          update(RmwOperator.valueOf(operation.toUpperCase(Locale.ROOT)), place(to), value(from));
    }
  }

  /** An operation that gives its new value only by flags. */
  private void update(RmwOperator operator, Place target, Value operand) {
    Value old = fetch(operator, target, operand);
    Value result = builder.binary(BinaryOperator.valueOf(operator.name()), bits, old, operand);
    if (!target.isMemory()) {
      places.write(target.register(), result);
    }
    places.flag("z", builder.compare(Relation.EQ, bits, result, Value.of(0)));
    places.flag("s", builder.compare(Relation.SLT, bits, result, Value.of(0)));
    places.flag("o", overflow(operator, old, operand, result));
  }

  /** Whether the signs say that the exact result does not fit. */
  private Value overflow(RmwOperator operator, Value old, Value operand, Value result) {
    if (operator != RmwOperator.ADD && operator != RmwOperator.SUB) {
      return Value.of(0);
    }
    Value other = operator == RmwOperator.ADD ? result : old;
    Value signs =
        builder.binary(
            BinaryOperator.AND,
            bits,
            builder.binary(BinaryOperator.XOR, bits, old, result),
            builder.binary(BinaryOperator.XOR, bits, operand, other));
    return builder.compare(Relation.SLT, bits, signs, Value.of(0));
  }

  /** The old value; memory has the new one. */
  private Value fetch(RmwOperator operator, Place target, Value operand) {
    if (!target.isMemory()) {
      return narrowed(places.read(target.register()));
    }
    if (!locked && operator != RmwOperator.EXCHANGE) {
      Value old = load(target.address(), bits);
      put(target, builder.binary(BinaryOperator.valueOf(operator.name()), bits, old, operand));
      return old;
    }
    Register old = builder.newRegister();
    builder.emit(
        new Instruction.ReadModifyWrite(
            old,
            operator,
            target.address(),
            operand,
            bits / 8,
            MemoryOrder.SEQUENTIALLY_CONSISTENT,
            builder.location()));
    fence();
    return old;
  }

  private void fence() {
    InlineAssembly.fence(MemoryOrder.SEQUENTIALLY_CONSISTENT, Barrier.FULL, builder);
  }

  private void exchange(Place one, Place other) {
    Place memory = one.isMemory() ? one : other;
    Place register = one.isMemory() ? other : one;
    Value given = narrowed(places.read(register.register()));
    Value old = fetch(RmwOperator.EXCHANGE, memory, given);
    if (!memory.isMemory()) {
      places.write(memory.register(), given);
    }
    places.write(register.register(), old);
  }

  private void compareExchange(Value address, Value desired) {
    Register old = builder.newRegister();
    Register success = builder.newRegister();
    builder.emit(
        new Instruction.CompareExchange(
            old,
            success,
            address,
            narrowed(places.read("ax")),
            desired,
            bits / 8,
            MemoryOrder.SEQUENTIALLY_CONSISTENT,
            MemoryOrder.SEQUENTIALLY_CONSISTENT,
            builder.location()));
    fence();
    // On success the register holds what it is compared with, which is the old content too.
    places.write("ax", old);
    places.flag("z", success);
  }

  private void compareExchange16(Value address) {
    WideAtomics.Exchange exchange =
        wide.compareExchange(
            address,
            List.of(places.read("ax"), places.read("dx")),
            List.of(places.read("bx"), places.read("cx")),
            MemoryOrder.SEQUENTIALLY_CONSISTENT,
            MemoryOrder.SEQUENTIALLY_CONSISTENT);
    fence();
    places.write("ax", exchange.old().get(0));
    places.write("dx", exchange.old().get(1));
    places.flag("z", exchange.success());
  }

  /**
   * A bit by its number; of memory only the bits of one number are meant, as by all that use it.
   */
  private void testBit(String operation, Place target, Value number) {
    Value index = builder.binary(BinaryOperator.AND, bits, number, Value.of(bits - 1L));
    Value mask = builder.binary(BinaryOperator.SHL, bits, Value.of(1), index);
    Value old =
        switch (operation) {
          case "bts" -> fetch(RmwOperator.OR, target, mask);
          case "btc" -> fetch(RmwOperator.XOR, target, mask);
          default ->
              fetch(
                  RmwOperator.AND,
                  target,
                  builder.binary(
                      BinaryOperator.XOR, bits, mask, FunctionBuilder.constant(-1, bits)));
        };
    Value bit = builder.binary(BinaryOperator.LSHR, bits, old, index);
    places.flag("c", builder.binary(BinaryOperator.AND, bits, bit, Value.of(1)));
  }
}
