package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import dev.heddle.program.Barrier;
import dev.heddle.program.Instruction;
import dev.heddle.program.MemoryOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.bytedeco.javacpp.SizeTPointer;
import org.bytedeco.llvm.LLVM.LLVMModuleRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * Knows the assembly that concurrent C programs contain: barriers of several processors, and the
 * instructions of x86 that {@link X86Assembly} translates.
 */
final class InlineAssembly {
  private static final String INSTEAD = "; write it in C where __HEDDLE__ is defined";

  private InlineAssembly() {}

  /** Refuses a module with assembly outside of functions, which may define anything. */
  static void requireNone(LLVMModuleRef module) {
    SizeTPointer length = new SizeTPointer(1);
    String text = NativeText.of(LLVMGetModuleInlineAsm(module, length), length.get());
    length.deallocate();
    // A symbol's version concerns only who links the object file.
    String first =
        text.lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.startsWith(".symver"))
            .findFirst()
            .orElse("");
    if (!first.isEmpty()) {
      throw new UnsupportedException(
          "assembly outside of functions (\"" + first + "\") is not supported");
    }
  }

  static void translate(
      LLVMValueRef call,
      LLVMValueRef assembly,
      Operands operands,
      FunctionBuilder builder,
      Symbols symbols) {
    SizeTPointer length = new SizeTPointer(1);
    String text = NativeText.of(LLVMGetInlineAsmAsmString(assembly, length), length.get());
    String constraints =
        NativeText.of(LLVMGetInlineAsmConstraintString(assembly, length), length.get());
    length.deallocate();
    try {
      AssemblyOperands places = new AssemblyOperands(constraints, call, operands, builder);
      X86Assembly x86 = new X86Assembly(places, builder, symbols);
      for (String instruction : instructions(text)) {
        if (!isBarrier(instruction, symbols.environment(), builder)) {
          x86.execute(instruction);
        }
      }
      places.giveResults();
    } catch (UnsupportedException e) {
      throw new UnsupportedException(
          ("inline assembly \"" + text.strip() + "\" is not supported: " + e.getMessage())
              + INSTEAD);
    }
  }

  /** One instruction each, with its prefixes; in small letters and with single blanks. */
  private static List<String> instructions(String text) {
    List<String> instructions = new ArrayList<>();
    String prefix = "";
    for (String part : text.toLowerCase(Locale.ROOT).split("[;\\n]", -1)) {
      String instruction = part.replaceAll("#.*", "").strip().replaceAll("\\s+", " ");
      if (instruction.equals("lock") || instruction.equals("rep")) {
        prefix = instruction + " ";
      } else if (!instruction.isEmpty()) {
        instructions.add(prefix + instruction);
        prefix = "";
      }
    }
    return instructions;
  }

  private static boolean isBarrier(
      String instruction, Environment environment, FunctionBuilder builder) {
    switch (instruction) {
      case "pause", "rep nop", "nop", "yield", "wfe", "sev", "sevl" -> {}
      case "mfence", "sync", "hwsync", "dmb ish", "dmb sy", "dmb", "dsb ish", "dsb sy", "dsb" ->
          fence(MemoryOrder.SEQUENTIALLY_CONSISTENT, Barrier.FULL, builder);
      // Elsewhere it is a way to pause.
      case "isb", "isb sy" -> {
        if (environment.keepsDependencies()) {
          fence(MemoryOrder.ACQUIRE, Barrier.INSTRUCTIONS, builder);
        }
      }
      case "lwsync" -> fence(MemoryOrder.ACQUIRE_RELEASE, Barrier.LIGHTWEIGHT, builder);
      case "isync" -> fence(MemoryOrder.ACQUIRE, Barrier.INSTRUCTIONS, builder);
      case "lfence", "dmb ishld", "dmb ld" -> fence(MemoryOrder.ACQUIRE, Barrier.LOADS, builder);
      case "sfence", "eieio", "dmb ishst", "dmb st" ->
          fence(MemoryOrder.RELEASE, Barrier.STORES, builder);
      default -> {
        // Something that locks the bus and changes nothing on the stack is how x86 spells a fence.
        if (!instruction.matches(
            "lock (add|or|sub|xor)[lq]? \\$\\$(0x)?0, ?(-?\\d*)\\(%[er]sp\\)")) {
          return false;
        }
        fence(MemoryOrder.SEQUENTIALLY_CONSISTENT, Barrier.FULL, builder);
      }
    }
    return true;
  }

  static void fence(MemoryOrder order, Barrier barrier, FunctionBuilder builder) {
    builder.emit(new Instruction.Fence(order, barrier, builder.location()));
  }
}
