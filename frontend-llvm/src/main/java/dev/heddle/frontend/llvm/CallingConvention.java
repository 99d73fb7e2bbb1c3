package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import dev.heddle.program.Instruction;
import dev.heddle.program.Register;
import dev.heddle.program.Value;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.llvm.LLVM.LLVMAttributeRef;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * How the arguments and the result of an LLVM function type map to registers.
 *
 * <p>Each number of an argument is a parameter. The arguments of a variadic function that it does
 * not declare are in memory of the caller, whose address is the next parameter. A result of several
 * numbers is written to memory of the caller, whose address is one more parameter at the end.
 *
 * @param declared how many parameters are numbers of declared ones
 */
record CallingConvention(int declared, boolean isVariadic, boolean returnsInMemory) {
  static CallingConvention of(LLVMValueRef function, Layout layout) {
    LLVMTypeRef type = LLVMGlobalGetValueType(function);
    int declared = 0;
    for (int i = 0; i < LLVMCountParams(function); i++) {
      declared += layout.scalars(LLVMTypeOf(LLVMGetParam(function, i))).size();
    }
    return new CallingConvention(
        declared, isVariadic(type), returnsInMemory(LLVMGetReturnType(type), layout));
  }

  /** Without any declared parameter it is the type of a function whose parameters are unknown. */
  static boolean isVariadic(LLVMTypeRef functionType) {
    return LLVMIsFunctionVarArg(functionType) != 0 && LLVMCountParamTypes(functionType) > 0;
  }

  static boolean returnsInMemory(LLVMTypeRef result, Layout layout) {
    return layout.scalars(result).size() > 1;
  }

  int parameters() {
    return declared + (isVariadic ? 1 : 0) + (returnsInMemory ? 1 : 0);
  }

  /** The parameter that holds the address of the arguments that are not declared. */
  Register variadicPlace() {
    return new Register(declared);
  }

  /** The parameter that holds the address for the result. */
  Register resultPlace() {
    return new Register(parameters() - 1);
  }

  /** Defines the parameters of a function at its entry. */
  void receive(
      LLVMValueRef function, Operands operands, FunctionBuilder builder, MemoryAccesses memory) {
    int next = 0;
    int byValue = LLVMGetEnumAttributeKindForName("byval", "byval".length());
    for (int i = 0; i < LLVMCountParams(function); i++) {
      LLVMValueRef parameter = LLVMGetParam(function, i);
      List<Value> numbers = new ArrayList<>();
      for (int n = operands.countOf(parameter); n > 0; n--) {
        numbers.add(new Register(next++));
      }
      operands.define(parameter, numbers);
      LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(function, i + 1, byValue);
      if (attribute != null) {
        LLVMTypeRef type = LLVMGetTypeAttributeValue(attribute);
        operands.define(
            parameter, copy(numbers.get(0), parameter, type, operands, builder, memory));
      }
    }
  }

  /** A struct that is passed by value arrives as an address; the function owns a copy. */
  private static Value copy(
      Value original,
      LLVMValueRef parameter,
      LLVMTypeRef type,
      Operands operands,
      FunctionBuilder builder,
      MemoryAccesses memory) {
    Register copy = builder.newRegister();
    builder.emit(
        new Instruction.StackAllocate(
            copy,
            Value.of(operands.layout().size(type)),
            false,
            NativeText.nameOf(parameter),
            builder.location()));
    memory.copy(copy, original, type);
    return copy;
  }
}
