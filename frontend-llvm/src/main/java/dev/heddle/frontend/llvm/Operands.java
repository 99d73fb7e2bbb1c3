package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import dev.heddle.program.Register;
import dev.heddle.program.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * What the values of one LLVM function have become. A value that is an aggregate has become several
 * numbers; a conversion that changes nothing has become its operand.
 */
final class Operands implements AddressArithmetic.Operands {
  private final Layout layout;
  private final ConstantTranslator constants;
  private final FunctionBuilder builder;
  private final Map<Long, List<Value>> defined = new HashMap<>();
  private final Map<Long, AddressArithmetic.Address> deferred = new HashMap<>();

  Operands(Layout layout, ConstantTranslator constants, FunctionBuilder builder) {
    this.layout = layout;
    this.constants = constants;
    this.builder = builder;
  }

  @Override
  public Value of(LLVMValueRef value) {
    if (LLVMIsConstant(value) != 0) {
      return constants.scalar(value, builder);
    }
    List<Value> numbers = all(value);
    if (numbers.size() != 1) {
      throw new UnsupportedException(
          Layout.describe(LLVMTypeOf(value)) + " is not supported as an operand here");
    }
    return numbers.get(0);
  }

  @Override
  public AddressArithmetic.Address address(LLVMValueRef value) {
    AddressArithmetic.Address sum = deferred.get(value.address());
    return sum != null ? sum : new AddressArithmetic.Address(of(value), 0);
  }

  Value of(LLVMValueRef instruction, int operand) {
    return of(LLVMGetOperand(instruction, operand));
  }

  /** All numbers of a value. */
  List<Value> all(LLVMValueRef value) {
    if (LLVMIsConstant(value) != 0) {
      List<Value> numbers = new ArrayList<>();
      constants.scalars(value, builder, numbers);
      return numbers;
    }
    List<Value> numbers = defined.get(value.address());
    if (numbers == null) {
      throw new UnsupportedException(
          "an operand of " + Layout.describe(LLVMTypeOf(value)) + " is not supported");
    }
    return numbers;
  }

  /** All numbers of a value at the end of another block, where nothing can be computed any more. */
  List<Value> allAtEnd(LLVMValueRef value) {
    if (LLVMIsConstant(value) == 0) {
      return all(value);
    }
    List<Value> numbers = new ArrayList<>();
    constants.scalars(value, null, numbers);
    return numbers;
  }

  void define(LLVMValueRef instruction, Value value) {
    defined.put(instruction.address(), List.of(value));
  }

  void define(LLVMValueRef instruction, List<Value> numbers) {
    defined.put(instruction.address(), numbers);
  }

  /** For an instruction behind which nothing is executed: its numbers are any. */
  void leaveUndefined(LLVMValueRef instruction) {
    Value any = new Value.Undefined();
    int count = layout.isSupported(LLVMTypeOf(instruction)) ? countOf(instruction) : 1;
    defined.putIfAbsent(instruction.address(), Collections.nCopies(count, any));
  }

  /** Leaves an address as a sum, which is fine if it is only asked for by {@link #address}. */
  void defer(LLVMValueRef instruction, AddressArithmetic.Address sum) {
    deferred.put(instruction.address(), sum);
  }

  /** Gives the instruction one new register for each of its numbers. */
  List<Register> defineRegisters(LLVMValueRef instruction) {
    List<Register> registers = new ArrayList<>();
    for (int i = 0; i < layout.scalars(LLVMTypeOf(instruction)).size(); i++) {
      registers.add(builder.newRegister());
    }
    defined.put(instruction.address(), List.copyOf(registers));
    return registers;
  }

  /** How many numbers a value consists of. */
  int countOf(LLVMValueRef value) {
    return layout.scalars(LLVMTypeOf(value)).size();
  }

  Layout layout() {
    return layout;
  }

  int bits(LLVMValueRef value) {
    return layout.bits(LLVMTypeOf(value));
  }
}
