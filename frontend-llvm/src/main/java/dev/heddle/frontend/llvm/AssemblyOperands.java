package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.Conversion;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * What a piece of inline assembly works on: its operands, as LLVM's constraints describe them, and
 * the registers and flags while it is gone through.
 *
 * <p>Constraints come in this order: outputs ({@code =…}), inputs, and what is overwritten ({@code
 * ~{…}}). An operand is memory ({@code *m}: its address is passed) or a register: a certain one
 * ({@code {ax}}), that of an output ({@code 0}), or any. Outputs that are registers are the results
 * of the call.
 */
final class AssemblyOperands {
  /** Before the name of a register that a flag goes to. */
  private static final String FLAG = "@cc";

  /** Where an operand is: the address of memory, or a register by its name. */
  record Place(Value address, String register, int bits) {
    boolean isMemory() {
      return address != null;
    }
  }

  private final LLVMValueRef call;
  private final Operands operands;
  private final FunctionBuilder builder;
  private final List<Place> places = new ArrayList<>();
  private final List<Place> results = new ArrayList<>();
  private final Map<String, Value> registers = new HashMap<>();

  AssemblyOperands(
      String constraints, LLVMValueRef call, Operands operands, FunctionBuilder builder) {
    this.call = call;
    this.operands = operands;
    this.builder = builder;
    int argument = 0;
    List<Integer> resultBits = resultBits();
    for (String constraint : constraints.split(",", -1)) {
      if (constraint.isEmpty() || constraint.startsWith("~")) {
        continue;
      }
      boolean isOutput = constraint.startsWith("=");
      String kind = constraint.replaceAll("^=?&?", "");
      if (kind.startsWith("*")) {
        places.add(new Place(operands.of(call, argument++), null, 0));
      } else if (isOutput) {
        Place place = new Place(null, register(kind), resultBits.get(results.size()));
        places.add(place);
        results.add(place);
      } else {
        LLVMValueRef given = LLVMGetOperand(call, argument++);
        Place place = new Place(null, register(kind), operands.bits(given));
        places.add(place);
        registers.put(place.register(), operands.of(given));
      }
    }
  }

  private List<Integer> resultBits() {
    LLVMTypeRef type = LLVMTypeOf(call);
    List<Integer> bits = new ArrayList<>();
    for (Layout.Scalar scalar : operands.layout().scalars(type)) {
      bits.add(scalar.bits());
    }
    return bits;
  }

  /** The register of a constraint; one that may be any gets a name that no other has. */
  private String register(String kind) {
    if (kind.startsWith("{")) {
      return canonical(kind.substring(1, kind.length() - 1));
    }
    if (kind.matches("\\d+")) {
      return places.get(Integer.parseInt(kind)).register();
    }
    return "operand " + places.size();
  }

  /** The name of a register without its width: {@code ax} for {@code %eax}. */
  static String canonical(String name) {
    String bare = name.startsWith("%") ? name.substring(1) : name;
    if (bare.startsWith(FLAG) || bare.matches("r\\d+[bwd]?")) {
      return bare.replaceAll("^(r\\d+)[bwd]$", "$1");
    }
    if (bare.matches("[re][a-d]x|[re][sd]i|[re][sb]p")) {
      return bare.substring(1);
    }
    return bare.matches("[a-d]l") ? bare.charAt(0) + "x" : bare;
  }

  Place get(int number) {
    if (number >= places.size()) {
      throw new UnsupportedException("it has no operand " + number);
    }
    return places.get(number);
  }

  Value read(String register) {
    Value value = registers.get(register);
    return value == null ? new Value.Undefined() : value;
  }

  void write(String register, Value value) {
    registers.put(register, value);
  }

  /** Sets a flag by its letter: {@code z}, {@code c}, {@code s} or {@code o}. */
  void flag(String letter, Value value) {
    registers.put(FLAG + letter, value);
  }

  /** What a condition such as {@code ne} says about the flags. */
  Value condition(String name) {
    return switch (name) {
      case "z", "e" -> flag("z");
      case "c", "b", "nae" -> flag("c");
      case "s" -> flag("s");
      case "o" -> flag("o");
      case "l", "nge" -> isLess();
      case "le", "ng" -> builder.binary(BinaryOperator.OR, 1, flag("z"), isLess());
      case "be", "na" -> builder.binary(BinaryOperator.OR, 1, flag("c"), flag("z"));
      case "g", "ge", "a", "ae" -> not(condition("n" + name));
      default -> {
        if (!name.startsWith("n") || name.startsWith("nn")) {
          throw new UnsupportedException("the condition '" + name + "'");
        }
        yield not(condition(name.substring(1)));
      }
    };
  }

  /** Whether the exact result is negative, which its sign does not tell where it overflowed. */
  private Value isLess() {
    return builder.binary(BinaryOperator.XOR, 1, flag("s"), flag("o"));
  }

  private Value not(Value flag) {
    return builder.compare(Relation.EQ, 1, flag, Value.of(0));
  }

  private Value flag(String letter) {
    Value value = registers.get(FLAG + letter);
    if (value == null) {
      throw new UnsupportedException("the flag '" + letter + "' after this instruction");
    }
    return value;
  }

  /** Makes what is in the registers of the outputs the results of the call. */
  void giveResults() {
    List<Value> values = new ArrayList<>();
    for (Place result : results) {
      String register = result.register();
      Value value =
          register.startsWith(FLAG) ? condition(register.substring(FLAG.length())) : read(register);
      values.add(
          result.bits() < 64
              ? builder.convert(Conversion.TRUNCATE, 64, result.bits(), value)
              : value);
    }
    if (!values.isEmpty()) {
      operands.define(call, values);
    }
  }
}
