package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import dev.heddle.program.CppName;
import dev.heddle.program.Instruction;
import dev.heddle.program.MemoryOrder;
import dev.heddle.program.Register;
import dev.heddle.program.Terminator;
import dev.heddle.program.Value;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.llvm.LLVM.LLVMAttributeRef;
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

  /** Where exceptions of the call under way go; null for the caller's caller. */
  private LandingPads.Entry entry;

  private int entryBlock;

  Calls(
      Layout layout,
      Operands operands,
      FunctionBuilder builder,
      MemoryAccesses memory,
      Symbols symbols,
      CallingConvention convention) {
    this.layout = layout;
    this.operands = operands;
    this.builder = builder;
    this.memory = memory;
    this.symbols = symbols;
    this.transfers = new MemoryTransfer(layout, operands, builder, symbols);
    this.intrinsics = new Intrinsics(operands, builder, transfers, symbols, convention);
  }

  /**
   * Translates a call that takes exceptions.
   *
   * @param pad what its handlers are
   * @param landing the block to go on with when an exception comes
   */
  void translate(LLVMValueRef invoke, LandingPads.Entry pad, int landing) {
    entry = pad;
    entryBlock = landing;
    try {
      translate(invoke);
    } finally {
      entry = null;
    }
  }

  void translate(LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (LLVMIsAInlineAsm(callee) != null) {
      InlineAssembly.translate(call, callee, operands, builder, symbols);
      return;
    }
    while (LLVMIsAGlobalAlias(callee) != null) {
      callee = LLVMAliasGetAliasee(callee);
    }
    if (LLVMIsAFunction(callee) != null && SeveralLocks.is(callee)) {
      SeveralLocks.translate(call, callee, operands, builder);
      return;
    }
    if (CharacterTraits.isModelled(callee)) {
      callFunction(call, symbols.runtimeDefinition(CharacterTraits.model(callee)));
      return;
    }
    if (LLVMIsAFunction(callee) == null || LLVMIsDeclaration(callee) == 0) {
      callFunction(call, callee);
      return;
    }
    String name = NativeText.nameOf(callee);
    if (name.startsWith("llvm.")) {
      intrinsics.translate(call, name);
    } else if (UndefinedBehaviour.isPlaceholder(name)) {
      UndefinedBehaviour.translate(call, name, operands, builder);
    } else if (!transfers.translateCall(call, name) && !callLibrary(call, name)) {
      LLVMValueRef definition = symbols.definition(callee);
      if (definition == null) {
        throw new UnsupportedException(notModelled(name));
      }
      callFunction(call, definition);
    }
  }

  /** What follows {@code main}: what was registered for the end, and the end. */
  void endProgram(Value status) {
    if (symbols.hasWorkAtProgramEnd()) {
      builder.call(symbols.runtimeFunction("__heddle_end_program"));
    }
    builder.emit(new Instruction.ProgramEnd(status, builder.location()));
    builder.end(new Terminator.Unreachable(builder.location()));
  }

  private void callFunction(LLVMValueRef call, LLVMValueRef callee) {
    LLVMTypeRef type = LLVMGetCalledFunctionType(call);
    LLVMTypeRef result = LLVMGetReturnType(type);
    boolean isKnown = LLVMIsAFunction(callee) != null;
    if (isKnown) {
      // The type at the call may be another one, as C lets undeclared parameters be.
      type = LLVMGlobalGetValueType(callee);
    }
    boolean isVariadic = CallingConvention.isVariadic(type);
    int given = LLVMGetNumArgOperands(call);
    int declared = isVariadic ? Math.min(given, LLVMCountParamTypes(type)) : given;
    List<Value> arguments = new ArrayList<>();
    for (int i = 0; i < declared; i++) {
      arguments.addAll(operands.all(LLVMGetOperand(call, i)));
    }
    if (isKnown) {
      adapt(arguments, CallingConvention.of(callee, layout).declared());
    }
    if (isVariadic) {
      arguments.add(variadicArguments(call, declared, given));
    }
    Register returned = builder.newRegister();
    if (!CallingConvention.returnsInMemory(result, layout)) {
      emitCall(returned, operands.of(callee), arguments);
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
    emitCall(returned, operands.of(callee), arguments);
    operands.define(call, memory.load(place, result, MemoryOrder.PLAIN));
  }

  private void emitCall(Register returned, Value target, List<Value> arguments) {
    if (entry == null) {
      builder.emit(new Instruction.Call(returned, target, arguments, builder.location()));
      return;
    }
    Register thrown = builder.newRegister();
    builder.emit(
        new Instruction.Call(
            returned, thrown, target, arguments, entry.handlers(), builder.location()));
    Value isThrown = builder.compare(Instruction.Relation.NE, 64, thrown, Value.of(0));
    int normal = builder.newBlock(builder.currentLabel() + ".returned");
    builder.end(new Terminator.Branch(isThrown, entryBlock, normal, builder.location()));
    entry.leave(builder.currentBlock(), thrown);
    builder.continueAt(normal);
  }

  /** Drops arguments that the function does not look at, and adds those that the call forgot. */
  private static void adapt(List<Value> arguments, int wanted) {
    while (arguments.size() > wanted) {
      arguments.remove(arguments.size() - 1);
    }
    while (arguments.size() < wanted) {
      arguments.add(new Value.Undefined());
    }
  }

  /** Puts arguments side by side, 8 bytes or a multiple each; the address of the first. */
  private Value variadicArguments(LLVMValueRef call, int from, int to) {
    if (from == to) {
      return Value.of(0);
    }
    int byValue = LLVMGetEnumAttributeKindForName("byval", "byval".length());
    List<LLVMTypeRef> structs = new ArrayList<>();
    long bytes = 0;
    for (int i = from; i < to; i++) {
      LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, i + 1, byValue);
      structs.add(attribute == null ? null : LLVMGetTypeAttributeValue(attribute));
      bytes += variadicBytes(LLVMGetOperand(call, i), structs.get(i - from));
    }
    Register place = builder.variadicArguments(bytes);
    long offset = 0;
    for (int i = from; i < to; i++) {
      LLVMValueRef argument = LLVMGetOperand(call, i);
      LLVMTypeRef struct = structs.get(i - from);
      if (struct != null) {
        memory.copy(builder.add(place, offset), operands.of(argument), struct);
      } else if (Layout.isVector(LLVMTypeOf(argument))) {
        Value at = builder.add(place, offset);
        memory.store(at, operands.all(argument), LLVMTypeOf(argument), MemoryOrder.PLAIN);
      } else {
        storeEach(operands.all(argument), place, offset);
      }
      offset += variadicBytes(argument, struct);
    }
    return place;
  }

  private void storeEach(List<Value> numbers, Register place, long offset) {
    for (int n = 0; n < numbers.size(); n++) {
      Value at = builder.add(place, offset + 8L * n);
      builder.emit(
          new Instruction.Store(at, numbers.get(n), 8, MemoryOrder.PLAIN, builder.location()));
    }
  }

  private long variadicBytes(LLVMValueRef argument, LLVMTypeRef struct) {
    LLVMTypeRef type = LLVMTypeOf(argument);
    if (struct == null && !Layout.isVector(type)) {
      return 8L * operands.countOf(argument);
    }
    return (layout.size(struct == null ? type : struct) + 7) / 8 * 8;
  }

  private boolean callLibrary(LLVMValueRef call, String name) {
    Value result = Library.translate(name, new CallSite(call));
    if (result == null) {
      return false;
    }
    if (operands.countOf(call) > 0) {
      operands.define(call, result);
    }
    return true;
  }

  static String notModelled(String name) {
    return "the function '"
        + CppName.of(name)
        + "' is not defined in the program, and Heddle does not model it; define it in the file, or"
        + " include the file that does";
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
    public Symbols symbols() {
      return symbols;
    }
  }
}
