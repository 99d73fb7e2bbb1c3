package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.llvm.LLVM.LLVMBasicBlockRef;
import org.bytedeco.llvm.LLVM.LLVMErrorRef;
import org.bytedeco.llvm.LLVM.LLVMModuleRef;
import org.bytedeco.llvm.LLVM.LLVMPassBuilderOptionsRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * Moves local variables from memory to registers and simplifies control flow, with LLVM's passes.
 *
 * <p>The passes must leave alone each access to memory that another thread could see: a load whose
 * result is unused can still race, and a store that another one overwrites can still be read in
 * between. LLVM does not touch volatile accesses, so such accesses become volatile first; the
 * translation afterwards does not look at that mark. Local variables are exempt until {@code
 * mem2reg} and {@code sroa} have run: these passes look only at variables whose address goes
 * nowhere. Promises such as {@code __attribute__((pure))} are forgotten, for the same reason.
 */
final class ModulePreparation {
  private static final String PROMOTION = "function(mem2reg,sroa<preserve-cfg>)";
  private static final String SIMPLIFICATION =
      "function(simplifycfg<bonus-inst-threshold=0;no-forward-switch-cond;"
          + "no-switch-range-to-icmp;no-switch-to-lookup;keep-loops;no-hoist-common-insts;"
          + "no-sink-common-insts;no-speculate-blocks;simplify-cond-branch>,early-cse,dce)";

  /** Changes when the passes do. */
  static final String FINGERPRINT = Integer.toHexString((PROMOTION + SIMPLIFICATION).hashCode());

  /** What a function promises about memory; two calls of it could become one because of that. */
  private static final String MEMORY = "memory";

  /** LLVM's index for the attributes of a function itself. */
  private static final int FUNCTION = -1;

  private ModulePreparation() {}

  static void verify(LLVMModuleRef module) {
    PointerPointer<BytePointer> message = new PointerPointer<>(1);
    boolean isBroken = LLVMVerifyModule(module, LLVMReturnStatusAction, message) != 0;
    String reason = NativeText.taken(message.get(BytePointer.class, 0));
    message.deallocate();
    if (isBroken) {
      throw new UnsupportedException("is not valid LLVM code: " + reason.strip());
    }
  }

  static void prepare(LLVMModuleRef module) {
    protect(module, false);
    UninitializedLocals.mark(module);
    run(module, PROMOTION);
    protect(module, true);
    run(module, SIMPLIFICATION);
  }

  private static void run(LLVMModuleRef module, String passes) {
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(module, passes, null, options);
    LLVMDisposePassBuilderOptions(options);
    if (error != null) {
      throw new IllegalStateException(passes + ": " + NativeText.of(LLVMGetErrorMessage(error)));
    }
  }

  private static void protect(LLVMModuleRef module, boolean locals) {
    int memory = LLVMGetEnumAttributeKindForName(MEMORY, MEMORY.length());
    for (LLVMValueRef function = LLVMGetFirstFunction(module);
        function != null;
        function = LLVMGetNextFunction(function)) {
      if (LLVMGetIntrinsicID(function) == 0) {
        LLVMRemoveEnumAttributeAtIndex(function, FUNCTION, memory);
      }
      for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function);
          block != null;
          block = LLVMGetNextBasicBlock(block)) {
        for (LLVMValueRef instruction = LLVMGetFirstInstruction(block);
            instruction != null;
            instruction = LLVMGetNextInstruction(instruction)) {
          protectOne(instruction, locals, memory);
        }
      }
    }
  }

  private static void protectOne(LLVMValueRef instruction, boolean locals, int memory) {
    switch (LLVMGetInstructionOpcode(instruction)) {
      case LLVMLoad, LLVMAtomicRMW, LLVMAtomicCmpXchg -> {
        if (locals || !isLocal(LLVMGetOperand(instruction, 0))) {
          LLVMSetVolatile(instruction, 1);
        }
      }
      case LLVMStore -> {
        if (locals || !isLocal(LLVMGetOperand(instruction, 1))) {
          LLVMSetVolatile(instruction, 1);
        }
      }
      case LLVMCall -> {
        LLVMRemoveCallSiteEnumAttribute(instruction, FUNCTION, memory);
        if (LLVMIsAMemIntrinsic(instruction) != null && (locals || !isLocalTransfer(instruction))) {
          LLVMValueRef flag = LLVMGetOperand(instruction, 3);
          LLVMSetOperand(instruction, 3, LLVMConstInt(LLVMTypeOf(flag), 1, 0));
        }
      }
      default -> {}
    }
  }

  private static boolean isLocalTransfer(LLVMValueRef call) {
    return isLocal(LLVMGetOperand(call, 0))
        && (LLVMIsAMemSetInst(call) != null || isLocal(LLVMGetOperand(call, 1)));
  }

  /** Whether an address is certainly inside a local variable or one that nobody can write. */
  private static boolean isLocal(LLVMValueRef address) {
    LLVMValueRef base = address;
    while (LLVMIsAGetElementPtrInst(base) != null || LLVMIsACastInst(base) != null) {
      base = LLVMGetOperand(base, 0);
    }
    return LLVMIsAAllocaInst(base) != null
        || (LLVMIsAGlobalVariable(base) != null && LLVMIsGlobalConstant(base) != 0);
  }
}
