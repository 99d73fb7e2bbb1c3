package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import dev.heddle.program.Instruction;
import dev.heddle.program.MemoryOrder;
import dev.heddle.program.Register;
import dev.heddle.program.Value;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/** Translates calls: of the program's own functions, of intrinsics, and of the library. */
final class Calls {
  private final Layout layout;
  private final Operands operands;
  private final FunctionBuilder builder;
  private final MemoryAccesses memory;
  private final Symbols symbols;
  private final Intrinsics intrinsics;
  private final MemoryTransfer transfers;
  private final boolean isInMain;

  Calls(
      Layout layout,
      Operands operands,
      FunctionBuilder builder,
      MemoryAccesses memory,
      Symbols symbols,
      boolean isInMain) {
    this.layout = layout;
    this.operands = operands;
    this.builder = builder;
    this.memory = memory;
    this.symbols = symbols;
    this.isInMain = isInMain;
    this.transfers = new MemoryTransfer(layout, operands, builder);
    this.intrinsics = new Intrinsics(operands, builder, transfers);
  }

  void translate(LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (LLVMIsAInlineAsm(callee) != null) {
      InlineAssembly.translate(call, callee, operands, builder);
      return;
    }
    while (LLVMIsAGlobalAlias(callee) != null) {
      callee = LLVMAliasGetAliasee(callee);
    }
    if (LLVMIsAFunction(callee) == null || LLVMIsDeclaration(callee) == 0) {
      callFunction(call, callee);
      return;
    }
    String name = NativeText.nameOf(callee);
    if (name.startsWith("llvm.")) {
      intrinsics.translate(call, name);
    } else if (!transfers.translateCall(call, name)) {
      callLibrary(call, name);
    }
  }

  private void callFunction(LLVMValueRef call, LLVMValueRef callee) {
    List<Value> arguments = new ArrayList<>();
    for (int i = 0; i < LLVMGetNumArgOperands(call); i++) {
      arguments.addAll(operands.all(LLVMGetOperand(call, i)));
    }
    LLVMTypeRef type = LLVMGetCalledFunctionType(call);
    int expected = LLVMCountParamTypes(type);
    if (LLVMIsAFunction(callee) != null) {
      // The type at the call may be another one, as C lets undeclared parameters be.
      type = LLVMGlobalGetValueType(callee);
      expected = LLVMCountParamTypes(type);
    }
    if (LLVMGetNumArgOperands(call) != expected) {
      adapt(arguments, callee, expected);
    }
    LLVMTypeRef result = LLVMGetReturnType(LLVMGetCalledFunctionType(call));
    Register returned = builder.newRegister();
    if (!CallingConvention.of(arguments.size(), result, layout).returnsInMemory()) {
      Value target = operands.of(callee);
      builder.emit(new Instruction.Call(returned, target, arguments, builder.location()));
      if (operands.countOf(call) > 0) {
        operands.define(call, returned);
      }
      return;
    }
    Register place = builder.newRegister();
    Value size = Value.of(layout.size(result));
    builder.emitAtEntry(
        new Instruction.StackAllocate(place, size, false, "result", builder.location()));
    arguments.add(place);
    Value target = operands.of(callee);
    builder.emit(new Instruction.Call(returned, target, arguments, builder.location()));
    operands.define(call, memory.load(place, result, MemoryOrder.PLAIN));
  }

  /** Drops arguments that the function does not look at, and adds those that the call forgot. */
  private void adapt(List<Value> arguments, LLVMValueRef callee, int expected) {
    int wanted = expected;
    if (LLVMIsAFunction(callee) != null) {
      CallingConvention convention = CallingConvention.of(callee, layout);
      wanted = convention.parameters() - (convention.returnsInMemory() ? 1 : 0);
    }
    while (arguments.size() > wanted) {
      arguments.remove(arguments.size() - 1);
    }
    while (arguments.size() < wanted) {
      arguments.add(new Value.Undefined());
    }
  }

  private void callLibrary(LLVMValueRef call, String name) {
    Value result = Library.translate(name, new CallSite(call));
    if (result == null) {
      throw new UnsupportedException(notModelled(name));
    }
    if (operands.countOf(call) > 0) {
      operands.define(call, result);
    }
  }

  static String notModelled(String name) {
    return "the function '"
        + name
        + "' is not defined in the program, and Heddle does not model it (yet); define it";
  }

  private final class CallSite implements LibraryCall {
    private final LLVMValueRef call;

    CallSite(LLVMValueRef call) {
      this.call = call;
    }

    @Override
    public FunctionBuilder builder() {
      return builder;
    }

    @Override
    public int arguments() {
      return LLVMGetNumArgOperands(call);
    }

    @Override
    public Value argument(int index) {
      if (index >= arguments()) {
        throw new UnsupportedException("a call with too few arguments");
      }
      return operands.of(call, index);
    }

    @Override
    public boolean isObject(int index) {
      LLVMValueRef base = LLVMGetOperand(call, index);
      while (LLVMIsAGetElementPtrInst(base) != null) {
        base = LLVMGetOperand(base, 0);
      }
      return LLVMIsAAllocaInst(base) != null || LLVMIsAGlobalVariable(base) != null;
    }

    @Override
    public String text(int index) {
      return index < arguments() ? NativeText.constant(LLVMGetOperand(call, index)) : "";
    }

    @Override
    public Value newText(String text) {
      return new Value.GlobalAddress(symbols.text(text), 0);
    }

    @Override
    public boolean isInMain() {
      return isInMain;
    }
  }
}
