package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import dev.heddle.program.Instruction;
import dev.heddle.program.MemoryOrder;
import java.util.Locale;
import org.bytedeco.javacpp.SizeTPointer;
import org.bytedeco.llvm.LLVM.LLVMModuleRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/** Knows the few lines of assembly that concurrent C programs use as barriers. */
final class InlineAssembly {
  private static final String INSTEAD =
      ", only well-known barriers are; write it in C where __HEDDLE__ is defined";

  private InlineAssembly() {}

  /** Refuses a module with assembly outside of functions, which may define anything. */
  static void requireNone(LLVMModuleRef module) {
    SizeTPointer length = new SizeTPointer(1);
    String text = NativeText.of(LLVMGetModuleInlineAsm(module, length), length.get());
    length.deallocate();
    if (!text.isBlank()) {
      throw new UnsupportedException(
          "assembly outside of functions (\""
              + text.strip().lines().findFirst().orElse("")
              + "\") is not supported");
    }
  }

  static void translate(
      LLVMValueRef call, LLVMValueRef assembly, Operands operands, FunctionBuilder builder) {
    SizeTPointer length = new SizeTPointer(1);
    String text = NativeText.of(LLVMGetInlineAsmAsmString(assembly, length), length.get());
    String constraints =
        NativeText.of(LLVMGetInlineAsmConstraintString(assembly, length), length.get());
    length.deallocate();
    String code = text.replace(';', ' ').strip().toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
    switch (code) {
      case "", "pause", "rep nop", "nop", "yield" -> {}
      case "mfence",
          "lock addl $$0,0(%rsp)",
          "lock addl $$0, 0(%rsp)",
          "lock addl $$0x0,(%rsp)",
          "lock orq $$0,(%rsp)",
          "sync",
          "hwsync",
          "dmb ish",
          "dmb sy",
          "dmb" ->
          fence(MemoryOrder.SEQUENTIALLY_CONSISTENT, builder);
      case "lwsync" -> fence(MemoryOrder.ACQUIRE_RELEASE, builder);
      case "lfence", "isync", "dmb ishld" -> fence(MemoryOrder.ACQUIRE, builder);
      case "sfence", "eieio", "dmb ishst" -> fence(MemoryOrder.RELEASE, builder);
      default ->
          throw new UnsupportedException(
              "inline assembly \"" + text + "\" is not supported" + INSTEAD);
    }
    if (operands.countOf(call) == 0) {
      return;
    }
    // An empty piece that hides a value from the optimiser: the output is the input.
    if (!code.isEmpty() || !constraints.startsWith("=r,0") || operands.countOf(call) != 1) {
      throw new UnsupportedException(
          "inline assembly \"" + text + "\" with results is not supported" + INSTEAD);
    }
    operands.define(call, operands.of(call, 0));
  }

  private static void fence(MemoryOrder order, FunctionBuilder builder) {
    builder.emit(new Instruction.Fence(order, builder.location()));
  }
}
